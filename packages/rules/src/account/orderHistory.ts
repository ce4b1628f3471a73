import type { AccountTicket, OrderSession } from "@foyer/contract/shop/account.ts";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { isDonation, isGiftCard, isMembership, type WithHandler } from "../catalog/handlers.ts";
import type { SessionFlag } from "@foyer/contract/shop/sessionFlag.ts";

/** The sessions and tickets of an account, as one reply gives them. */
export type AccountHistory = { readonly sessions: readonly OrderSession[]; readonly tickets: readonly AccountTicket[] };

/** How the page names a ticket: memberships, gift cards and donations are not called tickets. */
export const contentKinds = ["ticket", "membership", "gift_card", "donation"] as const;
export type ContentKind = (typeof contentKinds)[number];

const contentKind = (ticket: WithHandler): ContentKind => {
  if (isMembership(ticket)) return "membership";
  if (isGiftCard(ticket)) return "gift_card";
  return isDonation(ticket) ? "donation" : "ticket";
};

/** An order of the account. */
export type OrderSummary = {
  readonly orderNumber: string;
  readonly purchaseDate: string;
  readonly counts: Readonly<Record<ContentKind, number>>;
  /** Events with tickets. */
  readonly numSessions: number;
  readonly ticketOrderId: string;
  readonly totalPrice: string;
  /** The amount that the buyer's bank has taken back; null if nothing. */
  readonly takenBack: string | null;
  /** `cancelled` if the venue has cancelled one of its visits; `past` or `redeemed` if no visit is still to come. */
  readonly flag: SessionFlag | null;
};

/** A session of one order, or of all orders with tickets for it. */
export type SessionSummary = {
  readonly name: string;
  /** The id of the session, or of the event for tickets without a date. */
  readonly id: string;
  readonly hasDate: boolean;
  /** The day in the venue's zone; null without a date. */
  readonly date: string | null;
  /** The local start time; null for an all-day session. */
  readonly time: string | null;
  readonly timezone: string;
  readonly kind: ContentKind;
  readonly ticketQuantity: number;
  readonly image: string | null;
  readonly imageAlt: string;
  readonly imageFocus: PictureFocus | null;
  readonly orderIds: readonly string[];
  readonly isUpcoming: boolean;
  /** Covers all tickets for the session, in every order. */
  readonly flag: SessionFlag | null;
};

const sessionKey = (row: { event_session_id: string | null; event_template_id: string }): string =>
  row.event_session_id ?? row.event_template_id;

const ticketsOf = ({ tickets }: AccountHistory, sessions: readonly OrderSession[]): readonly AccountTicket[] => {
  const sessionKeys = new Set(sessions.map((session) => `${session.ticket_order_id} ${sessionKey(session)}`));
  return tickets.filter((ticket) => sessionKeys.has(`${ticket.ticket_order_id} ${sessionKey(ticket)}`));
};

/** An order has one membership at most: its tickets are the people on it. */
const quantityOf = (tickets: readonly AccountTicket[]): number => {
  const memberships = tickets.filter(isMembership);
  const orders = new Set(memberships.map(({ ticket_order_id }) => ticket_order_id));
  return tickets.length - memberships.length + orders.size;
};

const flagOfOrder = (sessions: readonly OrderSession[]): SessionFlag | null => {
  const flags = sessions.filter(({ event_session_id }) => event_session_id !== null).map(({ flag }) => flag);
  if (flags.includes("cancelled")) return "cancelled";
  if (flags.length === 0 || flags.includes(null)) return null;
  return flags.includes("past") ? "past" : "redeemed";
};

/** The orders, newest first as the server lists them. */
export const orderSummaries = (rows: AccountHistory): readonly OrderSummary[] =>
  [...Map.groupBy(rows.sessions, ({ ticket_order_id }) => ticket_order_id)].flatMap(([ticketOrderId, sessions]) => {
    const [first] = sessions;
    if (!first) return [];
    const tickets = ticketsOf(rows, sessions);
    const count = (kind: ContentKind): number => quantityOf(tickets.filter((ticket) => contentKind(ticket) === kind));
    return [
      {
        orderNumber: first.order_number,
        purchaseDate: first.purchased_on,
        counts: {
          ticket: count("ticket"),
          membership: count("membership"),
          gift_card: count("gift_card"),
          donation: count("donation"),
        },
        numSessions: sessions.filter((session) => kindOf(rows, session) === "ticket").length,
        ticketOrderId,
        totalPrice: first.total,
        takenBack: first.taken_back,
        flag: flagOfOrder(sessions),
      },
    ];
  });

/** All tickets of a session are of one kind. */
const kindOf = (rows: AccountHistory, session: OrderSession): ContentKind => {
  const [ticket] = ticketsOf(rows, [session]);
  return ticket ? contentKind(ticket) : "ticket";
};

const compareByDate = (one: SessionSummary, other: SessionSummary): number => {
  const [left, right] = [one, other].map(({ date, time }) => `${date ?? "~"} ${time ?? ""}`);
  return (left ?? "") < (right ?? "") ? -1 : Number((left ?? "") > (right ?? ""));
};

/** Each session once across orders, earliest first, then tickets without a date. */
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
          kind: kindOf(rows, first),
          ticketQuantity: quantityOf(ticketsOf(rows, sessions)),
          image: first.image,
          imageAlt: first.image_alt ?? "",
          imageFocus: first.image_focus,
          orderIds: sessions.map(({ ticket_order_id }) => ticket_order_id),
          isUpcoming: first.is_upcoming,
          // The tickets of one order may be used while those of another are not.
          flag: (sessions.find(({ flag }) => flag !== "redeemed") ?? first).flag,
        },
      ];
    })
    .toSorted(compareByDate);

/** The sessions of one order. */
export const sessionsOfOrder = (rows: AccountHistory, ticket_order_id: string): readonly SessionSummary[] =>
  sessionSummaries({ ...rows, sessions: rows.sessions.filter((row) => row.ticket_order_id === ticket_order_id) });

/**
 * Whether any of them has a ticket with a code that admits. Past, used and cancelled ones don't, nor do donations and gift
 * cards.
 */
export const hasValidCodes = (sessions: readonly SessionSummary[]): boolean =>
  sessions.some(({ flag, kind }) => flag === null && (kind === "ticket" || kind === "membership"));

/** The tickets for a session, grouped by order. */
export const ticketsForSession = ({ tickets, sessions }: AccountHistory, id: string): readonly AccountTicket[] =>
  ticketsOf(
    { tickets, sessions },
    sessions.filter((row) => sessionKey(row) === id),
  );
