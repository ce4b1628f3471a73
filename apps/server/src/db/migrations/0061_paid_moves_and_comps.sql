-- allows: 0045
-- A change that staff have opened for the buyer to pay: why, who did, and how it is paid. Emptied with the change's own note.
alter table cart add column change_offer jsonb;

-- A ticket that staff sold beyond what its session or group has: it counts in neither, so nobody else gets its place.
alter table ticket add column is_oversold boolean not null default false;

-- Staff exchange tickets that were used.
alter table cart add column change_includes_used boolean not null default false;

-- A refund that its provider refused, and what staff sent its money by instead: another refund, or a gift card.
alter table refund add column replaced_by uuid;
alter table refund add column gift_card_account_id uuid;

-- Orders that staff gave away.
create table comp_order (
  seller_id uuid not null references seller (id),
  ticket_order_id uuid not null,
  staff_id uuid not null references staff (id),
  -- Null once the purchaser is erased.
  reason text check (length(reason) between 1 and 500),
  tickets int not null check (tickets > 0),
  -- Minor units: what the tickets would have cost.
  worth bigint not null check (worth >= 0),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, ticket_order_id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id)
);
create index comp_order_of_staff on comp_order (seller_id, staff_id, created_at);

alter table comp_order enable row level security;
alter table comp_order force row level security;
create policy of_its_seller on comp_order
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on comp_order to foyer_app;
grant update (reason) on comp_order to foyer_app;
