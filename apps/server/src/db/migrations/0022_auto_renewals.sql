-- What the payer agreed to with a payment: that its method is kept, and pays the next terms. And of one that nobody was
-- there for, what was charged.
alter table payment
  add column auto_renew boolean not null default false,
  add column saved_payment_method_id uuid,
  add foreign key (seller_id, saved_payment_method_id) references saved_payment_method (seller_id, id);

alter table auto_renewal
  -- With which it was agreed to.
  add column payment_id uuid,
  -- What its payer was told: nothing else is charged.
  add column announced_at timestamptz,
  add column announced_amount bigint check (announced_amount >= 0),
  add column announced_currency text,
  -- The last try that came to nothing, and what it means for the next.
  add column tried_at timestamptz,
  add column after_try text check (after_try in ('again', 'ask', 'stop')),
  -- From then on the money of its cart is taken: what comes after that moment comes too late.
  add column taking_at timestamptz,
  -- Carts in which somebody paid, or began to, for the same term by hand.
  add column hand_cart_ids uuid[] not null default '{}',
  -- Somebody is at it until then.
  add column claimed_until timestamptz,
  add foreign key (seller_id, payment_id) references payment (seller_id, id),
  add check ((announced_at is null) = (announced_amount is null) and (announced_at is null) = (announced_currency is null)),
  add check ((tried_at is null) = (after_try is null)),
  add check (state <> 'renewed' or renewed_by_id is not null);
-- Every try of a term goes into one cart until that is over, and a cart pays for one term.
create unique index auto_renewal_cart on auto_renewal (seller_id, cart_id) where cart_id is not null;
create unique index auto_renewal_renewed_by on auto_renewal (seller_id, renewed_by_id) where renewed_by_id is not null;
create index auto_renewal_identity on auto_renewal (seller_id, identity_id);

-- The test gateway keeps cards as a provider would: under a name of its own, for one customer.
create table test_gateway_method (
  seller_id uuid not null references seller (id),
  id text not null,
  customer text not null,
  -- One of the well-known test numbers, and nobody's.
  card text not null,
  exp_month int,
  exp_year int,
  created_at timestamptz not null default now(),
  primary key (seller_id, id)
);
alter table test_gateway_intent
  add column method_id text,
  add foreign key (seller_id, method_id) references test_gateway_method (seller_id, id);

alter table test_gateway_method enable row level security;
alter table test_gateway_method force row level security;
create policy of_its_seller on test_gateway_method
  using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
  with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*');
grant select, insert on test_gateway_method to foyer_app;
