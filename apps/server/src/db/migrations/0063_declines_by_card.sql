-- allows: 0057
-- Declines are counted by card as well: a signature of what the provider tells cards apart by. Attempts are deleted after
-- an hour and none has a fingerprint yet, so that the index is built in a moment.
alter table payment_attempt add column fingerprint text;
create index payment_attempt_fingerprint on payment_attempt (seller_id, fingerprint) where fingerprint is not null;
