-- allows: 0050
-- Whether a payment was a debit on its way is looked up by the payment, and not by going through the history of all payments.
-- Only debits have an entry: a card is never processing.
create index concurrently transition_debit on transition (seller_id, entity_id) where entity = 'payment' and to_state = 'processing';
-- Attempts to pay are deleted after an hour, every few seconds: found by their time, and not among all of the hour.
create index concurrently payment_attempt_time on payment_attempt (created_at);
