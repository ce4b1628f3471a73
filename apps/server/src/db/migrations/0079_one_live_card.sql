-- allows: 0045
-- The index of the release before counts cash as a card. payment_one_live_card has its place.
drop index payment_one_live;

-- What was sold at the box office, by the id that the screen gave it: sent again, it is found here.
create table counter_sale (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_order_id uuid not null,
  till_id uuid not null,
  staff_id uuid not null references staff (id),
  -- Minor units.
  total bigint not null check (total >= 0),
  tendered bigint not null check (tendered >= 0),
  change bigint not null check (change >= 0 and change <= tendered),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  foreign key (seller_id, till_id) references till (seller_id, id)
);
create unique index counter_sale_order on counter_sale (seller_id, ticket_order_id);

alter table counter_sale enable row level security;
alter table counter_sale force row level security;
create policy of_its_seller on counter_sale
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on counter_sale to foyer_app;
