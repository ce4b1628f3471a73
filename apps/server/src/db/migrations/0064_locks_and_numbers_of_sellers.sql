-- allows: 0045
-- Rows to lock while something is counted or looked up that has no row of its own. Advisory locks are of the node that is asked.
create table lock_slot (
  seller_id uuid not null,
  purpose text not null check (purpose in ('payment_try', 'voucher', 'login_target', 'login_network', 'external_login')),
  -- A hash of what is locked: two keys may share a slot, and then wait for each other. No key is stored.
  slot smallint not null check (slot between 0 and 1023),
  -- No foreign key, which would look the seller up for each lock: no seller is ever deleted.
  primary key (seller_id, purpose, slot)
);

alter table lock_slot enable row level security;
alter table lock_slot force row level security;
create policy of_its_seller on lock_slot
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on lock_slot to foyer_app;

-- Each seller counts its own orders: nobody reads off a number what others sell, and no node counts for all.
create table order_counter (
  seller_id uuid not null,
  last_number bigint not null,
  primary key (seller_id)
) with (fillfactor = 50);

alter table order_counter enable row level security;
alter table order_counter force row level security;
create policy of_its_seller on order_counter
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on order_counter to foyer_app;

set local app.seller = '*';
insert into order_counter (seller_id, last_number) select seller_id, max(order_number) from ticket_order group by seller_id;
-- During an upgrade, servers of the previous release still take numbers from the sequence. It is moved up so far that these
-- numbers never meet a seller's own.
select setval('order_number', nextval('order_number') + 1000000000);
