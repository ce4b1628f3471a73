-- A plan made while a table is empty finds every index equally cheap, and one that begins with seller_id alone will do:
-- kept for the first minute of a rush, until statistics come, it reads all of a seller's rows for each one wanted, and
-- so do the checks of foreign keys. Of carts and live tickets only the keys begin with seller_id, therefore; the other
-- indexes begin with what they are looked up by.

drop index cart_owner;
create index cart_owner on cart (identity_id, seller_id);
alter table cart drop constraint cart_seller_id_cart_number_key;
alter table cart add unique (cart_number, seller_id);
-- The sweep goes over all sellers.
drop index cart_due;
create index cart_due on cart (expires_at) where state = 'pending';

drop index ticket_session;
create index ticket_session on ticket (event_session_id, seller_id) where state in ('held', 'in_cart', 'booked', 'redeemed');
drop index ticket_group_live;
create index ticket_group_live on ticket (ticket_group_id, seller_id) where state in ('held', 'in_cart', 'booked', 'redeemed');
drop index ticket_cart;
create index ticket_cart on ticket (cart_id, seller_id);
