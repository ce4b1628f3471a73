-- The server that works on a request with this key. When it has ended, the request is known to be abandoned.
alter table idempotency_key add column server_id uuid;
