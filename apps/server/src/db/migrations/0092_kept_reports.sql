-- allows: 0045
-- What somebody chose for a kept report: a pin on their board, and an e-mail with its link.
create table report_choice (
  seller_id uuid not null,
  saved_view_id uuid not null,
  staff_id uuid not null references staff (id),
  is_pinned boolean not null default false,
  mailed_every text check (mailed_every in ('day', 'week', 'month')),
  -- The day by the seller's clock of the last e-mail, at first of the choice.
  mailed_on date,
  primary key (seller_id, saved_view_id, staff_id),
  foreign key (seller_id, saved_view_id) references saved_view (seller_id, id),
  check (is_pinned or mailed_every is not null),
  check ((mailed_every is null) = (mailed_on is null))
);
create index report_choice_pinned on report_choice (seller_id, staff_id) where is_pinned;
create index report_choice_mailed on report_choice (seller_id, mailed_on) where mailed_every is not null;

alter table report_choice enable row level security;
alter table report_choice force row level security;
create policy of_its_seller on report_choice
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on report_choice to foyer_app;
