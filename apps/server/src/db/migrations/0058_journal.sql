-- allows: 0050
-- The journal: what happened to money, once for each cause, as lines that move a sum between two accounts. Rows are added in
-- the transaction of their cause and never changed. One row holds all lines of its cause in arrays of one length, because a
-- purchase pays for each row and index entry. No foreign keys, as in 0053: the rows it names are never deleted.
create table journal_entry (
  seller_id uuid not null,
  cause text not null check (cause in ('order', 'capture', 'refund', 'refund_failed', 'refund_to_card', 'change', 'cancelled', 'dispute', 'card_issued', 'card_adjusted')),
  cause_id uuid not null,
  at timestamptz not null default app_now(),
  -- By the seller's clock. Later events are entries of their own day.
  local_day date not null,
  currency text not null,
  ticket_order_id uuid,
  channel_id text,
  -- Codes that applied to the cart.
  codes uuid[],
  debit text[] not null,
  credit text[] not null,
  amount bigint[] not null,
  -- The ticket type that was sold, or the payment whose money moved.
  subject uuid[] not null,
  -- Empty where no line has one.
  session uuid[] not null,
  tickets int[] not null,
  primary key (seller_id, cause, cause_id),
  check (cardinality(debit) > 0 and cardinality(credit) = cardinality(debit) and cardinality(amount) = cardinality(debit)
    and cardinality(subject) = cardinality(debit) and cardinality(session) in (0, cardinality(debit))
    and cardinality(tickets) in (0, cardinality(debit))),
  check (0 <= all (amount)),
  check (array_position(debit, null) is null and array_position(credit, null) is null and array_position(amount, null) is null)
);
create index journal_entry_day on journal_entry (seller_id, local_day);

create function refuse_journal_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is never changed: write another entry' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on journal_entry for each row execute function refuse_journal_change();
create trigger refuse_truncate before truncate on journal_entry for each statement execute function refuse_journal_change();

-- How far the entries of what happened before the journal are written, one row for each seller and step. A second pass, an
-- hour later, finds what servers of the release before have sold meanwhile.
create table journal_backfill (
  seller_id uuid not null,
  step text not null check (step in ('order', 'capture', 'refund', 'change', 'cancelled', 'dispute', 'card')),
  -- The id after which the next batch begins.
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  due_at timestamptz not null default app_now(),
  -- When the next pass begins; null: this is the last one.
  again_at timestamptz default app_now() + interval '1 hour',
  primary key (seller_id, step)
);

alter table journal_entry enable row level security;
alter table journal_entry force row level security;
create policy of_its_seller on journal_entry
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table journal_backfill enable row level security;
alter table journal_backfill force row level security;
create policy of_its_seller on journal_backfill
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert on journal_entry to foyer_app;
grant select, insert, update, delete on journal_backfill to foyer_app;

select set_config('app.seller', '*', true);
insert into journal_backfill (seller_id, step)
  select s.id, w.step from seller s
  cross join unnest(array['order', 'capture', 'refund', 'change', 'cancelled', 'dispute', 'card']) as w (step);
