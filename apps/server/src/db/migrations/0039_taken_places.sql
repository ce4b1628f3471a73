-- The booked ticket whose place a ticket of a change takes over; null where it needs a free one. While both are live they
-- count as one place of their session, and of their group.
alter table ticket add column takes_place_of uuid;
alter table ticket add constraint ticket_takes_place_of foreign key (seller_id, takes_place_of) references ticket (seller_id, id);
-- A place is taken over once.
create unique index ticket_place_taken_once on ticket (seller_id, takes_place_of)
  where takes_place_of is not null and state in ('held', 'in_cart');
