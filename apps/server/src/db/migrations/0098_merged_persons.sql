-- allows: 0045
-- Identities that staff have merged into another one. Kept as long as the other one: what is written about somebody under their
-- former id, as in the audit log, still leads to them.
create table merged_identity (
  seller_id uuid not null references seller (id),
  identity_id uuid not null,
  kept_identity_id uuid not null,
  merged_at timestamptz not null default app_now(),
  primary key (seller_id, identity_id),
  check (identity_id <> kept_identity_id),
  foreign key (seller_id, identity_id) references identity (seller_id, id),
  foreign key (seller_id, kept_identity_id) references identity (seller_id, id)
);
create index merged_identity_kept on merged_identity (seller_id, kept_identity_id);

-- What a merge has moved and replaced, for as long as it may be taken apart.
create table person_merge (
  seller_id uuid not null references seller (id),
  id uuid not null,
  kept_identity_id uuid not null,
  -- The identity, or the membership of a card without an account.
  merged_id uuid not null,
  merged_kind text not null check (merged_kind in ('account', 'guest', 'card')),
  staff_id uuid not null references staff (id),
  -- Columns of both identities before.
  before jsonb not null,
  -- [{"column": "ticket_order.identity_id", "from": id, "keys": [id, ...]}, ...]
  moved jsonb not null,
  merged_at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, kept_identity_id) references identity (seller_id, id)
);
create index person_merge_age on person_merge (seller_id, merged_at);
create index person_merge_kept on person_merge (seller_id, kept_identity_id);

alter table merged_identity enable row level security;
alter table merged_identity force row level security;
create policy of_its_seller on merged_identity
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table person_merge enable row level security;
alter table person_merge force row level security;
create policy of_its_seller on person_merge
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on merged_identity to foyer_app;
grant select, insert, update, delete on person_merge to foyer_app;
