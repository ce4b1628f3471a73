/** States in which a ticket takes a place of its session and group. */
const live = "('held', 'in_cart', 'booked', 'redeemed')";

const takenFrom = (ticket: string, seller: string): string =>
  `${ticket}.takes_place_of is not null and exists (select from ticket given join ticket_group gg on gg.seller_id = given.seller_id and gg.id = given.ticket_group_id
    where given.seller_id = ${seller} and given.id = ${ticket}.takes_place_of and given.state in ${live}`;

/**
 * Whether the session's counter leaves a ticket out: one that staff oversold, or one of a change that takes over the
 * place of a ticket that its order still has, because both count as one. rules/hold/takeOverPlaces has the same rule for
 * rows. `seller` is its seller, by default the first parameter.
 */
export const takesSessionPlaceColumn = (ticket: string, seller = "$1"): string =>
  `(${ticket}.is_oversold or ${takenFrom(ticket, seller)} and given.event_session_id = ${ticket}.event_session_id and not gg.exclude_from_event_capacity))`;

/** The same for its place in the group. */
export const takesGroupPlaceColumn = (ticket: string, seller = "$1"): string =>
  `(${ticket}.is_oversold or ${takenFrom(ticket, seller)} and given.ticket_group_id = ${ticket}.ticket_group_id))`;
