-- Uses of limits that all servers share, one row for each limit and key with its current window.
create table rate_limit (
  seller_id uuid not null references seller (id),
  -- Which limit: 'code_visitor', 'gift_card_network', …
  name text not null check (length(name) <= 40),
  -- A keyed hash of the visitor, network or address: none of them can be read here.
  key bytea not null check (length(key) <= 64),
  used int not null check (used >= 0),
  -- A window begins with its first use. A row past its end counts as unused; a job deletes it.
  ends_at timestamptz not null,
  primary key (seller_id, name, key)
) with (fillfactor = 70);
create index rate_limit_expiry on rate_limit (ends_at);

alter table rate_limit enable row level security;
alter table rate_limit force row level security;
create policy of_its_seller on rate_limit
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on rate_limit to foyer_app;

-- The confirmation of a free order was not sent, because its address had got as many as it can get in a day.
alter table ticket_order add column confirmation_held boolean not null default false;
