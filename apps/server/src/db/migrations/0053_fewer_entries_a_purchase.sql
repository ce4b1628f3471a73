-- allows: 0050
-- What 0005 and 0020 did for other tables: that a seller exists is asked for each row that a purchase writes, and locks the seller's
-- row each time. No seller is ever deleted, and the policy lets a row be written for the seller of its transaction alone.
alter table identity drop constraint if exists identity_seller_id_fkey;
alter table outbox drop constraint if exists outbox_seller_id_fkey;
alter table test_gateway_intent drop constraint if exists test_gateway_intent_seller_id_fkey;
alter table payment_attempt drop constraint if exists payment_attempt_seller_id_fkey;
-- No statement of a request or a job looks tickets up by their group: overdue holds are found by their carts, and the check
-- of the counters goes through all tickets.
drop index ticket_group_live;
-- Attempts to pay are found by their time alone since the migration before.
drop index payment_attempt_age;
