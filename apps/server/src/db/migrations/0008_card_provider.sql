-- What a card provider needs: a seller's keys, which intent belongs to which payment, what the provider told us, and
-- what happened to money that was taken.

-- One sealed text for each seller and gateway (outside/secrets.ts). Whoever reads the database alone reads nothing.
create table payment_keys (
  seller_id uuid not null references seller (id),
  gateway_id text not null check (gateway_id in ('stripe')),
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (seller_id, gateway_id)
);

-- Written between making an intent and confirming it: what is not here was never charged.
create table stripe_intent (
  seller_id uuid not null references seller (id),
  payment_id uuid not null,
  ref text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  primary key (seller_id, payment_id),
  unique (seller_id, ref)
);

-- What a provider's hook told: only that something happened to an object. How it stands is asked of the provider.
create table payment_event (
  seller_id uuid not null references seller (id),
  gateway_id text not null check (gateway_id in ('stripe')),
  id text not null,
  type text not null,
  object_id text not null,
  occurred_on timestamptz not null,
  -- Somebody is at work on it until then.
  claimed_until timestamptz,
  done_at timestamptz,
  -- orphan: about no payment of this seller. unknown: of a kind that says nothing to us.
  outcome text check (outcome in ('settled', 'orphan', 'unknown')),
  created_at timestamptz not null default now(),
  primary key (seller_id, gateway_id, id),
  check ((done_at is null) = (outcome is null))
);
create index payment_event_open on payment_event (created_at) where done_at is null;

create table payment_audit (
  seller_id uuid not null references seller (id),
  id uuid not null,
  payment_id uuid not null,
  audit_action text not null check (audit_action in ('capture', 'refund', 'dispute_opened', 'dispute_closed', 'dispute_fee')),
  occurred_on timestamptz not null default now(),
  -- Below zero where a fee is given back. A fee comes in the currency of the seller's account with the provider.
  amount bigint not null,
  currency text not null,
  -- The provider's name for it: told twice, it is written once.
  provider_ref text not null,
  primary key (seller_id, id),
  unique (seller_id, payment_id, audit_action, provider_ref),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);

create table test_gateway_refund (
  seller_id uuid not null references seller (id),
  id text not null,
  intent_id text not null,
  idempotency_key text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, idempotency_key),
  foreign key (seller_id, intent_id) references test_gateway_intent (seller_id, id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['payment_keys', 'stripe_intent', 'payment_event', 'payment_audit', 'test_gateway_refund']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      $policy$create policy of_its_seller on %I
        using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
        with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')$policy$,
      tenant_table);
  end loop;
end $$;
grant select, insert, update, delete on payment_keys to foyer_app;
grant select, insert, update on payment_event to foyer_app;
grant select, insert on stripe_intent, payment_audit, test_gateway_refund to foyer_app;
