-- allows: 0045
-- Payouts of a provider to the seller's bank, as the provider lists them.
create table provider_payout (
  seller_id uuid not null references seller (id),
  gateway_id text not null check (gateway_id ~ '^[a-z][a-z_]{0,29}$'),
  ref text not null check (length(ref) between 1 and 255),
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  is_automatic boolean not null,
  -- Whether the provider names what is in it: not yet, all of it, or never.
  names_rows text not null check (names_rows in ('later', 'all', 'never')),
  created_on timestamptz not null,
  arrives_on date not null,
  -- How far its rows are read: the last row, and when the last page was.
  rows_after text,
  rows_read_at timestamptz,
  row_count int not null default 0,
  -- Of its rows: amounts less fees, and fees.
  net bigint not null default 0,
  fees bigint not null default 0,
  primary key (seller_id, gateway_id, ref)
);
create index provider_payout_created on provider_payout (seller_id, created_on);

create table payout_row (
  seller_id uuid not null,
  gateway_id text not null,
  payout_ref text not null,
  ref text not null check (length(ref) between 1 and 255),
  kind text not null check (kind in ('capture', 'refund', 'refund_failed', 'dispute', 'fee', 'other')),
  -- Null where it is about no payment of ours.
  payment_id uuid,
  -- The provider's name of the refund or dispute.
  source_ref text,
  amount bigint not null,
  fee bigint not null,
  currency text not null,
  occurred_on timestamptz not null,
  primary key (seller_id, gateway_id, payout_ref, ref),
  foreign key (seller_id, gateway_id, payout_ref) references provider_payout (seller_id, gateway_id, ref)
);
create index payout_row_payment on payout_row (seller_id, payment_id) where payment_id is not null;

-- When the payouts of a seller were listed last, and since when they are.
create table payout_reading (
  seller_id uuid not null references seller (id),
  gateway_id text not null check (gateway_id ~ '^[a-z][a-z_]{0,29}$'),
  since timestamptz not null,
  checked_at timestamptz not null,
  primary key (seller_id, gateway_id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['provider_payout', 'payout_row', 'payout_reading']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy of_its_seller on %I using (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')
      with check (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')', tenant_table);
  end loop;
end $$;
grant select, insert, update on provider_payout, payout_reading to foyer_app;
grant select, insert on payout_row to foyer_app;
