-- How the order's tickets can be changed after the sale, by event, as the seller's rules were when it was bought. Null for
-- orders from before: the rules of today apply to them.
alter table ticket_order add column change_policies jsonb;

-- A change of an order after the sale. Amounts are minor units of the order's currency.
create table order_change (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_order_id uuid not null,
  kind text not null check (kind in ('cancel', 'names')),
  -- By whom: 'guest' with the order's link or session, 'member' in the account.
  actor text not null check (actor in ('guest', 'member')),
  tickets int not null check (tickets > 0),
  -- What was paid for the tickets that are given up.
  value bigint not null check (value >= 0),
  -- What the seller keeps of it.
  fee bigint not null check (fee >= 0 and fee <= value),
  -- What goes back to the payments.
  refund bigint not null check (refund >= 0),
  -- The value of the new gift card, with its bonus.
  gift_card bigint not null check (gift_card >= bonus),
  bonus bigint not null check (bonus >= 0),
  gift_card_account_id uuid,
  created_at timestamptz not null default now(),
  primary key (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  foreign key (seller_id, gift_card_account_id) references ledger_account (seller_id, id),
  -- Nobody gets back more than was paid; the bonus is a present.
  check (refund + gift_card - bonus <= value - fee),
  check ((gift_card > 0) = (gift_card_account_id is not null))
);
create index order_change_order on order_change (seller_id, ticket_order_id, created_at);

alter table order_change enable row level security;
alter table order_change force row level security;
create policy of_its_seller on order_change
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on order_change to foyer_app;

-- The change that gave a ticket up.
alter table ticket add column cancelled_by uuid;
alter table ticket add constraint ticket_cancelled_by_change foreign key (seller_id, cancelled_by) references order_change (seller_id, id);
alter table ticket add constraint ticket_cancelled_by_only_cancelled check (cancelled_by is null or state = 'cancelled');

-- The change that a refund belongs to.
alter table refund add column order_change_id uuid;
alter table refund add constraint refund_of_change foreign key (seller_id, order_change_id) references order_change (seller_id, id);
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('late', 'requested', 'external', 'change'));
alter table refund add constraint refund_change_named check ((reason = 'change') = (order_change_id is not null));
create index refund_change on refund (seller_id, order_change_id) where order_change_id is not null;
