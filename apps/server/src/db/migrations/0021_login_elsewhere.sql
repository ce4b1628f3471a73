-- The way to somebody else's login or logout, and back. What the browser carries of it is kept as a hash alone, and good
-- once, for some minutes.
create table login_trip (
  seller_id uuid not null references seller (id),
  secret_hash bytea not null,
  way text not null check (way in ('in', 'out')),
  -- To a login: the session that set out, which alone comes back; to whom; and where it leads here.
  browser_hash bytea,
  issuer text,
  redirect_path text,
  -- To a logout: its address, with what it wants to see. No page ever reads it.
  url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (seller_id, secret_hash),
  check ((way = 'in') = (browser_hash is not null and issuer is not null and redirect_path is not null)),
  check ((way = 'out') = (url is not null)),
  check (used_at is null or used_at <= expires_at),
  check (expires_at <= created_at + interval '15 minutes')
);
create index login_trip_expiry on login_trip (expires_at);

-- Signed tokens that somebody logged in with: each is good for one login. Kept until its signer's clock ends it anyway.
create table login_jwt_spent (
  seller_id uuid not null references seller (id),
  -- A hash of its issuer and its id.
  mark bytea not null,
  expires_at timestamptz not null,
  primary key (seller_id, mark)
);
create index login_jwt_spent_expiry on login_jwt_spent (expires_at);

-- What a provider wants to see at its logout is forgotten with the session.
create index visitor_session_external on visitor_session (expires_at) where external is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['login_trip', 'login_jwt_spent']
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
grant select, insert, update, delete on login_trip to foyer_app;
grant select, insert, delete on login_jwt_spent to foyer_app;
