-- allows: 0045
-- The catalogue as it was published, and the chapters that staff are editing. A server of before writes no revision: import
-- nothing while an upgrade is rolled out.
create table catalogue_revision (
  seller_id uuid not null references seller (id),
  number int not null check (number >= 1),
  -- As text, in the order of its fields: a download is read by people. Pictures are named, not held.
  document json not null check (octet_length(document::text) <= 33554432),
  source text not null check (source in ('office', 'file', 'command_line', 'demo')),
  staff_id uuid references staff (id),
  note text not null default '' check (length(note) <= 500),
  -- The chapters that differ from the revision before; '{}' for the first one.
  chapters text[] not null default '{}',
  created_at timestamptz not null default app_now(),
  primary key (seller_id, number),
  check (staff_id is null or source in ('office', 'file'))
);

-- A chapter as somebody is editing it. Nobody but staff sees it.
create table catalogue_draft (
  seller_id uuid not null references seller (id),
  chapter text not null check (length(chapter) between 1 and 80),
  -- The revision that it was made from, 0 for none, and the chapter as it was there: null where it did not exist.
  base_number int not null check (base_number >= 0),
  base json,
  -- Null: the chapter is to be taken out.
  document json,
  version int not null default 1 check (version >= 1),
  staff_id uuid not null references staff (id),
  changed_at timestamptz not null default app_now(),
  primary key (seller_id, chapter),
  check (octet_length(document::text) <= 2097152)
);

alter table catalogue_revision enable row level security;
alter table catalogue_revision force row level security;
create policy of_its_seller on catalogue_revision
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table catalogue_draft enable row level security;
alter table catalogue_draft force row level security;
create policy of_its_seller on catalogue_draft
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

-- A revision never changes; only the oldest ones are deleted.
grant select, insert, delete on catalogue_revision to foyer_app;
grant select, insert, delete on catalogue_draft to foyer_app;
grant update (base_number, base, document, version, staff_id, changed_at) on catalogue_draft to foyer_app;
