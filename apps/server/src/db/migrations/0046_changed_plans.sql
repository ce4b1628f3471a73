-- allows: 0045
-- The venue moves or cancels part of what is paid in instalments: the schedule is replaced by one of the new price.
-- What a cart is to be paid by, as it stood when the first part was taken or the venue last changed what it holds.
grant delete on scheduled_payment to foyer_app;

-- What the venue has changed of such a cart, why, and who there did. `price`: what the cart costs since.
create table plan_change (
  seller_id uuid not null references seller (id),
  id uuid not null,
  cart_id uuid not null,
  created_at timestamptz not null,
  kind text not null check (kind in ('cancel', 'move')),
  tickets int not null check (tickets > 0),
  price bigint not null check (price > 0),
  refund bigint not null check (refund >= 0),
  reason text,
  made_by text,
  primary key (seller_id, id),
  foreign key (seller_id, cart_id) references cart (seller_id, id)
);
create index plan_change_by_cart on plan_change (seller_id, cart_id, created_at);

alter table plan_change enable row level security;
alter table plan_change force row level security;
create policy of_its_seller on plan_change
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on plan_change to foyer_app;
grant update (reason) on plan_change to foyer_app;
