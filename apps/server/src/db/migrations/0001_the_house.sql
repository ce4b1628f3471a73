-- The main job: sellers, their catalogue, carts, payments, orders, mail.
-- Every key begins with seller_id; row-level security is the net under the queries.
-- Money is in minor units of the seller's currency. A capacity or limit of -1 means none.

do $$ begin
  if not exists (select from pg_roles where rolname = 'foyer_app') then
    create role foyer_app nologin;
  end if;
end $$;
-- Whoever made the role may not yet act as it. Where an administrator made it, they have granted it too.
do $$ begin
  execute format('grant foyer_app to %I', current_user);
exception when insufficient_privilege then null;
end $$;

-- One clock for every decision. Tests move it by setting app.clock to an interval; in production it is never set.
create function app_now() returns timestamptz language sql stable as
  $$ select now() + coalesce(nullif(current_setting('app.clock', true), '')::interval, interval '0') $$;

create table seller (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en',
  timezone text not null,
  meta jsonb not null default '{}',
  theme jsonb not null default '{}',
  strings jsonb not null default '{}',
  web jsonb not null default '{}',
  configuration jsonb not null default '{}',
  -- Counts changes of the catalogue; caches carry it in their keys.
  catalogue_version bigint not null default 1,
  created_at timestamptz not null default now()
);

create table image_asset (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  sha256 text not null,
  mime text not null,
  width int not null,
  height int not null,
  alt text,
  bytes bytea not null,
  primary key (seller_id, id),
  unique (seller_id, key)
);

create table venue (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  name text not null,
  timezone text not null,
  address text,
  primary key (seller_id, id),
  unique (seller_id, key)
);

create table event_template (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  venue_id uuid,
  name text not null,
  subtitle text,
  summary text,
  description text,
  category text,
  event_type text not null default 'repeating' check (event_type in ('single', 'repeating', 'other')),
  hidden_type text not null default 'public_browsable' check (hidden_type in ('public_browsable', 'public_link_only', 'public_member_only')),
  timezone text not null,
  rank int not null default 0,
  meta jsonb not null default '{}',
  config jsonb not null default '{}',
  -- Retired by an import that no longer names it: kept for its orders, not sold.
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, key),
  foreign key (seller_id, venue_id) references venue (seller_id, id)
);

create table event_session (
  seller_id uuid not null references seller (id),
  id uuid not null,
  event_template_id uuid not null,
  start_datetime timestamptz not null,
  end_datetime timestamptz not null check (end_datetime > start_datetime),
  -- The venue's own day and times, so that no query has to know a zone.
  local_day date not null,
  local_start text not null,
  local_end text not null,
  capacity int not null default -1 check (capacity >= -1),
  oversell_capacity int not null default 0 check (oversell_capacity >= 0),
  used_capacity int not null default 0 check (used_capacity >= 0),
  -- Lowest price of a type that anyone may browse.
  min_price bigint,
  -- Outside fees on that lowest price.
  min_price_fees bigint not null default 0,
  cancelled boolean not null default false,
  retired boolean not null default false,
  primary key (seller_id, id),
  foreign key (seller_id, event_template_id) references event_template (seller_id, id),
  constraint event_session_never_over check (capacity < 0 or used_capacity <= capacity + oversell_capacity)
);
create unique index event_session_start on event_session (seller_id, event_template_id, start_datetime) where not retired;
create index event_session_day on event_session (seller_id, event_template_id, local_day);

