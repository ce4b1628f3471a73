import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { ticketStrings } from "../tickets/ticket.strings.ts";

/** A session in a calendar. */
export type CalendarVisit = {
  readonly event_session_id: string;
  readonly event_name: string;
  /** The tickets for the visit; none if it was cancelled. */
  readonly types: readonly { readonly name: string; readonly count: number }[];
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly local_day: string;
  readonly all_day: boolean;
  /** The session is cancelled, or takes place without the holder. */
  readonly isCancelled: boolean;
};

export type CalendarSource = {
  /**
   * The id of the order or the sending. Together with the session's it never changes, so calendars update their existing
   * entry.
   */
  readonly id: string;
  readonly order_number: number;
  /** The time of the last change. */
  readonly stamp: string;
  /** The number of changes. */
  readonly sequence: number;
  readonly visits: readonly CalendarVisit[];
};

/**
 * An order's sessions as a calendar file, one event each; undefined if nothing has a date. Cancelled sessions stay listed
 * as cancelled, so that calendars that show them remove them. Times are in UTC, so calendars show them in their owner's
 * time zone. Calendars are often shared, so the file contains no link to the order.
 */
export const orderCalendar = (seller: Seller, origin: string, source: CalendarSource): string | undefined => {
  if (source.visits.length === 0) return undefined;
  const { mail_reply_to, mail_from } = seller.configuration;
  const email = mail_reply_to ?? mail_from;
  const name = singleLine(seller.name);
  const calendar = new ICalCalendar({
    name,
    prodId: { company: "Foyer", product: "tickets", language: "EN" },
    // RFC 5546, 3.2: a file to download or attach uses PUBLISH; CANCEL would be an organiser's message to attendees.
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const visit of source.visits)
    calendar.createEvent({
      id: `${source.id}-${visit.event_session_id}@${new URL(origin).hostname}`,
      sequence: source.sequence,
      stamp: new Date(source.stamp),
      summary: singleLine(visit.event_name),
      description: visitDescription(seller, source, visit),
      ...eventTimes(visit),
      ...(visit.isCancelled && { status: ICalEventStatus.CANCELLED }),
      ...(visit.venue_name !== null && {
        location: {
          title: singleLine(visit.venue_name),
          ...(visit.venue_address !== null && { address: singleLine(visit.venue_address, 500) }),
        },
      }),
      ...(email !== undefined && { organizer: { name, email } }),
    });
  // RFC 5545: every line ends with CRLF, including the last.
  return `${calendar.toString()}\r\n`;
};

const visitDescription = (seller: Seller, { order_number }: CalendarSource, { types }: CalendarVisit): string => {
  const t = sellerText(seller, ticketStrings, {
    order_number: String(order_number),
    tickets: types.map(({ name, count }) => `${count} × ${singleLine(name)}`).join(", "),
  });
  return singleLine(t(types.length > 0 ? "calendar.description" : "calendar.cancelled"), 1000);
};

/** Opening hours are not an appointment, so they become an all-day event on the venue's day. */
const eventTimes = ({ all_day, local_day, start_datetime, end_datetime }: CalendarVisit) => {
  if (!all_day) return { start: new Date(start_datetime), end: new Date(end_datetime) };
  return {
    start: new Date(`${local_day}T00:00:00Z`),
    end: new Date(`${Temporal.PlainDate.from(local_day).add({ days: 1 }).toString()}T00:00:00Z`),
    allDay: true,
  };
};
