-- Money that came late or goes back, and how often somebody may try.

-- Money that is given back, by us or in the provider's own pages. Ours is written before the provider hears of it: its
-- id is the idempotency key, by which it is found again when the answer was lost.
create table refund (
  seller_id uuid not null references seller (id),
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- late: the cart no longer held what was paid for. asked: somebody of the shop gave it back. outside: made at the provider.
  reason text not null check (reason in ('late', 'asked', 'outside')),
  state text not null default 'created' check (state in ('created', 'pending', 'succeeded', 'failed')),
  provider_ref text,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (seller_id, id),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);
create unique index refund_provider_ref on refund (seller_id, payment_id, provider_ref) where provider_ref is not null;
create index refund_payment on refund (seller_id, payment_id);
create index refund_open on refund (seller_id, updated_at) where state in ('created', 'pending');

-- What is on its way back. With what is back already it is never more than was taken: the update that adds to it says so.
alter table payment add column refunding bigint not null default 0;
alter table payment add constraint payment_refunding_within check (refunding >= 0 and refunding <= amount);
-- Somebody looked at it: what had happened by then needs nobody any more.
alter table payment add column seen_at timestamptz;
create index payment_captured on payment (seller_id, updated_at) where state = 'captured' and ticket_order_id is null;

alter table payment_audit drop constraint payment_audit_audit_action_check;
alter table payment_audit add constraint payment_audit_audit_action_check
  check (audit_action in ('capture', 'refund', 'refund_failed', 'dispute_opened', 'dispute_closed', 'dispute_fee'));

-- Up to when a provider was asked what it gave back and what is disputed: hooks are not relied on.
create table payment_watch (
  seller_id uuid not null references seller (id),
  gateway_id text not null check (gateway_id in ('test', 'stripe', 'ledger')),
  seen_until timestamptz not null,
  asked_at timestamptz not null,
  primary key (seller_id, gateway_id)
);

-- Which tickets a cart lost when its time was over: to hold them again for money that comes late.
create index transition_let_go on transition (seller_id, entity_id) where to_state in ('unbooked', 'expired');

-- An attempt to pay, kept for an hour. The place is where it came from, under the house's own key.
create table payment_try (
  seller_id uuid not null references seller (id),
  payment_id uuid not null,
  place text,
  created_at timestamptz not null default now(),
  primary key (seller_id, payment_id),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);
create index payment_try_place on payment_try (seller_id, place, created_at) where place is not null;

-- Where a cart was begun, likewise: what one place holds at once has a limit.
alter table cart add column place text;
create index cart_place on cart (seller_id, place) where place is not null and state = 'pending';

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['refund', 'payment_watch', 'payment_try']
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
grant select, insert, update on refund, payment_watch to foyer_app;
grant select, insert, update, delete on payment_try to foyer_app;
