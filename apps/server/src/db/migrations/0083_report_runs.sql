-- allows: 0045
-- Reports that take longer than a moment. Who asks for the same report meanwhile, or within minutes, gets this one.
create table report_run (
  seller_id uuid not null references seller (id),
  -- Of what was asked, and of what of it the reader may see.
  asked_hash bytea not null check (length(asked_hash) = 32),
  -- Of the server that works it out; anew where another one takes it over.
  claim uuid not null,
  -- A server that ends leaves its claim behind; until then it is waited for.
  claimed_until timestamptz not null,
  steps integer not null check (steps between 1 and 20),
  steps_done integer not null default 0 check (steps_done between 0 and steps),
  started_at timestamptz not null default app_now(),
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  result jsonb,
  expires_at timestamptz not null,
  primary key (seller_id, asked_hash),
  check ((state = 'ready') = (result is not null))
);
create index report_run_end on report_run (seller_id, expires_at);

alter table report_run enable row level security;
alter table report_run force row level security;
create policy of_its_seller on report_run
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, delete on report_run to foyer_app;
grant update (claim, claimed_until, steps, steps_done, started_at, state, result, expires_at) on report_run to foyer_app;
