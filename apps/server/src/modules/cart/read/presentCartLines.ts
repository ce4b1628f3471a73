import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sessionFlag } from "@foyer/rules/account/sessionFlag.ts";
import { findAnchor } from "@foyer/rules/hold/anchor.ts";
import { compareSeatNames } from "@foyer/rules/seating/compareSeatNames.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { membershipOrdered } from "../members/membershipActionIn.ts";
import type { CartTicket } from "./readCartTickets.ts";

/** Groups tickets into lines, in the order of the rows: tickets with a date first, earliest first. */
export const presentCartLines = (seller: Seller, tickets: readonly CartTicket[]): CartLine[] => {
  const anchor = findAnchor(tickets, { admission_event_id: seller.web.admission_event_id });
  return [...Map.groupBy(tickets, lineKey).entries()].map(([key, lineTickets]) =>
    presentLine(seller, lineTickets, anchor !== undefined && key === lineKey(anchor)),
  );
};

const lineKey = (ticket: CartTicket): string => ticket.event_session_id ?? ticket.event_template_id;

const presentLine = (seller: Seller, tickets: readonly CartTicket[], is_anchor: boolean): CartLine => {
  const [first] = tickets;
  if (!first) throw new Error("A cart line needs a ticket.");
  const { start_datetime, end_datetime, pad_pre_start, pad_post_end } = first;
  const flag = sessionFlag({ cancelled: first.session_cancelled, tickets });
  return {
    event_template_id: first.event_template_id,
    event_session_id: first.event_session_id,
    name: first.event_name,
    image: first.image,
    image_alt: first.image_alt,
    image_focus: first.image_focus,
    start_datetime,
    end_datetime,
    local_day: first.local_day,
    local_start: first.local_start,
    timezone: first.timezone,
    all_day: start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, first),
    ...(pad_pre_start !== null && { pad_pre_start }),
    ...(pad_post_end !== null && { pad_post_end }),
    ticket_date_time: first.ticket_date_time,
    ...(flag !== null && { flag }),
    is_anchor,
    needs_anchor: tickets.some((ticket) => ticket.needs_anchor),
    membership: membershipOrdered(first),
    types: [...Map.groupBy(tickets, (ticket) => ticket.ticket_type_id).values()].map((typeTickets) =>
      presentLineType(seller, typeTickets),
    ),
  };
};

const presentLineType = (seller: Seller, tickets: readonly CartTicket[]): CartLine["types"][number] => {
  const [first] = tickets;
  if (!first) throw new Error("A type of a cart line needs a ticket.");
  return {
    ticket_type_id: first.ticket_type_id,
    ticket_group_id: first.ticket_group_id,
    name: first.type_name,
    group_name: first.group_name,
    count: tickets.length,
    price: toDecimal(
      tickets.reduce((sum, ticket) => sum + ticket.face_value, 0),
      seller.default_currency_code,
    ),
    ticket_ids: tickets.map((ticket) => ticket.id),
    seats: tickets.flatMap((ticket) => ticket.seat_name ?? []).toSorted(compareSeatNames),
  };
};

export const anchorOfLines = (lines: readonly CartLine[]): Cart["anchor"] => {
  const line = lines.find(({ is_anchor }) => is_anchor);
  if (!line?.event_session_id || !line.local_day) return null;
  return {
    event_session_id: line.event_session_id,
    event_template_id: line.event_template_id,
    local_day: line.local_day,
  };
};