create table ticket_group (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  event_template_id uuid not null,
  name text not null,
  summary text,
  description text,
  handler text not null default 'tickets' check (handler in ('tickets', 'passes', 'codes', 'seated', 'ledger', 'donation', 'membership')),
  hidden_type text not null default 'public_browsable' check (hidden_type in ('public_browsable', 'public_link_only', 'public_member_only')),
  start_policy text check (start_policy in ('fixedfrom', 'fixedto')),
  start_policy_date timestamptz,
  duration_new text,
  min_tickets_per_order int not null default 1,
  max_tickets_per_order int not null default -1,
  color text,
  sales_start timestamptz,
  sales_end timestamptz,
  available boolean not null default true,
  capacity int not null default -1 check (capacity >= -1),
  oversell_capacity int not null default 0 check (oversell_capacity >= 0),
  used_capacity int not null default 0 check (used_capacity >= 0),
  exclude_from_event_capacity boolean not null default false,
  additional_info_spec jsonb,
  meta jsonb not null default '{}',
  rank int not null default 0,
  -- An order is judged by the limits that stood when it was made.
  limits_changed_at timestamptz not null default now(),
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, event_template_id, key),
  foreign key (seller_id, event_template_id) references event_template (seller_id, id),
  constraint ticket_group_never_over check (capacity < 0 or used_capacity <= capacity + oversell_capacity)
);
create index ticket_group_event on ticket_group (seller_id, event_template_id);

create table ticket_type (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  ticket_group_id uuid not null,
  name text not null,
  summary text,
  description text,
  currency_amount bigint not null check (currency_amount >= 0),
  currency_amount_min bigint check (currency_amount_min >= 0),
  currency_amount_max bigint check (currency_amount_max >= currency_amount_min),
  -- For each ticket: a fixed amount, and basis points of its price.
  fee_fixed_outside bigint not null default 0 check (fee_fixed_outside >= 0),
  fee_percent_outside int not null default 0 check (fee_percent_outside >= 0),
  available boolean not null default true,
  member_event_ticket_type text,
  rank int not null default 0,
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, ticket_group_id, key),
  foreign key (seller_id, ticket_group_id) references ticket_group (seller_id, id),
  check ((currency_amount_min is null) = (currency_amount_max is null))
);
create index ticket_type_group on ticket_type (seller_id, ticket_group_id);

-- Prices of a session that differ from the type's own.
create table session_price (
  seller_id uuid not null references seller (id),
  event_session_id uuid not null,
  ticket_type_id uuid not null,
  amount bigint not null check (amount >= 0),
  primary key (seller_id, event_session_id, ticket_type_id),
  foreign key (seller_id, event_session_id) references event_session (seller_id, id),
  foreign key (seller_id, ticket_type_id) references ticket_type (seller_id, id)
);
create index session_price_type on session_price (seller_id, ticket_type_id);

-- Every price that was ever on sale, so that a ticket's price can be proved after the catalogue moved on.
create table price_log (
  seller_id uuid not null references seller (id),
  ticket_type_id uuid not null,
  amount bigint not null,
  amount_min bigint,
  amount_max bigint,
  since timestamptz not null default now(),
  primary key (seller_id, ticket_type_id, amount, since),
  foreign key (seller_id, ticket_type_id) references ticket_type (seller_id, id)
);

create table message_rule (
  seller_id uuid not null references seller (id),
  id uuid not null,
  event_template_id uuid not null,
  key text not null,
  actions jsonb not null default '{}',
  triggers jsonb not null default '{}',
  rank int not null default 0,
  primary key (seller_id, id),
  unique (seller_id, event_template_id, key),
  foreign key (seller_id, event_template_id) references event_template (seller_id, id)
);

create table membership_rule (
  seller_id uuid not null references seller (id),
  ticket_type_id uuid not null,
  ticket_group_id uuid not null,
  party_role text not null,
  named text not null check (named in ('no', 'yes', 'optional')),
  emailed text not null check (emailed in ('no', 'yes', 'optional')),
  min int not null default 0,
  max int not null default 1,
  primary key (seller_id, ticket_type_id, party_role),
  foreign key (seller_id, ticket_type_id) references ticket_type (seller_id, id),
  foreign key (seller_id, ticket_group_id) references ticket_group (seller_id, id)
);

