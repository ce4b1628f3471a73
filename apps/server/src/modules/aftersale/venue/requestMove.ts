import type { Ticket } from "@foyer/contract/shop/cart.ts";
import type { AddedTicket } from "@foyer/contract/shop/cartChange.ts";
import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { seatsForMove } from "@foyer/rules/seating/seatsForMove.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { toTicketRequests } from "../../cart/change/request/toTicketRequests.ts";
import type { CartChangeRequest } from "../../cart/hold/cartChange.ts";
import { defaultChannel } from "../../cart/hold/reserveTickets.ts";
import { readCart } from "../../cart/read/readCart.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import { readSeatMap } from "../../seating/readSeatMap.ts";
import type { BoughtCart } from "./boughtCart.ts";
import { buyerContext } from "./buyerContext.ts";
import { eventOfSession, groupOfType, seatsOfOpenChange } from "./venueMoves.sql.ts";

/** What the venue moves, and to which session. */
export type VenueMove = {
  readonly now: Temporal.Instant;
  readonly event_session_id: string;
  /**
   * The tickets to move. Undefined means all valid ones of the session's event that do not yet have the target's session
   * and type.
   */
  readonly ticket_ids?: readonly string[] | undefined;
  /** The type of the new tickets. Undefined keeps their types. */
  readonly ticket_type_id?: string | undefined;
  /**
   * The seat names, in the order of the tickets. Undefined keeps the same seats if they are free, and otherwise takes the
   * best.
   */
  readonly seats?: readonly string[] | undefined;
  readonly refund_to: RefundPreference;
  readonly waivesFee: boolean;
  /** Also moves used tickets. */
  readonly includesUsed?: boolean;
  /** Sells the new tickets beyond the capacity of the session or group. */
  readonly oversells?: boolean;
};

/** A move, as the request for its change's cart. */
export type RequestedMove = {
  /** The request context of the buyer. */
  readonly buyer: RequestContext;
  readonly requested: Omit<CartChangeRequest, "ctx" | "cart_id">;
};

const activeStates: ReadonlySet<Ticket["state"]> = new Set(["booked", "held", "in_cart"]);

/** Turns a move by the venue into a change of what was bought: with the same names, seats and flexible prices. */
export const requestMove = async (
  ctx: CheckoutJobContext,
  order: BoughtCart,
  move: Omit<VenueMove, "waivesFee">,
): Promise<RequestedMove> => {
  const tickets = await ticketsToMove(ctx, order, move);
  const ticket_ids = tickets.map(({ id }) => id);
  const buyer = await buyerContext(ctx, order, { now: move.now, ticket_ids });
  const seats = await chooseSeats(buyer, tickets, { ...move, cart_id: order.cart_id });
  const add = tickets.map((ticket): AddedTicket => {
    const { id, admit_name, admit_email, face_value } = ticket;
    const seat_template_id = seats[id];
    return {
      event_session_id: move.event_session_id,
      ticket_type_id: move.ticket_type_id ?? ticket.ticket_type_id,
      face_value,
      ...(admit_name !== null && { admit_name }),
      ...(admit_email !== null && { admit_email }),
      ...(seat_template_id !== undefined && { seat_template_id }),
    };
  });
  return {
    buyer,
    requested: {
      ...defaultChannel,
      access: "owner",
      add: await toTicketRequests(ctx, add),
      remove: ticket_ids,
      refund_to: move.refund_to,
      // Nobody is present to answer, so the order's answers are kept if the new group asks the same questions.
      extras: { ...noExtras, unattended: true, oversells: move.oversells ?? false },
    },
  };
};

/** Passes and memberships have a term, and gift cards and donations a value, so they have no session to move. */
const notForSession =
  "Only tickets for a session can be moved. Cancel passes, memberships, gift cards and donations, and sell them again.";

const refusedTickets = (description?: string): Refused =>
  new Refused({ code: "ticket_state_incorrect", context: "order", ...(description !== undefined && { description }) });

const ticketsToMove = async (
  { db, seller }: CheckoutContext,
  { cart_id }: BoughtCart,
  { event_session_id, ticket_ids, ticket_type_id }: Omit<VenueMove, "waivesFee">,
): Promise<readonly Ticket[]> => {
  const event_template_id = await eventOfSession(db, seller.id, event_session_id);
  if (event_template_id === undefined) throw new Refused({ code: "event_session_not_found", context: "reserve" });
  const tickets = (await readCart({ db, seller }, cart_id)).ticket._data;
  const named = ticket_ids?.map((id) => tickets.find((ticket) => ticket.id === id));
  const found =
    named ??
    tickets.filter(
      (ticket) =>
        activeStates.has(ticket.state) &&
        ticket.event_template_id === event_template_id &&
        ticket.event_session_id !== null &&
        (ticket.event_session_id !== event_session_id ||
          ticket.ticket_type_id !== (ticket_type_id ?? ticket.ticket_type_id)),
    );
  const known = found.filter((ticket) => ticket !== undefined);
  if (known.length === 0 || known.length < found.length) throw refusedTickets();
  if (known.some((ticket) => ticket.event_session_id === null)) throw refusedTickets(notForSession);
  return known;
};

/**
 * Seats by ticket; empty if no ticket has one. A ticket that stays in its session can keep its seat. What the order's
 * open change holds is free for a move that replaces it.
 */
const chooseSeats = async (
  buyer: RequestContext,
  tickets: readonly Ticket[],
  {
    event_session_id,
    seats: names,
    ticket_type_id,
    cart_id,
  }: Omit<VenueMove, "waivesFee"> & Pick<BoughtCart, "cart_id">,
): Promise<Readonly<Record<string, string>>> => {
  const seated = tickets.filter(({ seat_name }) => seat_name !== null);
  const [first] = seated;
  if (!first) return {};
  const { db, seller } = buyer;
  const { event_template_id } = first;
  const { seat_map, seat } = await readSeatMap(buyer, {
    event_template_id,
    event_session_id,
    _withgeometry: true,
  });
  const [map] = seat_map._data;
  const group = ticket_type_id === undefined ? undefined : await groupOfType(db, seller.id, ticket_type_id);
  const inGroup = group === undefined ? seated : seated.map((ticket) => ({ ...ticket, ticket_group_id: group }));
  const own = new Set(
    seated.filter((ticket) => ticket.event_session_id === event_session_id).map(({ seat_name }) => seat_name),
  );
  const ofChange = new Set(
    (await seatsOfOpenChange(db, seller.id, { cart_id, event_session_id })).map(({ seat_id }) => seat_id),
  );
  const isOwn = (one: Seat): boolean => own.has(one.name) || ofChange.has(one.seat_template_id);
  const seats = seat._data.map((one): Seat => (isOwn(one) ? { ...one, state: "available" } : one));
  const chosen = names ? namedSeats(seats, seated, names) : map && seatsForMove({ map, seats }, inGroup);
  if (!chosen)
    throw new Refused({
      code: "seat_not_available",
      context: "seating",
      description: names
        ? "Name one seat of this session for each ticket."
        : "There are not enough free seats in this session.",
    });
  return chosen;
};

const namedSeats = (
  seats: readonly { readonly name: string; readonly seat_template_id: string }[],
  tickets: readonly Ticket[],
  names: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const found = tickets.map((_, index) => seats.find(({ name }) => name === names[index]));
  if (names.length !== tickets.length || found.includes(undefined)) return undefined;
  return Object.fromEntries(tickets.map(({ id }, index) => [id, found[index]?.seat_template_id ?? ""]));
};
