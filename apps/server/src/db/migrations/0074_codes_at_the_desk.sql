-- allows: 0045
-- Promo codes in the back office. A server of before goes on taking paused codes, and its import withdraws codes that staff
-- have made: pause and import nothing while an upgrade is rolled out.
alter table code
  add column paused_at timestamptz,
  -- Made or changed by staff: no part of the catalogue's file.
  add column by_office boolean not null default false,
  add column code_batch_id uuid;

-- Codes that are made together.
create table code_batch (
  seller_id uuid not null references seller (id),
  id uuid not null,
  staff_id uuid not null references staff (id),
  code_group_id uuid not null,
  prefix text not null check (length(prefix) <= 30),
  -- Random characters behind the prefix.
  length int not null check (length between 1 and 35),
  quantity int not null check (quantity between 1 and 100000),
  max_uses int not null check (max_uses >= -1),
  valid_from timestamptz,
  valid_to timestamptz,
  reason text not null check (length(reason) between 1 and 500),
  made int not null default 0,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (seller_id, id),
  foreign key (seller_id, code_group_id) references code_group (seller_id, id),
  check (made between 0 and quantity),
  check ((made = quantity) = (ended_at is not null))
);
create index code_batch_running on code_batch (seller_id) where ended_at is null;
create index code_batch_newest on code_batch (seller_id, created_at);

alter table code_batch enable row level security;
alter table code_batch force row level security;
create policy of_its_seller on code_batch
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on code_batch to foyer_app;
grant update (made, ended_at) on code_batch to foyer_app;
