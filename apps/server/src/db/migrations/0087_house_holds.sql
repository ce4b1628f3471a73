-- allows: none
-- An older server would sell a seat that is kept.
-- Places of a session that staff keep for the house, or seats that they block. They count in its used_capacity, so nobody
-- else gets them, and its capacity stays what it is.
create table house_hold (
  seller_id uuid not null references seller (id),
  id uuid not null,
  event_session_id uuid not null,
  kind text not null check (kind in ('kept', 'blocked')),
  -- For whom or what, and why.
  name text not null check (length(name) between 1 and 100),
  reason text not null check (length(reason) between 1 and 500),
  -- Those that count in the session; 0 for seats of groups that do not.
  places int not null check (places >= 0),
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, event_session_id) references event_session (seller_id, id)
);
create index house_hold_session on house_hold (seller_id, event_session_id);

-- The seats of such places.
create table house_seat (
  seller_id uuid not null references seller (id),
  event_session_id uuid not null,
  seat_id uuid not null,
  house_hold_id uuid not null,
  -- It counts in the session.
  counts boolean not null,
  primary key (seller_id, event_session_id, seat_id),
  foreign key (seller_id, event_session_id) references event_session (seller_id, id),
  foreign key (seller_id, seat_id) references seat (seller_id, id),
  foreign key (seller_id, house_hold_id) references house_hold (seller_id, id) on delete cascade
);
create index house_seat_hold on house_seat (seller_id, house_hold_id);
create index house_seat_seat on house_seat (seller_id, seat_id);

alter table house_hold enable row level security;
alter table house_hold force row level security;
create policy of_its_seller on house_hold
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table house_seat enable row level security;
alter table house_seat force row level security;
create policy of_its_seller on house_seat
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, delete on house_hold, house_seat to foyer_app;
grant update (places) on house_hold to foyer_app;