-- People. A visitor without a name yet is the public identity of their session.
create table identity (
  seller_id uuid not null references seller (id),
  id uuid not null,
  kind text not null check (kind in ('public', 'guest', 'user')),
  first_name text,
  last_name text,
  email text,
  phone text,
  address text,
  address_more text,
  city text,
  state text,
  region text,
  country text,
  zip_code text,
  gift_aid_eligible boolean,
  additional_info jsonb not null default '{}',
  meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (seller_id, id)
);
create index identity_email on identity (seller_id, lower(email)) where email is not null;

-- Sessions of visitors. Only a hash of the cookie is kept.
create table visitor_session (
  seller_id uuid not null references seller (id),
  token_hash bytea not null,
  identity_id uuid not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (seller_id, token_hash),
  foreign key (seller_id, identity_id) references identity (seller_id, id)
);

create sequence cart_number start 10001;
create table cart (
  seller_id uuid not null references seller (id),
  id uuid not null,
  cart_number bigint not null default nextval('cart_number'),
  state text not null default 'pending' check (state in ('pending', 'expired', 'completed')),
  -- The public identity or the user that the cart belongs to.
  identity_id uuid not null,
  purchaser_identity_id uuid,
  terms_version text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- No extension may move expires_at past this.
  hold_until_at_most timestamptz not null,
  extensions int not null default 0 check (extensions between 0 and 10),
  -- While a payment is in flight the cart can neither change nor expire before this moment.
  paying_until timestamptz,
  -- Counts changes of what is in it; a payment is for one version.
  version int not null default 1,
  channel_id text not null default 'web',
  campaign jsonb not null default '{}',
  additional_info jsonb not null default '{}',
  primary key (seller_id, id),
  unique (seller_id, cart_number),
  foreign key (seller_id, identity_id) references identity (seller_id, id),
  foreign key (seller_id, purchaser_identity_id) references identity (seller_id, id)
);
create index cart_due on cart (seller_id, expires_at) where state = 'pending';
create index cart_owner on cart (seller_id, identity_id);

create sequence order_number start 100001;
create table ticket_order (
  seller_id uuid not null references seller (id),
  id uuid not null,
  order_number bigint not null default nextval('order_number'),
  identity_id uuid not null,
  owner_identity_id uuid not null,
  cart_id uuid not null,
  currency text not null,
  -- What the order's QR code says: 128 random bits that grant entry, never the id.
  scan_code text not null,
  -- What was charged: tickets and their fees.
  total bigint not null check (total >= 0),
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, order_number),
  unique (seller_id, scan_code),
  unique (seller_id, cart_id),
  foreign key (seller_id, identity_id) references identity (seller_id, id),
  foreign key (seller_id, owner_identity_id) references identity (seller_id, id),
  foreign key (seller_id, cart_id) references cart (seller_id, id)
);

