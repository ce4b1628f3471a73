-- Who logs in, what they are members of, and what they were promised with it.

-- One user for each address of a seller: two who register at the same moment meet here.
create unique index identity_user_email on identity (seller_id, lower(email)) where kind = 'user' and email is not null;

-- How a user logs in. Whoever has no password yet has none to guess.
create table user_login (
  seller_id uuid not null references seller (id),
  identity_id uuid not null,
  -- Argon2id in PHC format.
  password text,
  password_set_at timestamptz,
  -- When it was last shown that letters to the address reach this person; until then nobody else's purchase is theirs by address.
  email_proved_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (seller_id, identity_id),
  foreign key (seller_id, identity_id) references identity (seller_id, id)
);

-- A user as somebody else knows them: an OpenID provider, a system that signs tokens. Never by an address.
create table external_login (
  seller_id uuid not null references seller (id),
  issuer text not null check (char_length(issuer) between 1 and 300),
  subject text not null check (char_length(subject) between 1 and 300),
  identity_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (seller_id, issuer, subject),
  foreign key (seller_id, identity_id) references identity (seller_id, id)
);
create index external_login_identity on external_login (seller_id, identity_id);

-- A session of a user is `full`. Whoever showed no more than a member's number has a limited one: it stays a guest's,
-- and only knows whose benefits to sell.
alter table visitor_session
  add column strength text not null default 'none' check (strength in ('none', 'limited', 'full')),
  add column method text,
  add column authenticated_at timestamptz,
  add column member_identity_id uuid,
  -- Of the provider that was logged in with: what its logout wants to see.
  add column external jsonb,
  add foreign key (seller_id, member_identity_id) references identity (seller_id, id),
  add constraint visitor_session_strength check ((strength = 'none') = (member_identity_id is null)),
  add constraint visitor_session_full check (strength <> 'full' or member_identity_id = identity_id);
create index visitor_session_member on visitor_session (seller_id, member_identity_id) where member_identity_id is not null and ended_at is null;

-- One-time secrets: codes to log in with, links to set a password or an address. Only hashes are kept.
create table login_token (
  seller_id uuid not null references seller (id),
  id uuid not null,
  purpose text not null check (purpose in ('otp', 'reset', 'email')),
  -- What the browser holds, or what stands in the link.
  token_hash bytea not null,
  -- Of a code: what the letter says.
  code_hash bytea,
  -- The browser that asked.
  browser_hash bytea,
  -- As it is compared. Of somebody unknown there is a row too, so that it takes as long.
  email text not null,
  identity_id uuid,
  redirect_path text,
  attempts int not null default 0 check (attempts between 0 and 3),
  uses int not null default 0 check (uses between 0 and 1),
  created_at timestamptz not null,
  -- A code is good from here on: the letter is on its way.
  ready_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A newer one took its place.
  ended_at timestamptz,
  primary key (seller_id, id),
  unique (seller_id, token_hash),
  check (used_at is null or used_at <= expires_at),
  check (purpose <> 'otp' or expires_at <= created_at + interval '10 minutes'),
  foreign key (seller_id, identity_id) references identity (seller_id, id)
);
create index login_token_email on login_token (seller_id, email, created_at);
create index login_token_expiry on login_token (expires_at);

-- What was tried at doors that can be guessed at, counted before anything is compared: for each thing that was tried, and
-- for each place that it was tried from.
create table login_try (
  seller_id uuid not null references seller (id),
  id bigint generated always as identity,
  -- 'password', 'otp_request', 'scan_code', 'reset', 'resend', 'register', …
  door text not null,
  -- A keyed hash of the address or number that was tried.
  target bytea,
  -- A keyed hash of the place that asked; null where an address tells nothing.
  place bytea,
  at timestamptz not null,
  primary key (seller_id, id)
);
create index login_try_target on login_try (seller_id, door, target, at) where target is not null;
create index login_try_place on login_try (seller_id, door, place, at) where place is not null;
create index login_try_age on login_try (at);

-- Programs and the roles in them, from the catalogue. Rank 1 is the top.
create table membership_program (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  name text not null,
  rank int not null default 1,
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, key)
);
create table membership_role (
  seller_id uuid not null references seller (id),
  id uuid not null,
  membership_program_id uuid not null,
  key text not null,
  name text not null,
  rank int not null default 1,
  -- By name of a ticket type, or '*' for any: how many for one visit.
  benefits jsonb not null default '{}',
  -- Tickets of one event in the whole term, over all types; -1: no limit.
  member_event_purchase_limit int not null default -1 check (member_event_purchase_limit >= -1),
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, membership_program_id, key),
  foreign key (seller_id, membership_program_id) references membership_program (seller_id, id)
);

-- A group whose handler is `membership` is a level; its types are who stands on it, each in a role.
alter table ticket_group
  add column membership_program_id uuid,
  -- A card of plastic comes by post.
  add column physical_card boolean not null default false,
  -- A gift of this level is a code of this group; without one it is not given.
  add column gift_code_group_id uuid,
  add foreign key (seller_id, membership_program_id) references membership_program (seller_id, id),
  add foreign key (seller_id, gift_code_group_id) references code_group (seller_id, id);
alter table ticket_type
  add column membership_role_id uuid,
  add foreign key (seller_id, membership_role_id) references membership_role (seller_id, id);

