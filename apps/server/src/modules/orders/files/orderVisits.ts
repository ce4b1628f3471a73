import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import type { Database } from "../../../db/connections.ts";
import type { OrderRow } from "../orders.sql.ts";
import type { PrintedTicket } from "../tickets/readPrintedTickets.ts";
import { endedVisits, orderRevision, type EndedVisitRow } from "./orderVisits.sql.ts";
import type { CalendarSource, CalendarVisit } from "./orderCalendar.ts";

type DatedTicket = PrintedTicket & {
  readonly event_session_id: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly local_day: string;
};

const isDated = (ticket: PrintedTicket): ticket is DatedTicket =>
  ticket.event_session_id !== null &&
  ticket.start_datetime !== null &&
  ticket.end_datetime !== null &&
  ticket.local_day !== null;

/** The visits of these tickets, each once. */
export const visitsOfTickets = (tickets: readonly PrintedTicket[]): CalendarVisit[] =>
  [...Map.groupBy(tickets.filter(isDated), ({ event_session_id }) => event_session_id).values()].flatMap((session) => {
    const [first] = session;
    if (!first) return [];
    const types = [...Map.groupBy(session, ({ type_name }) => type_name)];
    return {
      ...first,
      types: types.map(([name, ofType]) => ({ name, count: ofType.length })),
      isCancelled: first.session_cancelled,
    };
  });

/**
 * The contents of an order's calendar file: its visits, and those without any tickets left, so that calendars remove
 * them. With `sending_id`, it is the file for the recipient of the sent tickets.
 */
export const readCalendarSource = async (
  { db, seller }: { readonly db: Database; readonly seller: Seller },
  order: OrderRow,
  tickets: readonly PrintedTicket[],
  sending_id: string | null = null,
): Promise<CalendarSource> => {
  const [ended, { changes, changed_at }] = await Promise.all([
    endedVisits(db, seller.id, { order_id: order.id, sending_id }),
    orderRevision(db, seller.id, order.id),
  ]);
  return {
    id: sending_id ?? order.id,
    order_number: order.order_number,
    stamp: changed_at ?? order.created_at,
    sequence: changes,
    visits: [...visitsOfTickets(tickets), ...ended.map(toCancelledVisit)],
  };
};

const toCancelledVisit = ({ event_type, names_start, ...row }: EndedVisitRow): CalendarVisit => ({
  ...row,
  all_day: isAllDay(row, { event_type, names_start }),
  types: [],
  isCancelled: true,
});
