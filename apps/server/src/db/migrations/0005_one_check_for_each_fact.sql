-- In a rush most of what a ticket costs the database is looking up what its row points to, once for each foreign key.
-- What follows from another key is not looked up again, and a key that names two things proves both, and that they
-- belong together.

-- A cart, a visitor's session and a ticket are of the seller of whom their identity or their cart is.
alter table cart drop constraint cart_seller_id_fkey;
alter table visitor_session drop constraint visitor_session_seller_id_fkey;
alter table ticket drop constraint ticket_seller_id_fkey;

-- A ticket's group is its type's, and its event is its group's.
alter table ticket_type add constraint ticket_type_in_group unique (seller_id, id, ticket_group_id);
alter table ticket_group add constraint ticket_group_of_event unique (seller_id, id, event_template_id);
alter table ticket
  drop constraint ticket_seller_id_ticket_type_id_fkey,
  drop constraint ticket_seller_id_ticket_group_id_fkey,
  drop constraint ticket_seller_id_event_template_id_fkey,
  add constraint ticket_of_its_type foreign key (seller_id, ticket_type_id, ticket_group_id)
    references ticket_type (seller_id, id, ticket_group_id),
  add constraint ticket_of_its_group foreign key (seller_id, ticket_group_id, event_template_id)
    references ticket_group (seller_id, id, event_template_id);
