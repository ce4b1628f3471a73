-- allows: none
-- An older server would complete such a change without the seat.
-- The booked ticket whose seat a ticket of a change gets when the change completes; until then the seat is that one's.
alter table ticket add column keeps_seat_of uuid;
alter table ticket add constraint ticket_keeps_seat_of foreign key (seller_id, keeps_seat_of) references ticket (seller_id, id);
-- A seat is kept once.
create unique index ticket_seat_kept_once on ticket (seller_id, keeps_seat_of)
  where keeps_seat_of is not null and state in ('held', 'in_cart');
