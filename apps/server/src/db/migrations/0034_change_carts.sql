-- A cart that changes an order: the tickets it gives up, by whom it was opened and where the buyer wants money to go.
-- Its new tickets are held like those of any cart; the order keeps its own until the change completes.
alter table cart add column changes_order_id uuid;
alter table cart add column gives_up uuid[];
alter table cart add column change_actor text check (change_actor in ('guest', 'member'));
alter table cart add column change_refund_to text check (change_refund_to in ('same_means', 'gift_card'));
alter table cart add constraint cart_changes_order foreign key (seller_id, changes_order_id) references ticket_order (seller_id, id);
alter table cart add constraint cart_change_whole check (
  (changes_order_id is null) = (gives_up is null) and (changes_order_id is null) = (change_actor is null)
  and (changes_order_id is not null or change_refund_to is null));
-- An order has one open change at most.
create unique index cart_open_change on cart (seller_id, changes_order_id) where changes_order_id is not null and state = 'pending';

-- The change that a ticket came with; null for what was bought with the order.
alter table ticket add column added_by uuid;
alter table ticket add constraint ticket_added_by_change foreign key (seller_id, added_by) references order_change (seller_id, id);

alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check check (kind in ('cancel', 'names', 'change'));
-- What the new tickets cost, and what was paid for the difference.
alter table order_change add column added bigint not null default 0 check (added >= 0);
alter table order_change add column paid bigint not null default 0 check (paid >= 0);
-- The cart that made the change.
alter table order_change add column cart_id uuid;
alter table order_change add constraint order_change_cart foreign key (seller_id, cart_id) references cart (seller_id, id);
alter table order_change add constraint order_change_cart_once unique (seller_id, cart_id);
alter table order_change add constraint order_change_cart_named check ((kind = 'change') = (cart_id is not null));
alter table order_change add constraint order_change_only_a_change_adds check (kind = 'change' or (added = 0 and paid = 0));
do $$
declare
  found text;
begin
  select conname into found from pg_constraint
  where conrelid = 'order_change'::regclass and pg_get_constraintdef(oid) like '%refund + gift_card%';
  execute format('alter table order_change drop constraint %I', found);
end $$;
-- Nobody gets back more than was paid; the bonus is a present.
alter table order_change add constraint order_change_adds_up check (refund + gift_card - bonus <= value + paid - fee - added);
