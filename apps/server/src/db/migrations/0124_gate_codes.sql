-- allows: 0045
-- The code by which somebody allows, at a device of others, that people are let in against the answer.
create table gate_code (
  seller_id uuid not null,
  staff_id uuid not null references staff (id),
  -- Argon2id of the code with a keyed hash of the installation.
  hash text not null check (length(hash) <= 200),
  -- Devices have these: ten bits of a slow hash, by which they refuse most wrong codes without a network. Always those of one
  -- salt: two of them would tell twice as much of the code.
  salt bytea not null check (length(salt) = 16),
  hint smallint not null check (hint between 0 and 1023),
  set_at timestamptz not null default app_now(),
  -- Wrong tries since the last right one.
  wrong int not null default 0 check (wrong >= 0),
  last_wrong_at timestamptz,
  primary key (seller_id, staff_id)
);
alter table gate_code enable row level security;
alter table gate_code force row level security;
create policy of_its_seller on gate_code
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update, delete on gate_code to foyer_app;

-- Who allowed that somebody was let in against the answer, by their code.
alter table scan add column allowed_by uuid;
