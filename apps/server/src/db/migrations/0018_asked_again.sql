-- Whoever asks for their confirmations by an address is answered at once; the work is done later, and for an address that
-- nobody bought with it is nothing: so how long the answer takes tells nothing.
create table resend_request (
  seller_id uuid not null references seller (id),
  id uuid not null,
  -- As it was typed, folded: it is only compared with what is on file, and gone when the work is done.
  email text not null,
  memberships_only boolean not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  primary key (seller_id, id)
);
create index resend_request_due on resend_request (next_at);
alter table resend_request enable row level security;
alter table resend_request force row level security;
create policy of_its_seller on resend_request
  using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
  with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*');
grant select, insert, update, delete on resend_request to foyer_app;

-- Orders of somebody who is logged in, and those of an address.
create index ticket_order_owner on ticket_order (owner_identity_id, seller_id, created_at);
create index ticket_order_identity on ticket_order (identity_id, seller_id);
