-- allows: 0043
-- The venue keeps no fee of a change that it makes.
alter table cart add column change_waives_fee boolean not null default false
  constraint cart_change_fee_waived_by_the_venue check (not change_waives_fee or change_actor is not distinct from 'venue');
