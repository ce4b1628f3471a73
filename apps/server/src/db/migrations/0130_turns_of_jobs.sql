-- allows: 0045
-- Jobs that go through every seller: when a seller's turn was last, so that it comes once a period whatever the number of
-- servers, and where an unfinished one continues.
create table job_turn (
  seller_id uuid not null references seller (id),
  job text not null check (job in ('retention', 'journal_days')),
  started_at timestamptz not null,
  continues_after uuid,
  primary key (seller_id, job)
);
alter table job_turn enable row level security;
alter table job_turn force row level security;
create policy of_its_seller on job_turn
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on job_turn to foyer_app;
