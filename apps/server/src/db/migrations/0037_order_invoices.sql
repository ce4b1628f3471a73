-- What its invoice says of the seller, with the rates of when it was bought. Null: the seller had no invoices.
alter table ticket_order add column invoice_settings jsonb;

-- To whom the invoice of an order is addressed; each correction is a row, and the last one counts.
create table order_invoice (
  seller_id uuid not null references seller (id),
  ticket_order_id uuid not null,
  version int not null check (version > 0),
  -- Null once erased, like the rest.
  company text,
  tax_id text,
  address text,
  created_at timestamptz not null default now(),
  primary key (seller_id, ticket_order_id, version),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  check ((company is null) = (address is null) and (company is not null or tax_id is null))
);

alter table order_invoice enable row level security;
alter table order_invoice force row level security;
create policy of_its_seller on order_invoice
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on order_invoice to foyer_app;
