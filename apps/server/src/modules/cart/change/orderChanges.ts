import type { ReplacedTicket, GivenUpTickets } from "@foyer/rules/hold/takeOverPlaces.ts";
import type { SeatGivenUp } from "@foyer/rules/seating/keepSeats.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import type { CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import type { TicketRow } from "../read/readCart.sql.ts";
import type { CartChangeRequest } from "../hold/cartChange.ts";
import type { CartChangeUpdate } from "../hold/hold.sql.ts";
import type { LockedCartRow } from "../locks.sql.ts";
import type { PlannedChange } from "./planChange.ts";
import { stayingTicketIds, type OrderOfCart, type ChangeIntent } from "./cartChangeView.ts";
import { isActiveTicket } from "./judgeOrderTickets.ts";

/** The order that a cart changes, with its active tickets. */
export type LoadedOrder = OrderOfCart & { readonly tickets: readonly TicketRow[] };

/** A cart's change of an order, as one request would make it. */
export type RequestedChange = {
  readonly order: LoadedOrder;
  readonly wanted: ChangeIntent;
  /** The tickets that this request gives up. */
  readonly leaving: OrderOfCart["changed"]["tickets"];
  /** The tickets that the order keeps, including those that may leave with the given-up ones. */
  readonly staying: readonly TicketRow[];
};

/** The orders that the carts of a batch change, and these changes after each request. */
export class OrderChanges {
  readonly #orders: ReadonlyMap<string, LoadedOrder>;
  readonly #wanted = new Map<string, ChangeIntent>();
  readonly #written = new Set<string>();

  constructor(orders: ReadonlyMap<string, LoadedOrder>, carts: readonly Pick<LockedCartRow, "id" | "change">[]) {
    this.#orders = orders;
    for (const { id, change } of carts) if (change) this.#wanted.set(id, change);
  }

  /**
   * The order change that a request asks for; undefined for a purchase. Tickets of the cart itself do not concern the
   * order.
   */
  requested({ cart_id = "", remove, refund_to }: CartChangeRequest): RequestedChange | undefined {
    const order = this.#orders.get(cart_id);
    const before = this.#wanted.get(cart_id);
    if (!order || !before) return undefined;
    const leaving = order.changed.tickets.filter(({ id }) => remove.includes(id));
    const wanted = {
      gives_up: [...new Set([...before.gives_up, ...leaving.map(({ id }) => id)])],
      refund_to: refund_to ?? before.refund_to,
    };
    const left = stayingTicketIds(order.changed, wanted);
    return { order, wanted, leaving, staying: order.tickets.filter(({ id }) => left.has(id)) };
  }

  accept(cart_id: string, { wanted }: RequestedChange): void {
    this.#wanted.set(cart_id, wanted);
    this.#written.add(cart_id);
  }

  /** The order that a cart changes and what it gives up so far; undefined for a purchase. */
  ofCart(cart_id: string): { readonly order: LoadedOrder; readonly wanted: ChangeIntent } | undefined {
    const [order, wanted] = [this.#orders.get(cart_id), this.#wanted.get(cart_id)];
    return order && wanted && { order, wanted };
  }

  get writes(): readonly CartChangeUpdate[] {
    return [...this.#written].flatMap((id) => {
      const wanted = this.#wanted.get(id);
      return wanted ? [{ id, ...wanted }] : [];
    });
  }
}

/** The active tickets of orders, by id. */
export const activeTickets = (orders: ReadonlyMap<string, LoadedOrder>): GivenUpTickets =>
  new Map(
    [...orders.values()].flatMap(({ changed }) =>
      changed.tickets.filter(isActiveTicket).map((ticket) => [ticket.id, ticket] as const),
    ),
  );

/** The given-up tickets that the order still has. */
const activeGivenUp = ({ order, wanted }: RequestedChange) =>
  order.changed.tickets.filter((ticket) => isActiveTicket(ticket) && wanted.gives_up.includes(ticket.id));

/** The given-up tickets whose places are still free to take over: no ticket that stays in the cart has taken them. */
export const givenUpFor = (
  change: RequestedChange | undefined,
  staying: readonly Pick<TicketRow, "takes_place_of">[],
): readonly ReplacedTicket[] => {
  if (!change) return [];
  const taken = new Set(staying.map(({ takes_place_of }) => takes_place_of));
  return activeGivenUp(change).filter(({ id, is_oversold }) => !is_oversold && !taken.has(id));
};

/** The given-up seats that no ticket staying in the cart keeps. */
export const seatsGivenUp = (
  change: RequestedChange | undefined,
  staying: readonly Pick<TicketRow, "keeps_seat_of">[],
): readonly SeatGivenUp[] => {
  if (!change) return [];
  const kept = new Set(staying.map(({ keeps_seat_of }) => keeps_seat_of));
  return activeGivenUp(change).filter(({ id, seat_id }) => seat_id !== null && !kept.has(id));
};

/** The extras of a request, without removals of the order's codes: these stay with the order. */
export const extrasFor = ({ extras }: CartChangeRequest, change: RequestedChange | undefined): HoldExtras => {
  const { removedIds } = extras;
  return change && removedIds ? { ...extras, removedIds: withoutCodesOf(change, removedIds, (id) => id) } : extras;
};

/** The cart's own codes, without those of the order. */
export const ownCodes = (codes: readonly CodeInCart[], change: RequestedChange | undefined): readonly CodeInCart[] =>
  change ? withoutCodesOf(change, codes, ({ id }) => id) : codes;

const withoutCodesOf = <T>({ order }: RequestedChange, values: readonly T[], idOf: (value: T) => string): T[] => {
  const ids = new Set(order.codes.map(({ id }) => id));
  return values.filter((value) => !ids.has(idOf(value)));
};

/** The change without the tickets that leave with the given-up ones. */
export const withPlan = (
  change: RequestedChange | undefined,
  plan: PlannedChange | undefined,
): RequestedChange | undefined => {
  if (!change || !plan) return undefined;
  const ids = new Set(plan.staying.map(({ id }) => id));
  return { ...change, staying: change.staying.filter(({ id }) => ids.has(id)) };
};
