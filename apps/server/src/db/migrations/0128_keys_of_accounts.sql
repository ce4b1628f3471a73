-- allows: 0045
-- Replies to calls about staff accounts and of the operator, by idempotency key, as idempotency_key has them for sellers. A
-- reply with a secret is sealed under SECRETS_KEY.
create table staff_idempotency_key (
  -- Refers to nothing: a key is claimed without waiting for a change of its account.
  staff_id uuid not null,
  key text not null check (char_length(key) between 16 and 64),
  -- Which call with what in it; the same key with something else is a mistake.
  request_hash bytea not null check (length(request_hash) = 32),
  state text not null default 'in_progress' check (state in ('in_progress', 'done')),
  reply text,
  created_at timestamptz not null,
  -- The server that works on the request. When it has ended, the request is known to be abandoned.
  server_id uuid,
  primary key (staff_id, key),
  check ((state = 'done') = (reply is not null))
);
create index staff_idempotency_key_age on staff_idempotency_key (created_at);
grant select, insert, update, delete on staff_idempotency_key to foyer_app;

-- What staff make at most so many of, and the address of an invitation, are locked while they are counted.
alter table lock_slot drop constraint lock_slot_purpose_check;
alter table lock_slot add constraint lock_slot_purpose_check check (purpose in ('payment_try', 'voucher', 'login_target',
  'login_network', 'external_login', 'office_limit', 'staff_invitation')) not valid;
