-- allows: 0045
-- What needs a person: the board asks for it every ten seconds, and read all payments, refunds and carts of its seller.
create index concurrently payment_refunded on payment (seller_id, updated_at) where state = 'refunded';
create index concurrently payment_disputed on payment_audit (seller_id, payment_id) where audit_action = 'dispute_opened';
create index concurrently refund_failed on refund (seller_id, payment_id) where state = 'failed';
create index concurrently refund_external on refund (seller_id, payment_id) where reason = 'external' and state = 'succeeded';
create index concurrently cart_part_paid on cart (seller_id) where state = 'pending' and part_paid;
