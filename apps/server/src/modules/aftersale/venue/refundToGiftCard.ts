import { newId } from "../../../db/newId.ts";
import type { LockedOrder } from "../../checkout/change/lockOrder.ts";
import { recordOrderChange, type VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import { endIfRefunded } from "../../checkout/refund/endIfRefunded.ts";
import { issueGiftCardForRefund } from "../../giftcards/issueGiftCardForRefund.ts";
import { journalOrderChanges } from "../../journal/journalChanges.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { noGiftCards } from "../../giftcards/noGiftCards.ts";

type GiftCardRefund = {
  /** In minor units; the caller has compared it with what is left. */
  readonly amount: number;
  readonly note: VenueNote;
  readonly locked: LockedOrder;
};

/**
 * Refunds money of an order as a new gift card, which its purchaser gets by e-mail, under the order's lock. That money
 * can no longer be refunded to a payment. When nothing of the order's money is left, the tickets end.
 */
export const recordGiftCardRefund = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { amount, note, locked }: GiftCardRefund,
): Promise<void> => {
  const { db, seller } = ctx;
  if (seller.configuration.ledger_id === undefined) throw noGiftCards();
  const gift_card_account_id = await issueGiftCardForRefund(ctx, order, amount);
  const change = {
    id: newId(),
    kind: "refund",
    actor: "venue",
    ...note,
    tickets: 0,
    value: 0,
    fee: 0,
    refund: 0,
    gift_card: amount,
    bonus: 0,
    gift_card_account_id,
  } as const;
  await recordOrderChange(ctx, order, change, "caller");
  await journalOrderChanges(db, seller.id, [change.id]);
  await endIfRefunded(ctx, order.id, locked);
};
