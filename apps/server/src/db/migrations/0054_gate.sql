-- allows: 0045
-- Checking tickets in: devices at the gates, and every scan.
create table scan_device (
  seller_id uuid not null references seller (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- Empty: it scans for every event.
  event_ids uuid[] not null default '{}',
  venue_ids uuid[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by uuid references staff (id),
  -- Good once, until it expires.
  pairing_hash bytea check (length(pairing_hash) = 32),
  pairing_expires_at timestamptz,
  paired_at timestamptz,
  token_hash bytea check (length(token_hash) = 32),
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references staff (id),
  -- As it last said: when it called, scans that it had not sent, and its clock less the server's.
  seen_at timestamptz,
  waiting int not null default 0 check (waiting >= 0),
  clock_offset_ms bigint not null default 0,
  primary key (seller_id, id),
  check ((pairing_hash is null) = (pairing_expires_at is null)),
  check ((token_hash is null) = (paired_at is null)),
  check (pairing_hash is null or paired_at is null)
);
create unique index scan_device_token on scan_device (seller_id, token_hash) where token_hash is not null;
create unique index scan_device_pairing on scan_device (seller_id, pairing_hash) where pairing_hash is not null;

create table scan (
  seller_id uuid not null references seller (id),
  -- Made by the device, so that sending it again records nothing twice.
  id uuid not null,
  -- A ticket or a member's card; neither for an unknown code and for people who are counted without codes.
  ticket_id uuid,
  membership_id uuid,
  event_session_id uuid,
  device_id uuid,
  staff_id uuid references staff (id),
  direction text not null check (direction in ('in', 'out', 'undo')),
  undoes uuid,
  people int not null default 1 check (people between 1 and 500),
  -- By the corrected clock, and the venue's day of it.
  at timestamptz not null,
  local_day date not null,
  device_at timestamptz not null,
  clock_offset_ms bigint not null,
  received_at timestamptz not null default app_now(),
  -- Decided by the device without the server.
  is_offline boolean not null,
  -- What the gate said; never changed.
  shown text not null check (shown in ('welcome', 'look', 'no')),
  reason text check (length(reason) <= 40),
  may_admit boolean not null,
  let_in boolean not null,
  admit_reason text check (length(admit_reason) <= 40),
  -- The earlier entry that the answer named.
  already_at timestamptz,
  already_by text,
  -- By all scans of the same ticket; changes when an earlier one arrives late.
  counts text not null check (counts in ('entry', 'reentry', 'exit', 'double', 'refused', 'undone', 'undo')),
  -- Where gate and books disagree, until a person has looked at it.
  conflict text check (conflict in ('double', 'cancelled', 'refused')),
  resolved_at timestamptz,
  resolved_by uuid references staff (id),
  primary key (seller_id, id),
  foreign key (seller_id, ticket_id) references ticket (seller_id, id),
  foreign key (seller_id, membership_id) references membership (seller_id, id),
  foreign key (seller_id, device_id) references scan_device (seller_id, id),
  check (ticket_id is null or membership_id is null),
  check (device_id is not null or staff_id is not null)
);
create index scan_of_ticket on scan (seller_id, ticket_id) where ticket_id is not null;
create index scan_of_membership on scan (seller_id, membership_id) where membership_id is not null;
create index scan_of_day on scan (seller_id, local_day, counts);
create index scan_received on scan (seller_id, received_at);
create index scan_conflict on scan (seller_id, at) where conflict is not null and resolved_at is null;

-- Codes that a ticket had before: they are known and let nobody in.
create table replaced_code (
  seller_id uuid not null references seller (id),
  code_hash bytea not null check (length(code_hash) = 32),
  ticket_id uuid not null,
  replaced_at timestamptz not null default app_now(),
  primary key (seller_id, code_hash),
  foreign key (seller_id, ticket_id) references ticket (seller_id, id)
);
create index replaced_code_age on replaced_code (seller_id, replaced_at);

alter table scan_device enable row level security;
alter table scan_device force row level security;
create policy of_its_seller on scan_device
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

alter table scan enable row level security;
alter table scan force row level security;
create policy of_its_seller on scan
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
-- What happened at the gate stays; only refusals are deleted after a time (jobs/retention).
create policy only_refusals on scan as restrictive for delete using (counts = 'refused' and conflict is null);

alter table replaced_code enable row level security;
alter table replaced_code force row level security;
create policy of_its_seller on replaced_code
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, update, delete on scan_device to foyer_app;
grant select, insert, delete on scan to foyer_app;
-- What was scanned and shown cannot be rewritten.
grant update (counts, conflict, resolved_at, resolved_by) on scan to foyer_app;
grant select, insert, delete on replaced_code to foyer_app;
