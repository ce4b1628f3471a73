import type { AccountTicket, OrderSession } from "@foyer/contract/shop/account.ts";

/** What an account has, as one answer of the server tells it. */
export type AccountHistory = { readonly sessions: readonly OrderSession[]; readonly tickets: readonly AccountTicket[] };

/** An order of the account (requirements ENTITY-65). */
export type OrderSummary = {
  readonly orderNumber: string;
  readonly purchaseDate: string;
  readonly numTickets: number;
  readonly numSessions: number;
  readonly ticketOrderId: string;
  readonly totalPrice: string;
};

/** A session of an order, or of all orders that hold tickets for it (requirements ENTITY-66). */
export type SessionSummary = {
  readonly name: string;
  /** The session's, and of what has no date the event's. */
  readonly id: string;
  readonly hasDate: boolean;
  /** In the venue's zone. */
  readonly date: string | null;
  /** Null where the whole day is meant. */
  readonly time: string | null;
  readonly timezone: string;
  readonly ticketQuantity: number;
  readonly image: string | null;
  readonly imageAlt: string;
  readonly orderIds: readonly string[];
  readonly isUpcoming: boolean;
};

const sessionKey = (row: { event_session_id: string | null; event_template_id: string }): string =>
  row.event_session_id ?? row.event_template_id;

const ticketsOf = ({ tickets }: AccountHistory, sessions: readonly OrderSession[]): readonly AccountTicket[] => {
  const sessionKeys = new Set(sessions.map((session) => `${session.ticket_order_id} ${sessionKey(session)}`));
  return tickets.filter((ticket) => sessionKeys.has(`${ticket.ticket_order_id} ${sessionKey(ticket)}`));
};

/** Orders as the server lists them, newest first. */
export const orderSummaries = (rows: AccountHistory): readonly OrderSummary[] =>
  [...Map.groupBy(rows.sessions, ({ ticket_order_id }) => ticket_order_id)].flatMap(([ticketOrderId, sessions]) => {
    const [first] = sessions;
    if (!first) return [];
    return [
      {
        orderNumber: first.order_number,
        purchaseDate: first.purchased_on,
        numTickets: ticketsOf(rows, sessions).length,
        numSessions: sessions.length,
        ticketOrderId,
        totalPrice: first.total,
      },
    ];
  });

const compareByDate = (one: SessionSummary, other: SessionSummary): number => {
  const [left, right] = [one, other].map(({ date, time }) => `${date ?? "~"} ${time ?? ""}`);
  return (left ?? "") < (right ?? "") ? -1 : Number((left ?? "") > (right ?? ""));
};

/** Each session once, whatever the orders, earliest first; what has no date comes last. */
export const sessionSummaries = (rows: AccountHistory): readonly SessionSummary[] =>
  [...Map.groupBy(rows.sessions, sessionKey)]
    .flatMap(([id, sessions]): SessionSummary[] => {
      const [first] = sessions;
      if (!first) return [];
      return [
        {
          name: first.event_name,
          id,
          hasDate: first.event_session_id !== null,
          date: first.local_day,
          time: first.all_day ? null : first.local_start,
          timezone: first.timezone,
          ticketQuantity: ticketsOf(rows, sessions).length,
          image: first.image,
          imageAlt: first.image_alt ?? "",
          orderIds: sessions.map(({ ticket_order_id }) => ticket_order_id),
          isUpcoming: first.is_upcoming,
        },
      ];
    })
    .toSorted(compareByDate);

/** The sessions of one order. */
export const sessionsOfOrder = (rows: AccountHistory, ticket_order_id: string): readonly SessionSummary[] =>
  sessionSummaries({ ...rows, sessions: rows.sessions.filter((row) => row.ticket_order_id === ticket_order_id) });

/** The tickets for a session, those of one order together. */
export const ticketsForSession = ({ tickets, sessions }: AccountHistory, id: string): readonly AccountTicket[] =>
  ticketsOf(
    { tickets, sessions },
    sessions.filter((row) => sessionKey(row) === id),
  );
