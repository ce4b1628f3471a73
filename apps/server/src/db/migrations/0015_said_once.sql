-- What was answered to calls that came with a key: said again, they are answered the same and do nothing more.
create table idem (
  seller_id uuid not null references seller (id),
  -- Whose call it was.
  actor uuid not null,
  key text not null check (char_length(key) between 16 and 64),
  -- Which call with what in it; the same key with something else is a mistake.
  said bytea not null,
  state text not null default 'in_progress' check (state in ('in_progress', 'done')),
  reply text,
  created_at timestamptz not null,
  primary key (seller_id, actor, key),
  check ((state = 'done') = (reply is not null))
);
create index idem_age on idem (created_at);
alter table idem enable row level security;
alter table idem force row level security;
create policy of_its_seller on idem
  using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
  with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*');
grant select, insert, update, delete on idem to foyer_app;
