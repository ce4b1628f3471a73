-- allows: 0045
-- When stored keys were last tried with their provider, and why they cannot be used, where they cannot.
alter table payment_keys add column tried_at timestamptz not null default app_now(), add column fault text;
alter table provider_keys add column tried_at timestamptz not null default app_now(), add column fault text;
