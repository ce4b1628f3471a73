-- What 0003 did for carts and tickets, for what is written when they are paid for: a plan that is made while a table is
-- empty takes any index that begins with seller_id, and so do the checks of foreign keys. In the first minute of a shop
-- every payment, order and letter was looked up by reading all of them. Of these tables too only the keys begin so.
drop index payment_cart;
create index payment_cart on payment (cart_id, seller_id);

alter table ticket_order
  drop constraint ticket_order_seller_id_order_number_key,
  drop constraint ticket_order_seller_id_scan_code_key,
  drop constraint ticket_order_seller_id_cart_id_key,
  add unique (order_number, seller_id),
  add unique (scan_code, seller_id),
  add unique (cart_id, seller_id);

alter table test_gateway_intent drop constraint test_gateway_intent_seller_id_idempotency_key_key;
alter table test_gateway_intent add unique (idempotency_key, seller_id);

-- And what 0005 did: a payment and an order are of the seller of whom their cart is, what is told of a payment is of its
-- payment's. A line of history says of whom it is by the policy alone: there are ten of them for each purchase, and no
-- seller is ever deleted.
alter table payment drop constraint payment_seller_id_fkey;
alter table ticket_order drop constraint ticket_order_seller_id_fkey;
alter table payment_audit drop constraint payment_audit_seller_id_fkey;
alter table transition drop constraint transition_seller_id_fkey;