-- What somebody is a member by: one for each booked membership ticket that is no gift. A renewal is a row of its own, so
-- it can do no harm to the term that is paid.
create table membership (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_id uuid not null,
  ticket_order_id uuid not null,
  event_template_id uuid not null,
  ticket_group_id uuid not null,
  ticket_type_id uuid not null,
  membership_program_id uuid,
  membership_role_id uuid,
  -- What was sold is kept: the catalogue may move on.
  level_name text not null,
  party_role text not null,
  benefits jsonb not null default '{}',
  purchase_limit int not null default -1,
  -- Whose account it is shown in, and who logs in with its number.
  identity_id uuid,
  holder_name text,
  holder_email text,
  -- 128 random bits, as of a ticket; a renewal carries the card's on.
  scan_code text not null,
  -- People type this one: ten letters and digits that cannot be mistaken for each other.
  member_number text not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  renews_id uuid,
  state text not null default 'active' check (state in ('active', 'cancelled')),
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, ticket_id),
  check (valid_to is null or valid_to > valid_from),
  foreign key (seller_id, ticket_id) references ticket (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  foreign key (seller_id, membership_program_id) references membership_program (seller_id, id),
  foreign key (seller_id, membership_role_id) references membership_role (seller_id, id),
  foreign key (seller_id, identity_id) references identity (seller_id, id),
  foreign key (seller_id, renews_id) references membership (seller_id, id)
);
create index membership_identity on membership (seller_id, identity_id) where identity_id is not null;
create index membership_number on membership (seller_id, member_number);
create index membership_scan_code on membership (seller_id, scan_code);
create index membership_order on membership (seller_id, ticket_order_id);
-- Nothing is renewed twice.
create unique index membership_renewed_once on membership (seller_id, renews_id) where renews_id is not null and state = 'active';

-- Member tickets, and by which membership they were allowed. Goes with the hold, stays with the order.
create table member_use (
  seller_id uuid not null references seller (id),
  ticket_id uuid not null,
  membership_id uuid not null,
  -- The name, or '*', of the allowance that it counts for.
  allowance text not null,
  event_template_id uuid not null,
  -- Of the visit, where it is for one; the allowance of a visit is for this day.
  local_day date,
  primary key (seller_id, ticket_id),
  foreign key (seller_id, ticket_id) references ticket (seller_id, id),
  foreign key (seller_id, membership_id) references membership (seller_id, id)
);
create index member_use_membership on member_use (seller_id, membership_id, event_template_id);

-- A gift of a membership that was sold: the code that it was sent as.
create table membership_gift (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_order_id uuid not null,
  ticket_group_id uuid not null,
  code_id uuid not null,
  giftee_identity_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  unique (seller_id, code_id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  foreign key (seller_id, code_id) references code (seller_id, id),
  foreign key (seller_id, giftee_identity_id) references identity (seller_id, id)
);
create index membership_gift_order on membership_gift (seller_id, ticket_order_id);
-- A code that was sold is no part of the catalogue: an import leaves it alone.
alter table code add column is_gift boolean not null default false;
-- For whom a cart is a gift, and which flow it is of.
alter table cart
  add column giftee_identity_id uuid,
  add column redeems_gift boolean not null default false,
  add foreign key (seller_id, giftee_identity_id) references identity (seller_id, id);

-- How a member pays again: the gateway's own name for it, never the card's number.
create table saved_payment_method (
  seller_id uuid not null references seller (id),
  id uuid not null,
  identity_id uuid not null,
  gateway_id text not null check (gateway_id in ('test', 'stripe')),
  provider_ref text not null,
  customer_ref text,
  brand text not null check (brand ~ '^[a-z_]{1,30}$'),
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month int check (exp_month between 1 and 12),
  exp_year int check (exp_year between 2000 and 2200),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (seller_id, id),
  unique (seller_id, gateway_id, provider_ref),
  foreign key (seller_id, identity_id) references identity (seller_id, id)
);
create index saved_payment_method_identity on saved_payment_method (seller_id, identity_id) where retired_at is null;

-- The renewal of a membership, once for each term.
create table auto_renewal (
  seller_id uuid not null references seller (id),
  membership_id uuid not null,
  identity_id uuid not null,
  saved_payment_method_id uuid,
  state text not null check (state in ('scheduled', 'cancelled', 'renewed', 'failed')),
  due_at timestamptz not null,
  next_at timestamptz not null,
  attempts int not null default 0 check (attempts >= 0),
  -- The cart that it is paid by: the same for every attempt.
  cart_id uuid,
  renewed_by_id uuid,
  last_error text,
  told_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (seller_id, membership_id),
  foreign key (seller_id, membership_id) references membership (seller_id, id),
  foreign key (seller_id, renewed_by_id) references membership (seller_id, id),
  foreign key (seller_id, identity_id) references identity (seller_id, id),
  foreign key (seller_id, saved_payment_method_id) references saved_payment_method (seller_id, id),
  foreign key (seller_id, cart_id) references cart (seller_id, id)
);
create index auto_renewal_due on auto_renewal (next_at) where state = 'scheduled';

-- Sealed like the others: clients of OpenID providers, keys of signed tokens, certificates of passes.
alter table provider_keys drop constraint provider_keys_provider_check;
alter table provider_keys add constraint provider_keys_provider_check
  check (provider in ('loqate', 'recaptcha', 'hcaptcha', 'turnstile', 'oidc', 'jwt', 'apple_wallet', 'google_wallet'));

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['user_login', 'external_login', 'login_token', 'login_try', 'membership_program',
    'membership_role', 'membership', 'member_use', 'membership_gift', 'saved_payment_method', 'auto_renewal']
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
grant select, insert, update, delete on user_login, external_login, login_token, login_try, membership_program, membership_role,
  member_use to foyer_app;
-- What was sold and what was promised is never deleted.
grant select, insert, update on membership, membership_gift, saved_payment_method, auto_renewal to foyer_app;
