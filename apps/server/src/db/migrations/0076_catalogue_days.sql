-- allows: 0045
-- The day, by the seller's clock, on which a seller's newest catalogue was applied last: days that it counts from today are
-- other ones the day after.
create table catalogue_day (
  seller_id uuid primary key references seller (id),
  local_day date not null
);

alter table catalogue_day enable row level security;
alter table catalogue_day force row level security;
create policy of_its_seller on catalogue_day
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on catalogue_day to foyer_app;
grant update (local_day) on catalogue_day to foyer_app;
