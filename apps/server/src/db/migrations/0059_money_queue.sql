-- allows: 0050
-- Who looks after a payment that needs a person, and what staff note on it.
create table money_review (
  seller_id uuid not null,
  payment_id uuid not null,
  taken_by uuid not null references staff (id),
  taken_at timestamptz not null default app_now(),
  primary key (seller_id, payment_id),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);

-- Seen by staff alone.
create table money_note (
  seller_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  -- Null once the purchaser is erased.
  text text check (length(text) between 1 and 2000),
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);
create index money_note_payment on money_note (seller_id, payment_id);

-- How often a webhook was processed.
alter table payment_event add column tries int not null default 0;

alter table money_review enable row level security;
alter table money_review force row level security;
create policy of_its_seller on money_review
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table money_note enable row level security;
alter table money_note force row level security;
create policy of_its_seller on money_note
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, delete on money_review to foyer_app;
grant select, insert on money_note to foyer_app;
grant update (text) on money_note to foyer_app;
