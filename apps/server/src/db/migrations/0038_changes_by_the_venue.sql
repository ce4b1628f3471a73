-- The venue changes orders too.
alter table order_change drop constraint order_change_actor_check;
alter table order_change add constraint order_change_actor_check check (actor in ('guest', 'member', 'venue'));
alter table cart drop constraint cart_change_actor_check;
alter table cart add constraint cart_change_actor_check check (change_actor in ('guest', 'member', 'venue'));

-- Why the venue made a change, and who there made it; null for a buyer's, and once erased.
alter table order_change add column reason text;
alter table order_change add column made_by text;
alter table order_change add constraint order_change_reasons_of_the_venue check (actor = 'venue' or (reason is null and made_by is null));
grant update (reason, made_by) on order_change to foyer_app;
