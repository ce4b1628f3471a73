-- allows: 0045
-- A till: the cash of one person at the box office, from its float to its closing. A closed one is numbered without gaps and
-- never changed.
create table till (
  seller_id uuid not null references seller (id),
  id uuid not null,
  staff_id uuid not null references staff (id),
  state text not null check (state in ('open', 'counted', 'closed')),
  currency text not null,
  -- Minor units, as all amounts here.
  float_amount bigint not null check (float_amount >= 0),
  opened_at timestamptz not null default app_now(),
  -- [{ "value": 5000, "count": 3 }, …]: coins and notes, as they were counted last.
  counts jsonb,
  counted bigint check (counted >= 0),
  -- What had to be in it. Nothing is sold from a till that was counted.
  expected bigint,
  reason text check (length(reason) between 1 and 500),
  closed_at timestamptz,
  closed_day date,
  number bigint,
  primary key (seller_id, id),
  check ((state = 'open') = (counted is null) and (counted is null) = (expected is null) and (counted is null) = (counts is null)),
  check ((state = 'closed') = (number is not null) and (number is null) = (closed_at is null) and (number is null) = (closed_day is null))
);
create unique index till_of_staff on till (seller_id, staff_id) where state <> 'closed';
create unique index till_number on till (seller_id, number) where number is not null;
create index till_day on till (seller_id, closed_day) where closed_day is not null;

-- What went into a till and out of it. A sale is there with each of its payments, whatever the means; only cash is in the till.
create table till_entry (
  seller_id uuid not null,
  id uuid not null,
  till_id uuid not null,
  kind text not null check (kind in ('in', 'out', 'sale', 'refund')),
  gateway_id text not null check (gateway_id ~ '^[a-z][a-z_]{0,29}$'),
  amount bigint not null check (amount > 0),
  -- The payment of a sale, or the refund.
  cause_id uuid,
  -- The number on the slip of a card terminal.
  slip text check (length(slip) between 1 and 40),
  reason text check (length(reason) between 1 and 500),
  at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, till_id) references till (seller_id, id),
  check ((kind in ('sale', 'refund')) = (cause_id is not null)),
  check ((kind in ('in', 'out')) = (reason is not null)),
  check (kind in ('sale', 'refund') or gateway_id = 'cash')
);
create unique index till_entry_cause on till_entry (seller_id, kind, cause_id) where cause_id is not null;
create index till_entry_till on till_entry (seller_id, till_id, at);

create table till_counter (
  seller_id uuid not null,
  last_number bigint not null,
  primary key (seller_id)
);

create function refuse_till_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'closed' then
    raise exception 'a closed till is never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_change before update or delete on till for each row execute function refuse_till_change();
create function refuse_till_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of a till are never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on till_entry for each row execute function refuse_till_entry_change();

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['till', 'till_entry', 'till_counter']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy of_its_seller on %I using (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')
      with check (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')', tenant_table);
  end loop;
end $$;
grant select, insert, update on till to foyer_app;
grant select, insert on till_entry to foyer_app;
grant select, insert, update on till_counter to foyer_app;

alter table journal_entry drop constraint journal_entry_cause_check;
alter table journal_entry add constraint journal_entry_cause_check check (cause in ('order', 'capture', 'refund', 'refund_failed', 'refund_to_card', 'change', 'cancelled', 'dispute', 'card_issued', 'card_adjusted', 'till_opened', 'till_moved', 'till_closed')) not valid;
