/**
 * The seat name of a ticket `t`: that of its own seat, or of the one that it keeps from a ticket of its order. Null
 * without a seat.
 */
export const seatNameColumn = `case
    when t.seat_id is not null then (select s.name from seat s where s.seller_id = $1 and s.id = t.seat_id)
    when t.keeps_seat_of is not null then (select s.name from ticket kept join seat s on s.seller_id = kept.seller_id and s.id = kept.seat_id
      where kept.seller_id = $1 and kept.id = t.keeps_seat_of) end`;
