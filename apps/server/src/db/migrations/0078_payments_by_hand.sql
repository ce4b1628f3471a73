-- allows: 0045
-- Cash and cards elsewhere pay for one cart together; each of them once.
create unique index concurrently payment_one_live_card on payment (seller_id, cart_id, cart_version)
  where gateway_id not in ('ledger', 'cash', 'terminal') and state in ('created', 'processing', 'authorized', 'captured');
create unique index concurrently payment_one_live_by_hand on payment (seller_id, cart_id, cart_version, gateway_id, account_ref)
  where gateway_id in ('cash', 'terminal') and state in ('created', 'processing', 'authorized', 'captured');
