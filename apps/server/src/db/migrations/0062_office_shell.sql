-- allows: 0045
-- Passkeys of the staff, saved views, and the operator: suspended sellers, and visits that an owner lets in.
-- A server that does not know of a suspension goes on selling: suspend nobody while an upgrade is rolled out.
create table staff_passkey (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  name text not null check (length(name) between 1 and 60),
  -- By which the browser's authenticator finds the key; it opens nothing.
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  -- In the COSE format. There is nothing secret here.
  public_key bytea not null check (length(public_key) between 1 and 4000),
  -- How often the authenticator says that it was used; 0 for those that do not count.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  created_at timestamptz not null default app_now(),
  used_at timestamptz
);
create unique index staff_passkey_credential on staff_passkey (credential_id);
create index staff_passkey_of on staff_passkey (staff_id);

-- What an authenticator has to sign. Deleted when it is used, whether or not the answer was right.
create table staff_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'step_up', 'registration')),
  -- Nobody is known yet when somebody signs in.
  staff_id uuid references staff (id),
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (staff_id is null))
);
create index staff_challenge_end on staff_challenge (expires_at);

-- Filters of a list under a name: of one person, or of everybody at the seller.
create table saved_view (
  seller_id uuid not null references seller (id),
  id uuid not null,
  screen text not null check (length(screen) between 1 and 40),
  name text not null check (length(name) between 1 and 60),
  -- Its author.
  staff_id uuid not null references staff (id),
  is_shared boolean not null default false,
  filters jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (seller_id, id)
);
create index saved_view_of on saved_view (seller_id, screen, staff_id);
create index saved_view_shared on saved_view (seller_id, screen) where is_shared;

-- Since when a seller sells nothing: its orders stay open.
alter table seller add column suspended_at timestamptz;

-- An owner lets the operator look at a seller, for at most a day.
create table operator_permit (
  seller_id uuid not null references seller (id),
  id uuid not null,
  allowed_by uuid not null references staff (id),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (seller_id, id),
  check (ends_at > created_at and ends_at <= created_at + interval '24 hours')
);
create index operator_permit_end on operator_permit (seller_id, ends_at) where ended_at is null;

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy of_its_seller on saved_view
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table operator_permit enable row level security;
alter table operator_permit force row level security;
create policy of_its_seller on operator_permit
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, update, delete on staff_passkey to foyer_app;
grant select, insert, delete on staff_challenge to foyer_app;
-- Deleting old ones locks them.
grant update (expires_at) on staff_challenge to foyer_app;
grant select, insert, delete on saved_view to foyer_app;
grant update (name, is_shared, filters) on saved_view to foyer_app;
grant select, insert on operator_permit to foyer_app;
grant update (ended_at) on operator_permit to foyer_app;
