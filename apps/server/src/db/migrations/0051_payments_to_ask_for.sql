-- allows: 0050
-- A payment that its provider does not know is asked for again for a day. Without an index, each look for them read all payments.
create index concurrently payment_unknown on payment (seller_id, updated_at)
  where state = 'failed' and failure like 'never_reached:%' and ticket_order_id is null;
