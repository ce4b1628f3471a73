import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { JudgedFor } from "../../cart/change/judgeOrderTickets.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { lockOrderTickets } from "../../checkout/change/lockOrderTickets.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { recordOrderChange, type VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import { cancelForChange } from "../../checkout/refund/cancelForChange.ts";
import type { RefundRow } from "../../checkout/refund/refundPayment.ts";
import { returnCodeUses } from "../../codes/returnCodeUses.ts";
import { issueGiftCardForRefund } from "../../giftcards/issueGiftCardForRefund.ts";
import { journalOrderChanges } from "../../journal/journalChanges.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import {
  planCancellation,
  presentQuote,
  type CancellationRequest,
  type PlannedCancellation,
} from "./planCancellation.ts";
import { detachAddOns } from "../detachAddOns.sql.ts";
import { queueCancellationEmail } from "./queueCancellationEmail.ts";

/** A requested cancellation, and who requested it. */
export type RequestedCancellation = CancellationRequest & {
  readonly by: JudgedFor;
  /** The amounts shown before. If absent, any amounts are accepted. */
  readonly expected?: Pick<CancellationQuote, "refund" | "gift_card"> | undefined;
  /** Why the venue cancels, and which of its staff did it. */
  readonly note?: VenueNote;
};

export type RecordedCancellation = { readonly planned: PlannedCancellation; readonly refunds: readonly RefundRow[] };

/**
 * Cancels tickets of an order in the caller's transaction: tickets, refund rows, gift card and e-mail, under the lock of
 * the order's cart, which every other change and refund of the order takes too. The caller sends the refunds.
 */
export const recordCancellation = async (
  ctx: CheckoutContext,
  order: OrderRow,
  requested: RequestedCancellation,
): Promise<RecordedCancellation> => {
  const { by, expected, note } = requested;
  const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });
  await pause("order_change_locked");
  await lockOrderTickets(ctx, order.id);
  const planned = await planCancellation(ctx, order, requested);
  await pause("cancellation_planned");
  const { quote, leaving } = planned;
  refuseOtherAmounts(presentQuote(ctx, order, planned), expected);
  await closeChangeOf(leaving.map(({ id }) => id));
  const order_change_id = newId();
  const { db, seller } = ctx;
  const { lines = [] } = (await readCart({ db, seller }, order.cart_id)).cart._data[0] ?? {};
  const card = quote.gift_card > 0 ? await issueGiftCardForRefund(ctx, order, quote.gift_card) : undefined;
  const change = {
    id: order_change_id,
    kind: "cancel",
    actor: by.actor,
    ...note,
    tickets: leaving.length,
    value: quote.value,
    fee: quote.fee,
    refund: quote.refund,
    gift_card: quote.gift_card,
    bonus: quote.bonus,
    gift_card_account_id: card ?? null,
  } as const;
  await recordOrderChange(ctx, order, change, note ? "caller" : "buyer");
  const refunds = await cancelForChange(ctx, { order, order_change_id, tickets: leaving, refunds: quote.parts });
  await detachAddOns(
    db,
    seller.id,
    planned.onTheirOwn.map(({ id }) => id),
  );
  await journalOrderChanges(db, seller.id, [order_change_id]);
  await pause("order_tickets_cancelled");
  if (planned.isWhole) await returnCodeUses(ctx, order.cart_id);
  await queueCancellationEmail(ctx, order, { order_change_id, planned, lines });
  return { planned, refunds };
};

/** The money may have been refunded in another way since the buyer loaded the page. */
const refuseOtherAmounts = (
  { refund, gift_card }: CancellationQuote,
  expected: Pick<CancellationQuote, "refund" | "gift_card"> | undefined,
): void => {
  if (!expected || (expected.refund === refund && expected.gift_card === gift_card)) return;
  throw new Refused({
    code: "payment_incorrect_amount",
    context: "order",
    description: "Your refund has changed. Please review it.",
    extra: { refund, gift_card },
  });
};
