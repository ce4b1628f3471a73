import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { ContentTicket } from "@foyer/rules/hold/cartContents.ts";
import { remainingDiscounts } from "@foyer/rules/pricing/remainingDiscounts.ts";
import { Refused } from "../../../errors/refused.ts";
import type { CartCode, CartDiscount } from "../../codes/code.ts";
import { sortTickets, type CartTicket } from "../read/readCartTickets.ts";
import { isActiveTicket } from "./judgeOrderTickets.ts";
import { planChange, type PlannedChange, type PlannedTicket } from "./planChange.ts";
import type { ChangedOrder } from "./readChangedOrder.ts";

/** The order that a cart changes. */
export type OrderOfCart = {
  readonly changed: ChangedOrder;
  /** Only the applied codes. */
  readonly codes: readonly CartCode[];
  readonly discounts: readonly CartDiscount[];
};

/** What the cart's change gives up, and where its refund goes. */
export type ChangeIntent = { readonly gives_up: readonly string[]; readonly refund_to: RefundPreference | null };

/** A cart's change of an order, as its reply shows it. */
export type CartChangeView = OrderOfCart & {
  readonly wanted: ChangeIntent;
  /** The planned change with its amounts, or why the change is no longer possible. */
  readonly plan: PlannedChange | Refused;
  /** The order's tickets that stay. */
  readonly staying: readonly CartTicket[];
};

/** Builds the cart's order from the codes and discounts of the order's own cart. */
export const orderOfCart = (
  changed: ChangedOrder,
  { codes, discounts }: { readonly codes: readonly CartCode[]; readonly discounts: readonly CartDiscount[] },
): OrderOfCart => {
  const { cart_id } = changed.order;
  return {
    changed,
    codes: codes.filter((code) => code.cart_id === cart_id && code.is_applied),
    discounts: discounts.filter((discount) => discount.cart_id === cart_id),
  };
};

type AddedTicket = ContentTicket &
  Pick<PlannedTicket, "event_template_id"> &
  Partial<Pick<CartTicket, "id" | "adjusted_value" | "fee_fixed" | "fee_percent">>;

/** Plans the change with the cart's own tickets. Returns a refusal instead of throwing it. */
export const planCartChange = (
  seller: Seller,
  changed: ChangedOrder,
  wanted: ChangeIntent,
  own: readonly AddedTicket[],
): PlannedChange | Refused => {
  const added = own.map((ticket, index) => ({
    ...ticket,
    id: ticket.id ?? String(index),
    value: (ticket.adjusted_value ?? 0) + (ticket.fee_fixed ?? 0) + (ticket.fee_percent ?? 0),
  }));
  try {
    return planChange(seller, changed, { ...wanted, added });
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

/** The ids of the order's tickets that a change does not give up, including those that may leave with the given-up ones. */
export const stayingTicketIds = (
  { tickets }: ChangedOrder,
  { gives_up }: Pick<ChangeIntent, "gives_up">,
): Set<string> =>
  new Set(tickets.filter((ticket) => isActiveTicket(ticket) && !gives_up.includes(ticket.id)).map(({ id }) => id));

/** What the reply to a cart shows of its change. `tickets` are the cart's own and those of the order. */
export const viewCartChange = (
  seller: Seller,
  order: OrderOfCart,
  wanted: ChangeIntent,
  tickets: { readonly own: readonly CartTicket[]; readonly booked: readonly CartTicket[] },
): CartChangeView => {
  const plan = planCartChange(seller, order.changed, wanted, tickets.own);
  const ids =
    plan instanceof Refused
      ? stayingTicketIds(order.changed, wanted)
      : new Set(plan.staying.map((ticket) => ticket.id));
  // A booked ticket stays valid even if the membership ends.
  const staying = tickets.booked.filter(({ id }) => ids.has(id)).map((ticket) => ({ ...ticket, member_lapsed: false }));
  return { ...order, wanted, plan, staying };
};

/** The tickets of a cart's reply: its own, and those that the order keeps. */
export const withStayingTickets = (
  own: readonly CartTicket[],
  change: Pick<CartChangeView, "staying"> | undefined,
): readonly CartTicket[] => (change ? sortTickets([...change.staying, ...own]) : own);

/** The discounts of a completed cart with what they take off the tickets that its order still has. */
export const discountsOfOrder = (
  discounts: readonly CartDiscount[],
  remaining: readonly CartTicket[],
): readonly CartDiscount[] => {
  const shares = remainingDiscounts(remaining, discounts);
  return discounts.map((discount, index) => ({ ...discount, amount: shares[index] ?? 0 }));
};

/** The discounts of the cart, and what those of the order take off the tickets that stay. */
export const withStayingDiscounts = (
  own: readonly CartDiscount[],
  change: Pick<CartChangeView, "staying" | "discounts"> | undefined,
): readonly CartDiscount[] => {
  if (!change) return own;
  const shares = remainingDiscounts(change.staying, change.discounts);
  const amounts = new Map(own.map(({ id, amount }) => [id, amount]));
  const ofOrder = change.discounts.map((discount, index) => ({
    ...discount,
    amount: (shares[index] ?? 0) + (amounts.get(discount.id) ?? 0),
  }));
  const known = new Set(ofOrder.map(({ id }) => id));
  return [...ofOrder.filter(({ amount }) => amount > 0), ...own.filter(({ id }) => !known.has(id))];
};
