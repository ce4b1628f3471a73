-- allows: 0050
-- A server of before sells a closed session on, so close one when the upgrade is done.
-- Sessions whose sales staff have stopped, and one action for many orders.
alter table event_session add column sales_closed_at timestamptz;

create table bulk_job (
  seller_id uuid not null references seller (id),
  id uuid not null,
  action text not null check (action in ('move', 'cancel', 'gift_card', 'write')),
  -- The orders with tickets for these sessions; empty: those that were chosen one by one.
  session_ids uuid[] not null default '{}',
  target_session_id uuid,
  -- Before this day of the seller nothing is done.
  from_day date,
  subject text check (length(subject) between 1 and 200),
  message text check (length(message) between 1 and 5000),
  reason text not null check (length(reason) between 1 and 500),
  -- Of the action and of what it was chosen for.
  selection_hash bytea not null check (length(selection_hash) = 32),
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'done')),
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (seller_id, id),
  check ((action = 'move') = (target_session_id is not null)),
  check ((action = 'write') = (subject is not null and message is not null)),
  check ((state in ('stopped', 'done')) = (ended_at is not null))
);
-- The same selection is not started twice.
create unique index bulk_job_open on bulk_job (seller_id, selection_hash) where state in ('running', 'paused');
create index bulk_job_running on bulk_job (seller_id) where state = 'running';
create index bulk_job_newest on bulk_job (seller_id, created_at);

create table bulk_item (
  seller_id uuid not null,
  bulk_job_id uuid not null,
  ticket_order_id uuid not null,
  order_number bigint not null,
  state text not null default 'left' check (state in ('left', 'done', 'set_aside', 'failed')),
  -- Why it was set aside or has failed.
  reason text check (length(reason) <= 60),
  -- What went back, in minor units.
  refund bigint not null default 0 check (refund >= 0),
  gift_card bigint not null default 0 check (gift_card >= 0),
  attempts int not null default 0,
  -- Until then one server works on it; after it another one may.
  claimed_until timestamptz,
  ended_at timestamptz,
  primary key (seller_id, bulk_job_id, ticket_order_id),
  foreign key (seller_id, bulk_job_id) references bulk_job (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  check ((state = 'left') = (ended_at is null)),
  check ((state in ('set_aside', 'failed')) = (reason is not null))
);
create index bulk_item_left on bulk_item (seller_id, bulk_job_id, order_number) where state = 'left';
create index bulk_item_state on bulk_item (seller_id, bulk_job_id, state, order_number);

alter table bulk_job enable row level security;
alter table bulk_job force row level security;
create policy of_its_seller on bulk_job
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table bulk_item enable row level security;
alter table bulk_item force row level security;
create policy of_its_seller on bulk_item
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert on bulk_job, bulk_item to foyer_app;
-- What was chosen and why cannot be rewritten.
grant update (state, ended_at) on bulk_job to foyer_app;
grant update (state, reason, refund, gift_card, attempts, claimed_until, ended_at) on bulk_item to foyer_app;
