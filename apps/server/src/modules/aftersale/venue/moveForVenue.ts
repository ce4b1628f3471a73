import type { Money } from "@foyer/contract/basics.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { presentChange, type PlannedChange } from "../../cart/change/planChange.ts";
import { previewChange } from "../../cart/change/venue/previewChange.ts";
import type { ChangedOrder } from "../../cart/change/readChangedOrder.ts";
import { waiveDifferenceOfChange } from "../../cart/change/venue/waiveDifference.ts";
import { lockCheckout } from "../../checkout/batch/lockCheckout.ts";
import type { LockedCheckout } from "../../checkout/batch/lockedCheckout.ts";
import { completeChange } from "../../checkout/change/completeChange.ts";
import { sendRefundsOfChange } from "../../checkout/change/finishChange.ts";
import type { VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import type { CompletedCart } from "../../checkout/order/createOrders.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { requestMove, type VenueMove } from "./requestMove.ts";
import { withHeldMove } from "./withHeldMove.ts";

/** Quotes the venue's move as of now, without changing anything. */
export const quoteMove = async (ctx: CheckoutJobContext, order: OrderRow, move: VenueMove): Promise<PendingChange> => {
  const { buyer, requested } = await requestMove(ctx, order, move);
  const { changed, plan } = await previewChange(buyer, { order, by: openedByVenue(move), requested });
  if (plan instanceof Refused) throw plan;
  return presentChange(ctx.seller, changed, plan);
};

export type ConfirmedMove = VenueMove & {
  readonly note: VenueNote;
  /** Lowers the new tickets' price to what was paid before. If false, a move that costs more is refused. */
  readonly waivesDifference: boolean;
  /** The transaction that completes the move, together with the caller's own writes. */
  readonly within?: Within;
};

/**
 * Moves tickets of an order for the venue, regardless of the deadlines and rules that its policy sets for buyers: opens a
 * change of the order that holds the new tickets, and completes it at once. The buyer's open change is closed, unless it
 * is being paid; a move that is refused leaves it open.
 */
export const moveForVenue = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { note, waivesDifference, within = transact, ...move }: ConfirmedMove,
): Promise<CompletedMove> => {
  const { buyer, requested } = await requestMove(ctx, order, move);
  const asked = { order, by: openedByVenue(move), requested };
  const { completed, ...made } = await withHeldMove(ctx, { buyer, asked, within }, (tx, cart_id) =>
    completeMove(tx, cart_id, { note, waivesDifference }),
  );
  ctx.log.info({ event: "moved_by_venue", order_id: order.id }, "the venue moved tickets");
  await sendRefundsOfChange(buyer, completed);
  return made;
};

/** The result of a move. `waived` is the additional price of the new tickets, as a decimal. */
export type CompletedMove = { readonly change: PendingChange; readonly waived: Money };

export const openedByVenue = ({ waivesFee, includesUsed = false }: VenueMove) =>
  ({ actor: "venue", waivesFee, includesUsed }) as const;

export const completeMove = async (
  ctx: CheckoutContext,
  cart_id: string,
  { note, waivesDifference }: Pick<ConfirmedMove, "note" | "waivesDifference">,
): Promise<CompletedMove & { readonly completed: CompletedCart }> => {
  const before = await lockMove(ctx, cart_id);
  const { due } = before.planned.quote;
  const { checkout, changed, planned } = due > 0 ? await withoutDifference(ctx, before, waivesDifference) : before;
  const completed = await completeChange(ctx, checkout, note);
  if (!completed) throw orderChangedRefusal();
  const waived = toDecimal(due, changed.order.currency);
  return { completed, waived, change: presentChange(ctx.seller, changed, planned) };
};

type LockedMove = {
  readonly checkout: LockedCheckout;
  readonly changed: ChangedOrder;
  readonly planned: PlannedChange;
};

/** The order no longer has the tickets that a move gives up. */
export const orderChangedRefusal = (): Refused => new Refused({ code: "ticket_state_incorrect", context: "order" });

/** Locks both carts of a move. Refuses a move that was closed in the meantime, or whose order no longer has the tickets. */
export const lockMove = async ({ db, seller }: CheckoutContext, cart_id: string): Promise<LockedMove> => {
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  if (checkout?.cart.state !== "pending" || !checkout.change) throw orderChangedRefusal();
  const { changed, planned, refusal } = checkout.change;
  if (refusal) throw refusal;
  if (!planned) throw orderChangedRefusal();
  return { checkout, changed, planned };
};

/** The same move with lower prices, so that nothing is due. Refuses if something is due and the venue does not waive it. */
const withoutDifference = async (
  ctx: CheckoutContext,
  { checkout: { cart, tickets }, changed, planned }: LockedMove,
  waivesDifference: boolean,
): Promise<LockedMove> => {
  const { currency } = changed.order;
  if (!waivesDifference)
    throw new Refused({
      code: "payment_incorrect_amount",
      context: "order",
      description: "The new tickets cost more than what was paid.",
      extra: { due: presentChange(ctx.seller, changed, planned).due },
    });
  await waiveDifferenceOfChange(ctx, { planned, currency, tickets });
  return lockMove(ctx, cart.id);
};
