-- allows: 0045
-- Who may work in the back office, and what was changed there. Accounts belong to the installation: the tables of
-- modules/staff without seller_id. What somebody may do at a seller is a grant, under row-level security.
create table staff (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  -- Runs the installation. It gives no right at a seller.
  is_operator boolean not null default false,
  -- A demo account signs in without a second factor; none can sign in to a production server.
  is_demo boolean not null default false,
  password text,
  created_at timestamptz not null default app_now()
);
create unique index staff_email on staff (lower(email));

-- The second factor: a secret of an authenticator app.
create table staff_totp (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  -- Sealed under SECRETS_KEY.
  secret bytea not null,
  created_at timestamptz not null default app_now(),
  -- Without it, a code has yet to show that the app knows the secret.
  confirmed_at timestamptz,
  -- Number of the 30-second step of the last code: no code of it or of an earlier one is good any more.
  last_step bigint not null default 0
);
create unique index staff_totp_confirmed on staff_totp (staff_id) where confirmed_at is not null;
create unique index staff_totp_pending on staff_totp (staff_id) where confirmed_at is null;

create table staff_recovery_code (
  staff_id uuid not null references staff (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_sign_in (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  -- When the second factor was last shown.
  proved_at timestamptz,
  ended_at timestamptz,
  -- Name of the browser and its system, without their versions.
  browser text not null check (length(browser) <= 60)
);
create index staff_sign_in_of on staff_sign_in (staff_id, created_at) where ended_at is null;

create table staff_invitation (
  id uuid primary key,
  -- The seller that invites; none for an operator's account.
  invited_to uuid references seller (id),
  email text not null check (length(email) between 3 and 254),
  roles text[] not null,
  is_operator boolean not null default false,
  invited_by uuid references staff (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  times_sent int not null default 1,
  accepted_at timestamptz,
  accepted_by uuid references staff (id),
  withdrawn_at timestamptz,
  check (is_operator = (invited_to is null)),
  check (is_operator or cardinality(roles) > 0)
);
create unique index staff_invitation_open on staff_invitation (invited_to, lower(email)) nulls not distinct
  where accepted_at is null and withdrawn_at is null;

-- A link that lets its reader choose a new password. The second factor stays.
create table staff_password_link (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_password_link_of on staff_password_link (staff_id) where used_at is null;

-- Wrong tries to sign in, by account and by network, in windows that begin with the first one.
create table staff_try (
  -- A keyed hash: neither an address nor a network can be read here.
  key bytea primary key check (length(key) <= 64),
  used int not null check (used >= 0),
  ends_at timestamptz not null
);

create table staff_grant (
  seller_id uuid not null references seller (id),
  staff_id uuid not null references staff (id),
  role text not null check (role in ('owner', 'manager', 'box_office', 'scanner', 'finance', 'reporter')),
  granted_at timestamptz not null default app_now(),
  granted_by uuid references staff (id),
  -- Suspended: it gives no right until it is resumed.
  suspended_at timestamptz,
  primary key (seller_id, staff_id, role)
);
create index staff_grant_of on staff_grant (staff_id);

create table audit_entry (
  seller_id uuid not null references seller (id),
  id uuid not null,
  at timestamptz not null default app_now(),
  -- 'access': signing in and what was refused, kept for a year; 'change': everything else, for seven.
  kind text not null check (kind in ('change', 'access')),
  actor text not null check (actor in ('staff', 'command_line', 'import', 'device', 'api_key', 'buyer', 'job')),
  staff_id uuid references staff (id),
  -- As what somebody acted.
  roles text[] not null default '{}',
  via text not null check (via in ('office', 'command_line', 'import', 'storefront', 'device', 'api', 'job')),
  action text not null check (length(action) <= 60),
  entity_kind text not null check (length(entity_kind) <= 40),
  entity_id text not null check (length(entity_id) <= 100),
  -- The changed fields.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text check (length(reason) <= 500),
  request_id text check (length(request_id) <= 64),
  keep_until timestamptz not null,
  primary key (seller_id, id),
  check (actor <> 'staff' or staff_id is not null),
  check (keep_until >= at + interval '1 year')
);
create index audit_entry_newest on audit_entry (seller_id, at desc, id desc);
create index audit_entry_of_staff on audit_entry (seller_id, staff_id, at desc) where staff_id is not null;
create index audit_entry_of_thing on audit_entry (seller_id, entity_kind, entity_id, at desc);
create index audit_entry_age on audit_entry (seller_id, keep_until);

-- The changed fields that name a person; erasing a buyer empties theirs.
create table audit_personal (
  seller_id uuid not null references seller (id),
  audit_entry_id uuid not null,
  -- The buyer whom they name; none where it is a member of the staff.
  identity_id uuid,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  keep_until timestamptz not null,
  primary key (seller_id, audit_entry_id),
  foreign key (seller_id, audit_entry_id) references audit_entry (seller_id, id)
);
create index audit_personal_of on audit_personal (seller_id, identity_id) where identity_id is not null;

-- Nobody changes what was written, and nobody deletes it before its time: by the clock of the database, not app_now().
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < now() then return old; end if;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
create function refuse_audit_personal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.identity_id is not null or old.keep_until < now() then return old; end if;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on audit_entry for each row execute function refuse_audit_change();
create trigger refuse_change before update or delete on audit_personal for each row execute function refuse_audit_personal_change();

alter table staff_grant enable row level security;
alter table staff_grant force row level security;
create policy of_its_seller on staff_grant
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy of_its_seller on audit_entry
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

alter table audit_personal enable row level security;
alter table audit_personal force row level security;
create policy of_its_seller on audit_personal
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, update on staff, staff_invitation to foyer_app;
grant select, insert, update, delete on staff_totp, staff_recovery_code, staff_sign_in, staff_password_link, staff_try, staff_grant to foyer_app;
grant select, insert, delete on audit_entry, audit_personal to foyer_app;

-- E-mails with a link that opens an account.
create index outbox_staff_secret on outbox (created_at)
  where kind in ('staff_invitation', 'staff_password_link') and blanked_at is null;
