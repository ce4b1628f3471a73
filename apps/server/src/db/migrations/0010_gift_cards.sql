-- Gift cards: what is left on each, and every movement that led there.

create table ledger_account (
  seller_id uuid not null references seller (id),
  id uuid not null,
  -- The seller's `ledger_id` when it was issued.
  ledger_id text not null check (ledger_id ~ '^[a-z0-9-]{1,64}$'),
  -- As people are shown it, and as it is compared (rules/giftCard.ts).
  number text not null check (char_length(number) between 1 and 70),
  folded text not null check (char_length(folded) between 1 and 70),
  -- A card past its `valid_to` is expired, whatever stands here.
  state text not null default 'active' check (state in ('active', 'inactive')),
  currency text not null,
  -- Changes only together with an entry, in one statement (outside/payments/ledgerBook.ts).
  balance bigint not null,
  -- The ticket that it was sold as; a card that was given away has none.
  source_ticket_id uuid,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  constraint ledger_account_number unique (folded, ledger_id, seller_id),
  constraint ledger_account_of_its_ticket unique (seller_id, source_ticket_id),
  constraint ledger_account_never_below_zero check (balance >= 0),
  foreign key (seller_id, source_ticket_id) references ticket (seller_id, id)
);

create table ledger_entry (
  seller_id uuid not null references seller (id),
  id uuid not null,
  account_id uuid not null,
  -- debit: promised to a payment. capture: a note that the promise was kept. release: the promise was given back.
  -- adjust: what a person, or the refund of the card's own sale, decided; that there was nothing to take may be noted too.
  kind text not null check (kind in ('issue', 'debit', 'capture', 'release', 'refund', 'adjust')),
  amount bigint not null,
  payment_id uuid,
  -- Of a refund, of which a payment may have several: the same key again gives nothing more.
  key text not null default '',
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  -- Each effect of a payment is written once.
  constraint ledger_entry_once unique (seller_id, payment_id, kind, key),
  foreign key (seller_id, account_id) references ledger_account (seller_id, id),
  foreign key (seller_id, payment_id) references payment (seller_id, id),
  check ((payment_id is null) = (kind in ('issue', 'adjust'))),
  check ((key = '') = (kind <> 'refund')),
  check (case kind when 'debit' then amount < 0 when 'capture' then amount = 0 when 'issue' then amount >= 0
    when 'adjust' then true else amount > 0 end)
);
create index ledger_entry_account on ledger_entry (seller_id, account_id);
create unique index ledger_entry_issued_once on ledger_entry (seller_id, account_id) where kind = 'issue';
-- A promise is kept or given back, never both.
create unique index ledger_entry_one_end on ledger_entry (seller_id, payment_id) where kind in ('capture', 'release');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['ledger_account', 'ledger_entry']
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
-- What was written stays: entries are neither changed nor deleted, and of a card only what can change.
grant select, insert on ledger_account, ledger_entry to foyer_app;
grant update (state, balance, valid_to) on ledger_account to foyer_app;
