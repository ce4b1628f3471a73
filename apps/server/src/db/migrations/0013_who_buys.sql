-- Keys of those who are asked about a buyer: where addresses are looked up, and who tells persons from machines. Sealed
-- by outside/secrets.ts; no page and no reply ever holds one.
create table provider_keys (
  seller_id uuid not null references seller (id),
  provider text not null check (provider in ('loqate', 'recaptcha', 'hcaptcha', 'turnstile')),
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (seller_id, provider)
);

-- Answers to captchas that were used: each is good for one call. Kept until nobody would take it any more.
create table captcha_spent (
  seller_id uuid not null references seller (id),
  -- A hash of the answer, or the signature of the task that it is to.
  mark bytea not null,
  expires_at timestamptz not null,
  primary key (seller_id, mark)
);
create index captcha_spent_expiry on captcha_spent (seller_id, expires_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['provider_keys', 'captcha_spent']
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
grant select, insert, update, delete on provider_keys to foyer_app;
grant select, insert, delete on captcha_spent to foyer_app;
