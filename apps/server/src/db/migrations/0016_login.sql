-- Whoever pays for a guest's cart by its link, or paid a part of it, goes on by that link when its owner logs in.
alter table cart add column link_open boolean not null default false;

-- Who named this person: a giftee, or somebody whose address is another account's. It is good with that visitor alone,
-- and taken once.
alter table identity
  add column named_by_id uuid,
  add column taken_at timestamptz,
  add foreign key (seller_id, named_by_id) references identity (seller_id, id);
create index identity_named_by on identity (seller_id, named_by_id) where named_by_id is not null;
