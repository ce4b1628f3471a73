import { offerMinutes } from "@foyer/contract/office/orders/deskMoves.ts";
import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { ChangeOffer } from "../../../db/schema/carts.ts";
import type { Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { sendRefundsOfChange } from "../../checkout/change/finishChange.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import { takePayments } from "../../checkout/counter/payAtCounter.ts";
import { completeInTransaction } from "../../checkout/order/completeCartAlone.ts";
import type { CompletedCart } from "../../checkout/order/createOrders.ts";
import { refuseBlockedCart, refuseCancelledSessions } from "../../checkout/refuseBlockedCart.ts";
import { requireFunds } from "../../giftcards/requireFunds.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { lockMove, openedByVenue, orderChangedRefusal } from "./moveForVenue.ts";
import { queueOfferEmail } from "./offerEmail.ts";
import { insertOffer, openOffer } from "./offers.sql.ts";
import { requestMove, type VenueMove } from "./requestMove.ts";
import { withHeldMove } from "./withHeldMove.ts";
import { noGiftCards } from "../../giftcards/noGiftCards.ts";

export type OfferedMove = VenueMove & {
  readonly offer: Omit<ChangeOffer, "paid_by" | "due">;
  /** The price difference that was shown, as a decimal. */
  readonly due: string;
  /** If undefined, the purchaser gets a link. */
  readonly gift_card?: string | undefined;
  /** The transaction that records the offer, together with the caller's own writes. */
  readonly within: Within;
  /** The address of whoever sent the request: wrong gift card numbers count against it. */
  readonly clientAddress: string;
};

/**
 * Moves tickets of an order to dearer ones that are paid for: holds the new tickets as a change of the order. Its
 * purchaser pays the difference through a link and the ordinary checkout, or staff pay it at once with a gift card. The
 * old tickets stay valid until then. A refusal leaves nothing held, and the order's open change as it was.
 */
export const offerMove = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { offer, due, gift_card, within, clientAddress, ...move }: OfferedMove,
): Promise<{ readonly expires_at: string | null }> => {
  const { buyer: holder, requested } = await requestMove(ctx, order, move);
  const buyer = { ...holder, clientAddress };
  const paid_by = gift_card === undefined ? "link" : "gift_card";
  if (gift_card !== undefined) await requireGiftCard(buyer, order, { due, number: gift_card });
  const asked = { order, by: openedByVenue(move), requested };
  const { expires_at, completed } = await withHeldMove(ctx, { buyer, asked, within }, async (tx, cart_id) => {
    const expires_at = await recordOffer(tx, order, { cart_id, offer: { ...offer, paid_by }, due });
    if (gift_card === undefined) return { expires_at };
    return { expires_at: null, completed: await payWithGiftCard({ ...buyer, db: tx.db }, cart_id, gift_card) };
  });
  await sendRefundsOfChange(buyer, completed);
  return { expires_at };
};

/** Looked up before anything is held, because a wrong number counts as a guess, whatever happens to the move. */
const requireGiftCard = async (
  buyer: RequestContext,
  { currency }: OrderRow,
  { due, number }: { readonly due: string; readonly number: string },
): Promise<void> => {
  const { ledger_id } = buyer.seller.configuration;
  if (ledger_id === undefined) throw noGiftCards();
  await requireFunds(buyer, { number, ledger_id, amount: due, currency });
};

/**
 * Takes the difference from the gift card and completes the move, in the transaction that replaced the open change: if
 * the card was spent or a ticket was used in the meantime, the open change stays as it was.
 */
const payWithGiftCard = async (buyer: RequestContext, cart_id: string, number: string): Promise<CompletedCart> => {
  const { checkout, planned } = await lockMove(buyer, cart_id);
  refuseCancelledSessions(checkout);
  refuseBlockedCart(buyer, checkout);
  await takePayments(buyer, checkout, [{ gateway_id: giftCardGatewayId, amount: planned.quote.due, number }]);
  const { completed } = await completeInTransaction(buyer, cart_id);
  if (completed?.outcome !== "completed") throw orderChangedRefusal();
  return completed;
};

const recordOffer = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { cart_id, offer, due }: { readonly cart_id: string; readonly offer: Omit<ChangeOffer, "due">; readonly due: string },
): Promise<string> => {
  const { changed, planned } = await lockMove(ctx, cart_id);
  const { currency } = changed.order;
  const isAsShown = planned.quote.due > 0 && planned.quote.due === fromDecimal(due, currency);
  if (!isAsShown)
    throw new Refused({
      code: "payment_incorrect_amount",
      context: "order",
      extra: { due: toDecimal(planned.quote.due, currency) },
    });
  const dueOffer = { ...offer, due: planned.quote.due };
  const expires_at = await insertOffer(ctx.db, ctx.seller.id, { cart_id, offer: dueOffer, minutes: offerMinutes });
  if (offer.paid_by === "link") await queueOfferEmail(ctx, order, { cart_id, due: planned.quote.due, expires_at });
  return expires_at;
};

/** Closes an offered change that waits to be paid. Refused while it is being paid. */
export const withdrawOffer = (ctx: CheckoutContext, order: OrderRow, within: Within): Promise<void> =>
  within(ctx, async (tx) => {
    const { closeChangeOf } = await lockOrder(tx, order, { refusesPaying: true });
    const open = await openOffer(tx.db, tx.seller.id, order.id);
    if (!open) throw new Refused({ code: "cart_expired", context: "order" });
    await closeChangeOf();
  });
