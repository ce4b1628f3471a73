-- A ticket or a membership card that was given out as a pass for a phone's wallet.
create table wallet_pass (
  seller_id uuid not null references seller (id),
  -- Its serial number.
  id uuid not null,
  wallet text not null check (wallet in ('apple', 'google')),
  ticket_id uuid not null,
  -- SHA-256 of the scan code that it shows. With another code the ticket is somebody else's, and gets another pass.
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default app_now(),
  -- When what it shows last changed, and how often that was.
  changed_at timestamptz not null default app_now(),
  version int not null default 0 check (version >= 0),
  -- 'due': the wallet has to be told of the change. 'kept': it is not told, because this server sends nothing.
  state text not null default 'current' check (state in ('current', 'due', 'kept', 'dead')),
  next_at timestamptz,
  attempts int not null default 0,
  last_error text,
  primary key (seller_id, id),
  foreign key (seller_id, ticket_id) references ticket (seller_id, id),
  unique (seller_id, ticket_id, wallet, code_hash),
  check ((state = 'due') = (next_at is not null))
);
create index wallet_pass_due on wallet_pass (next_at) where state = 'due';

-- A device that wants to be told when a pass changes.
create table wallet_registration (
  seller_id uuid not null references seller (id),
  wallet_pass_id uuid not null,
  -- SHA-256 of the device's name for itself, which lists its passes.
  device_hash bytea not null check (length(device_hash) = 32),
  push_token text not null,
  created_at timestamptz not null default app_now(),
  primary key (seller_id, wallet_pass_id, device_hash),
  foreign key (seller_id, wallet_pass_id) references wallet_pass (seller_id, id) on delete cascade
);
create index wallet_registration_device on wallet_registration (seller_id, device_hash);

-- A session whose time the seller has changed, or that was cancelled, until its passes are marked as changed.
create table wallet_session_change (
  seller_id uuid not null references seller (id),
  id uuid not null,
  event_session_id uuid not null,
  primary key (seller_id, id),
  foreign key (seller_id, event_session_id) references event_session (seller_id, id) on delete cascade
);
create index wallet_session_change_session on wallet_session_change (seller_id, event_session_id);

alter table wallet_pass enable row level security;
alter table wallet_pass force row level security;
create policy of_its_seller on wallet_pass
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on wallet_pass to foyer_app;

alter table wallet_registration enable row level security;
alter table wallet_registration force row level security;
create policy of_its_seller on wallet_registration
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on wallet_registration to foyer_app;

alter table wallet_session_change enable row level security;
alter table wallet_session_change force row level security;
create policy of_its_seller on wallet_session_change
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on wallet_session_change to foyer_app;
