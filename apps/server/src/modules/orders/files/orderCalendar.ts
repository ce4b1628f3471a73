import { ICalCalendar, ICalCalendarMethod } from "ical-generator";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { ticketStrings } from "../tickets/ticket.strings.ts";
import type { PrintedTicket } from "../tickets/readPrintedTickets.ts";

type DatedOrder = { readonly id: string; readonly order_number: number; readonly created_at: string };
type DatedTicket = PrintedTicket & {
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly local_day: string;
};

const isDated = (ticket: PrintedTicket): ticket is DatedTicket =>
  ticket.start_datetime !== null && ticket.end_datetime !== null && ticket.local_day !== null;

/**
 * An order's sessions as a calendar file, one event each; undefined if nothing has a date. Times are in UTC, so calendars
 * show them in their owner's time zone. Calendars are often shared, so it contains no link to the order.
 */
export const orderCalendar = (
  seller: Seller,
  origin: string,
  order: DatedOrder,
  tickets: readonly PrintedTicket[],
): string | undefined => {
  const sessions = [...Map.groupBy(tickets.filter(isDated), (ticket) => ticket.event_session_id).values()];
  if (sessions.length === 0) return undefined;
  const { mail_reply_to, mail_from } = seller.configuration;
  const email = mail_reply_to ?? mail_from;
  const name = singleLine(seller.name);
  const calendar = new ICalCalendar({
    name,
    prodId: { company: "Foyer", product: "tickets", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const session of sessions) {
    const [first] = session;
    if (!first) continue;
    const types = [...Map.groupBy(session, ({ type_name }) => type_name)];
    const t = sellerText(seller, ticketStrings, {
      order_number: String(order.order_number),
      tickets: types.map(([type, ofType]) => `${ofType.length} × ${singleLine(type)}`).join(", "),
    });
    calendar.createEvent({
      id: `${order.id}-${first.event_session_id}@${new URL(origin).hostname}`,
      stamp: new Date(order.created_at),
      summary: singleLine(first.event_name),
      description: singleLine(t("calendar.description"), 1000),
      ...eventTimes(first),
      ...(first.venue_name !== null && {
        location: {
          title: singleLine(first.venue_name),
          ...(first.venue_address !== null && { address: singleLine(first.venue_address, 500) }),
        },
      }),
      ...(email !== undefined && { organizer: { name, email } }),
    });
  }
  // RFC 5545: every line ends with CRLF, including the last.
  return `${calendar.toString()}\r\n`;
};

/** Opening hours are not an appointment: they become an all-day event on the venue's day. */
const eventTimes = ({ all_day, local_day, start_datetime, end_datetime }: DatedTicket) => {
  if (!all_day) return { start: new Date(start_datetime), end: new Date(end_datetime) };
  return {
    start: new Date(`${local_day}T00:00:00Z`),
    end: new Date(`${Temporal.PlainDate.from(local_day).add({ days: 1 }).toString()}T00:00:00Z`),
    allDay: true,
  };
};
