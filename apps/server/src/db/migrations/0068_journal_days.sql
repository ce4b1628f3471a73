-- allows: 0045
-- Sums of the journal by day, so that balances and reports read no entries of days that are over. A job sums a day once it is
-- over everywhere; whoever writes an entry of the past later on marks its day, which is then read from its entries again.
create table journal_closed_day (
  seller_id uuid not null,
  local_day date not null,
  -- False: an entry was added after the day was summed, or before. The day is read from its entries until it is summed.
  is_summed boolean not null,
  primary key (seller_id, local_day)
);

-- One row for each kind of line of a day. No nulls, so that the key is one.
create table journal_day (
  seller_id uuid not null,
  local_day date not null,
  currency text not null,
  cause text not null,
  debit text not null,
  credit text not null,
  -- The ticket type that was sold or given up; zeros where the line is about none.
  ticket_type_id uuid not null,
  -- The tax account of the same type and session in the same entry; '' without tax.
  tax text not null,
  channel_id text not null,
  amount bigint not null,
  tickets int not null,
  primary key (seller_id, local_day, currency, cause, debit, credit, ticket_type_id, tax, channel_id)
);

-- The same of lines that are about a session, for reports by session and by day of visit.
create table journal_session_day (
  seller_id uuid not null,
  event_session_id uuid not null,
  local_day date not null,
  currency text not null,
  cause text not null,
  debit text not null,
  credit text not null,
  ticket_type_id uuid not null,
  tax text not null,
  channel_id text not null,
  amount bigint not null,
  tickets int not null,
  primary key (seller_id, event_session_id, local_day, currency, cause, debit, credit, ticket_type_id, tax, channel_id)
);
create index journal_session_day_of_day on journal_session_day (seller_id, local_day);

alter table journal_closed_day enable row level security;
alter table journal_closed_day force row level security;
create policy of_its_seller on journal_closed_day
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table journal_day enable row level security;
alter table journal_day force row level security;
create policy of_its_seller on journal_day
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table journal_session_day enable row level security;
alter table journal_session_day force row level security;
create policy of_its_seller on journal_session_day
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, update on journal_closed_day to foyer_app;
grant select, insert, delete on journal_day, journal_session_day to foyer_app;
