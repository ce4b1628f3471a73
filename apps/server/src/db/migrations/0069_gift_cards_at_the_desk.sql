-- allows: 0045
-- Gift cards in the back office: issued without a sale, changed by staff, and given new numbers. A server of before takes a
-- replaced number for an unknown one, as the new one does.

-- Cards that were issued together.
create table gift_card_batch (
  seller_id uuid not null references seller (id),
  id uuid not null,
  staff_id uuid not null references staff (id),
  -- Of each card, in minor units.
  amount bigint not null check (amount > 0),
  currency text not null,
  quantity int not null check (quantity between 1 and 10000),
  -- Exclusive.
  valid_to timestamptz,
  reason text not null check (length(reason) between 1 and 500),
  made int not null default 0,
  created_at timestamptz not null default app_now(),
  -- When the last card was made.
  ended_at timestamptz,
  primary key (seller_id, id),
  check (made between 0 and quantity),
  check ((made = quantity) = (ended_at is not null))
);
create index gift_card_batch_running on gift_card_batch (seller_id) where ended_at is null;
create index gift_card_batch_newest on gift_card_batch (seller_id, created_at);

-- What the back office knows of a card: the batch that made it, and to whom its letter goes instead of to whom its sale says.
create table desk_gift_card (
  seller_id uuid not null,
  account_id uuid not null,
  batch_id uuid,
  name text check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254),
  primary key (seller_id, account_id),
  foreign key (seller_id, account_id) references ledger_account (seller_id, id),
  foreign key (seller_id, batch_id) references gift_card_batch (seller_id, id)
);
create index desk_gift_card_batch on desk_gift_card (seller_id, batch_id, account_id) where batch_id is not null;

-- Words of these names and addresses, folded as those of orders are.
create table gift_card_word (
  seller_id uuid not null,
  kind text not null check (kind in ('name', 'email')),
  word text not null check (length(word) between 1 and 80),
  account_id uuid not null,
  primary key (seller_id, kind, word, account_id),
  foreign key (seller_id, account_id) references ledger_account (seller_id, id)
);
create index gift_card_word_of on gift_card_word (seller_id, account_id);

-- Why staff changed a balance: one row for an entry, written with it and never changed.
create table gift_card_act (
  seller_id uuid not null,
  entry_id uuid not null,
  account_id uuid not null,
  act text not null check (act in ('adjust', 'void', 'restore')),
  staff_id uuid not null references staff (id),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, entry_id),
  foreign key (seller_id, entry_id) references ledger_entry (seller_id, id),
  foreign key (seller_id, account_id) references ledger_account (seller_id, id)
);
create index gift_card_act_of on gift_card_act (seller_id, account_id, created_at);

-- Numbers that a card had before. They pay no more, and are never given out again.
create table replaced_gift_card_number (
  seller_id uuid not null,
  normalized text not null check (length(normalized) between 1 and 70),
  account_id uuid not null,
  staff_id uuid not null references staff (id),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, normalized, account_id),
  foreign key (seller_id, account_id) references ledger_account (seller_id, id)
);
create index replaced_gift_card_number_of on replaced_gift_card_number (seller_id, account_id);

-- The last four characters, by which staff find a card. Filled while the table is rewritten: a seller has few cards.
alter table ledger_account add column ending text generated always as (right(normalized, 4)) stored;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['gift_card_batch', 'desk_gift_card', 'gift_card_word', 'gift_card_act', 'replaced_gift_card_number']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      $policy$create policy of_its_seller on %I
        using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
        with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')$policy$,
      tenant_table);
  end loop;
end $$;

grant select, insert on gift_card_batch, desk_gift_card, gift_card_act, replaced_gift_card_number to foyer_app;
grant select, insert, delete on gift_card_word to foyer_app;
grant update (made, ended_at) on gift_card_batch to foyer_app;
grant update (name, email) on desk_gift_card to foyer_app;
-- Of a card, only a number that was lost.
grant update (number, normalized) on ledger_account to foyer_app;
