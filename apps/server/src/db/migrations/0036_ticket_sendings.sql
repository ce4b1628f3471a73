alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check check (kind in ('cancel', 'names', 'change', 'send', 'take_back'));

-- Tickets of an order that were sent on to somebody else by e-mail; its id is that of the change that did it.
create table ticket_sending (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_order_id uuid not null,
  -- The recipient's; null once erased.
  email text,
  -- How the sender is called in the e-mail.
  sender_name text,
  message text,
  primary key (seller_id, id),
  foreign key (seller_id, id) references order_change (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id),
  unique (seller_id, id, ticket_order_id)
);
create index ticket_sending_order on ticket_sending (seller_id, ticket_order_id);
create index ticket_sending_email on ticket_sending (seller_id, lower(email)) where email is not null;

alter table ticket_sending enable row level security;
alter table ticket_sending force row level security;
create policy of_its_seller on ticket_sending
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on ticket_sending to foyer_app;

-- With whom a ticket is; null: with its buyer.
alter table ticket add column sending_id uuid;
alter table ticket add constraint ticket_sent_of_its_order foreign key (seller_id, sending_id, ticket_order_id)
  references ticket_sending (seller_id, id, ticket_order_id);
create index ticket_sending_tickets on ticket (seller_id, sending_id) where sending_id is not null;
-- How often its scan code was replaced. Links to the ticket open it with the code that they were made for.
alter table ticket add column code_number int not null default 0 check (code_number >= 0);
