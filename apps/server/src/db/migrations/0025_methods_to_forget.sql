-- What a provider keeps and nothing is paid with any more is taken off it. A method that was retired, or a payment whose
-- payer agreed that it is kept and of which nothing came that is renewed; once for each, tried until it is done.
create table method_to_forget (
  seller_id uuid not null references seller (id),
  id uuid not null,
  saved_payment_method_id uuid,
  payment_id uuid,
  tries int not null default 0 check (tries >= 0),
  next_at timestamptz not null,
  forgotten_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, saved_payment_method_id),
  unique (seller_id, payment_id),
  foreign key (seller_id, saved_payment_method_id) references saved_payment_method (seller_id, id),
  foreign key (seller_id, payment_id) references payment (seller_id, id),
  check (num_nonnulls(saved_payment_method_id, payment_id) = 1)
);
create index method_to_forget_due on method_to_forget (next_at) where forgotten_at is null;
create index saved_payment_method_retired on saved_payment_method (seller_id, id) where retired_at is not null;
create index payment_kept on payment (seller_id, id) where auto_renew;
create index auto_renewal_method on auto_renewal (seller_id, saved_payment_method_id) where saved_payment_method_id is not null;
create index auto_renewal_payment on auto_renewal (seller_id, payment_id) where payment_id is not null;

alter table method_to_forget enable row level security;
alter table method_to_forget force row level security;
create policy of_its_seller on method_to_forget
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on method_to_forget to foyer_app;

-- The test gateway's own: whose it was it is no more.
alter table test_gateway_method add column detached_at timestamptz;
grant update (detached_at) on test_gateway_method to foyer_app;
