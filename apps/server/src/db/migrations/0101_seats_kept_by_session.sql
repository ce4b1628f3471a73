-- allows: 0045
-- A hold asks whether its seats are kept in its sessions. PostgreSQL took the index of the seat alone, and read the rows of
-- every session that keeps the seat.
drop index house_seat_seat;
create index house_seat_seat on house_seat (seller_id, seat_id, event_session_id);