create table ticket (
  seller_id uuid not null references seller (id),
  id uuid not null,
  state text not null check (state in ('held', 'in_cart', 'booked', 'redeemed', 'cancelled', 'unbooked')),
  cart_id uuid not null,
  ticket_order_id uuid,
  ticket_type_id uuid not null,
  ticket_group_id uuid not null,
  event_template_id uuid not null,
  event_session_id uuid,
  seat_id uuid,
  -- Taken when held: the price shown is the price charged.
  face_value bigint not null check (face_value >= 0),
  adjusted_value bigint not null check (adjusted_value >= 0 and adjusted_value <= face_value),
  fee_fixed bigint not null default 0 check (fee_fixed >= 0),
  fee_percent bigint not null default 0 check (fee_percent >= 0),
  admit_name text,
  admit_email text,
  handler_data jsonb,
  -- Given when booked: 128 random bits.
  scan_code text,
  valid_from timestamptz,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  foreign key (seller_id, cart_id) references cart (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  foreign key (seller_id, ticket_type_id) references ticket_type (seller_id, id),
  foreign key (seller_id, ticket_group_id) references ticket_group (seller_id, id),
  foreign key (seller_id, event_template_id) references event_template (seller_id, id),
  foreign key (seller_id, event_session_id) references event_session (seller_id, id),
  constraint ticket_booked_is_whole check (state not in ('booked', 'redeemed') or (ticket_order_id is not null and scan_code is not null))
);
create unique index ticket_scan_code on ticket (seller_id, scan_code) where scan_code is not null;
create unique index ticket_one_seat on ticket (seller_id, event_session_id, seat_id)
  where seat_id is not null and state in ('held', 'in_cart', 'booked', 'redeemed');
create index ticket_cart on ticket (seller_id, cart_id);
create index ticket_order_tickets on ticket (seller_id, ticket_order_id) where ticket_order_id is not null;
create index ticket_session on ticket (seller_id, event_session_id) where state in ('held', 'in_cart', 'booked', 'redeemed');
create index ticket_group_live on ticket (seller_id, ticket_group_id) where state in ('held', 'in_cart', 'booked', 'redeemed');

-- Money: the row comes first, then the call with the row's id as its idempotency key, then what came of it.
create table payment (
  seller_id uuid not null references seller (id),
  id uuid not null,
  cart_id uuid not null,
  cart_version int not null,
  ticket_order_id uuid,
  gateway_id text not null check (gateway_id in ('free', 'test', 'stripe', 'ledger')),
  state text not null default 'created' check (state in ('created', 'processing', 'authorized', 'captured', 'voided', 'failed', 'refunded')),
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  currency text not null,
  provider_ref text,
  gateway_data jsonb not null default '{}',
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (seller_id, id),
  foreign key (seller_id, cart_id) references cart (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id)
);
create unique index payment_provider_ref on payment (seller_id, gateway_id, provider_ref) where provider_ref is not null;
-- One live payment for each version of a cart: two clicks and two tabs meet here.
create unique index payment_one_live on payment (seller_id, cart_id, cart_version)
  where state in ('created', 'processing', 'authorized', 'captured');
create index payment_cart on payment (seller_id, cart_id);
create index payment_open on payment (seller_id, updated_at) where state in ('created', 'processing', 'authorized');

-- The built-in test gateway's own books, as a provider would keep them: apart from ours, found by idempotency key.
create table test_gateway_intent (
  seller_id uuid not null references seller (id),
  id text not null,
  idempotency_key text not null,
  status text not null check (status in ('requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled', 'failed')),
  amount bigint not null,
  currency text not null,
  card text not null,
  decline_code text,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, idempotency_key)
);

create table transition (
  seller_id uuid not null references seller (id),
  id bigint generated always as identity,
  entity text not null,
  entity_id uuid not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null default now(),
  primary key (seller_id, id)
);

-- What leaves the house: written with the change that causes it, sent afterwards.
create table outbox (
  seller_id uuid not null references seller (id),
  id uuid not null,
  kind text not null,
  ref_id uuid not null,
  -- Tells apart several mails of one kind about one thing, such as mails sent again on request.
  occasion text not null default '',
  to_address text not null,
  message jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'kept', 'dead')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (seller_id, id),
  unique (seller_id, kind, ref_id, occasion)
);
create index outbox_due on outbox (next_at) where state in ('queued', 'sending');

-- Secrets of the installation, made once.
create table house_secret (
  name text primary key,
  value bytea not null
);

-- The net: without a seller set on the connection no row is seen. '*' is for jobs that walk over all sellers.
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'image_asset', 'venue', 'event_template', 'event_session', 'ticket_group', 'ticket_type', 'session_price', 'price_log',
    'message_rule', 'membership_rule', 'identity', 'visitor_session', 'cart', 'ticket_order', 'ticket', 'payment',
    'test_gateway_intent', 'transition', 'outbox']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      $policy$create policy of_its_seller on %I
        using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
        with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')$policy$,
      tenant_table);
  end loop;
end $$;

grant usage on schema public to foyer_app;
grant select, insert, update, delete on all tables in schema public to foyer_app;
grant usage on all sequences in schema public to foyer_app;
-- Money and history are never deleted.
revoke delete on payment, ticket_order, transition, price_log, test_gateway_intent from foyer_app;
