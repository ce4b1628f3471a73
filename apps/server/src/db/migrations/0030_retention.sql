-- Rows that nobody needs any more are deleted after a period (apps/server/src/jobs/retention). The history of an order, of
-- a payment or of a renewal stays: only what belonged to a deleted cart can be deleted.
create policy without_its_row on transition as restrictive for delete using (
  entity = 'cart' and not exists (select from cart c where c.seller_id = transition.seller_id and c.id = transition.entity_id)
  or entity = 'ticket' and not exists (select from ticket t where t.seller_id = transition.seller_id and t.id = transition.entity_id));
grant delete on transition to foyer_app;
create index transition_restored on transition (seller_id, entity_id) where from_state in ('unbooked', 'expired');

create policy processed on payment_event as restrictive for delete using (done_at is not null);
grant delete on payment_event to foyer_app;

-- A row that is deleted is locked first, which asks for this right.
grant update on spent_login_token, spent_captcha to foyer_app;

-- What the periods count from.
create index visitor_session_end on visitor_session (seller_id, least(ended_at, expires_at));
create index cart_abandoned on cart (seller_id, expires_at) where state = 'expired' and released_with_hold is null;
create index cart_kept_network on cart (seller_id, created_at) where client_network is not null and state <> 'pending';
create index payment_attempt_age on payment_attempt (seller_id, created_at) where client_network is not null;
create index payment_event_processed on payment_event (seller_id, done_at) where done_at is not null;

-- What refers to an identity is found when one is deleted.
drop index visitor_session_member;
create index visitor_session_member on visitor_session (seller_id, member_identity_id) where member_identity_id is not null;
create index visitor_session_identity on visitor_session (seller_id, identity_id);
create index cart_giftee on cart (seller_id, giftee_identity_id) where giftee_identity_id is not null;
create index membership_gift_giftee on membership_gift (seller_id, giftee_identity_id) where giftee_identity_id is not null;
create index login_token_identity on login_token (seller_id, identity_id) where identity_id is not null;
create index saved_payment_method_owner on saved_payment_method (seller_id, identity_id);

-- An e-mail without its text and its address: that it was sent is still known.
alter table outbox add column blanked_at timestamptz;
create index outbox_text_age on outbox (seller_id, created_at) where blanked_at is null;
create index outbox_login on outbox (seller_id, created_at)
  where kind in ('login_code', 'password_reset', 'password_changed', 'email_proof');
create index outbox_secret on outbox (created_at)
  where kind in ('login_code', 'password_reset', 'email_proof') and blanked_at is null;

-- Whose data was given out or erased, and when: by the ids of the person's identities, which name nobody.
create table person_request (
  seller_id uuid not null references seller (id),
  id uuid not null,
  action text not null check (action in ('export', 'erase')),
  identity_ids uuid[] not null,
  counts jsonb not null,
  forced boolean not null default false,
  at timestamptz not null,
  primary key (seller_id, id)
);
alter table person_request enable row level security;
alter table person_request force row level security;
create policy of_its_seller on person_request
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert on person_request to foyer_app;

-- The key that signs is sealed like the sellers' keys where the server has a key to seal with.
alter table installation_secret add column sealed boolean not null default false;
