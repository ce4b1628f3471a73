-- What selling memberships lacked.

-- Whether a present is redeemed is told by the code that is at work on the cart.
alter table cart drop column redeems_gift;

-- A giver who names nobody gets the code themselves.
alter table membership_gift alter column giftee_identity_id drop not null;
-- A level that is given once is one code, however often that is said.
alter table membership_gift add constraint membership_gift_once unique (seller_id, ticket_order_id, ticket_group_id);

-- A type is one role on a level.
create unique index membership_rule_one on membership_rule (seller_id, ticket_type_id);
