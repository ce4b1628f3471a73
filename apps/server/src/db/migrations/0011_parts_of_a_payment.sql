-- Paying in parts: several gift cards and a card at once, and by a plan over weeks.

-- Which gift card a payment is of, so that nobody has to keep its number: a keyed hash.
alter table payment add account_ref text;
drop index payment_one_live;
-- One live card payment for each version of a cart, and one for each gift card: two clicks and two tabs meet here.
create unique index payment_one_live on payment (seller_id, cart_id, cart_version)
  where gateway_id <> 'ledger' and state in ('created', 'processing', 'authorized', 'captured');
create unique index payment_one_live_of_gift_card on payment (seller_id, cart_id, cart_version, account_ref)
  where gateway_id = 'ledger' and state in ('created', 'processing', 'authorized', 'captured');

-- [{ "basis_points": 3000, "due_days": 0 }, …]: shares of the price, and days after the first payment.
alter table ticket_group add payment_plan jsonb check (payment_plan is null or jsonb_typeof(payment_plan) = 'array');

-- A part is paid for good and the rest is due by the schedule below: the cart neither changes nor ends before it is paid.
alter table cart add part_paid boolean not null default false;

-- What a cart is to be paid by, as it stood when the first part was taken. What was paid counts for the earliest first.
create table scheduled_payment (
  seller_id uuid not null references seller (id),
  id uuid not null,
  cart_id uuid not null,
  place int not null check (place > 0),
  due_date date not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, cart_id, place),
  foreign key (seller_id, cart_id) references cart (seller_id, id)
);

alter table scheduled_payment enable row level security;
alter table scheduled_payment force row level security;
create policy of_its_seller on scheduled_payment
  using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
  with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*');
-- Once frozen it is not written again.
grant select, insert on scheduled_payment to foyer_app;
