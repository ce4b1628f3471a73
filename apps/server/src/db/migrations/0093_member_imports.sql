-- allows: 0045
-- Members that staff import from a file: each row is imported once, and a row that waits keeps the import open.
create table member_import (
  seller_id uuid not null references seller (id),
  id uuid not null,
  staff_id uuid not null references staff (id),
  rows int not null check (rows > 0),
  done int not null default 0,
  failed int not null default 0,
  sends_cards boolean not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  cancelled_at timestamptz,
  primary key (seller_id, id)
);
create index member_import_newest on member_import (seller_id, created_at);

create table member_import_row (
  seller_id uuid not null references seller (id),
  member_import_id uuid not null,
  -- Of the file, from 1.
  line int not null,
  -- The person, as long as the row waits.
  first_name text,
  last_name text,
  email text,
  ticket_group_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null check (valid_to > valid_from),
  member_number text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  problem text,
  membership_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (seller_id, member_import_id, line),
  foreign key (seller_id, member_import_id) references member_import (seller_id, id),
  foreign key (seller_id, membership_id) references membership (seller_id, id)
);
-- Two imports never bring the same number.
create unique index member_import_row_number on member_import_row (seller_id, member_number)
  where member_number is not null and state <> 'failed';
create index member_import_row_age on member_import_row (seller_id, created_at);
create index member_import_row_membership on member_import_row (seller_id, membership_id) where membership_id is not null;
create index member_import_row_email on member_import_row (seller_id, lower(email)) where email is not null;

alter table member_import enable row level security;
alter table member_import force row level security;
create policy of_its_seller on member_import
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table member_import_row enable row level security;
alter table member_import_row force row level security;
create policy of_its_seller on member_import_row
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on member_import to foyer_app;
grant select, insert, update, delete on member_import_row to foyer_app;
