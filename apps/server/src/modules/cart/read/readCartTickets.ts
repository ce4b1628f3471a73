import type { Pipeline } from "../../../db/statements/statement.ts";
import {
  sessionTimes,
  ticketRows,
  typeNames,
  type SessionTimes,
  type TicketRow,
  type TypeName,
} from "./readCart.sql.ts";

/** A ticket with its names and times. */
export type CartTicket = TicketRow &
  Omit<TypeName, "id"> & {
    readonly [time in keyof Omit<SessionTimes, "id" | "cancelled">]: SessionTimes[time] | null;
  } & { readonly session_cancelled: boolean };

const noTimes = {
  start_datetime: null,
  end_datetime: null,
  local_day: null,
  local_start: null,
  cancelled: false,
};

/** Tickets by cart, in listing order. Names and times are read once for all tickets that share them. */
export const readCartTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CartTicket[]>> => {
  const rows = await ticketRows(pipeline, seller_id, cart_ids);
  if (rows.length === 0) return new Map();
  const session_ids = [...new Set(rows.flatMap((row) => row.event_session_id ?? []))];
  const [types, sessions] = await Promise.all([
    typeNames(pipeline, seller_id, [...new Set(rows.map((row) => row.ticket_type_id))]).then(byId),
    (session_ids.length > 0 ? sessionTimes(pipeline, seller_id, session_ids) : Promise.resolve([])).then(byId),
  ]);

  const tickets = Map.groupBy(rows, (row) => row.cart_id);
  return new Map(
    [...tickets].map(([cart_id, cartTickets]) => [cart_id, describeTickets(cartTickets, types, sessions)]),
  );
};

/** Adds names and times to the tickets of one cart, in listing order. */
export const describeTickets = (
  rows: readonly TicketRow[],
  types: ReadonlyMap<string, TypeName>,
  sessions: ReadonlyMap<string, SessionTimes>,
): CartTicket[] =>
  rows
    .map((row): CartTicket => {
      const type = types.get(row.ticket_type_id);
      if (!type) throw new Error("The type of a ticket was not read.");
      const { start_datetime, end_datetime, local_day, local_start, cancelled } =
        sessions.get(row.event_session_id ?? "") ?? noTimes;
      return { ...type, start_datetime, end_datetime, local_day, local_start, session_cancelled: cancelled, ...row };
    })
    .toSorted(compareTickets);

export const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Sorts tickets in listing order. */
export const sortTickets = <Ticket extends CartTicket>(tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted(compareTickets);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Earliest first, tickets without a date last. */
const compareTickets = (one: CartTicket, other: CartTicket): number =>
  compareText(one.start_datetime ?? "~", other.start_datetime ?? "~") ||
  compareText(one.event_session_id ?? "", other.event_session_id ?? "") ||
  one.display_rank - other.display_rank ||
  compareText(one.id, other.id);
