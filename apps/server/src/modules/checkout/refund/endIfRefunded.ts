import { movedToGiftCards } from "../../cart/change/refundableOfCart.ts";
import { revokeGiftCards } from "../../giftcards/revokeGiftCards.ts";
import { lockOrder, type LockedOrder } from "../change/lockOrder.ts";
import type { CheckoutContext } from "../context.ts";
import { readOrderRow } from "../order/orders.sql.ts";
import { endRefundedOrder } from "./endRefundedOrder.ts";
import { isFullyRefunded } from "./refunds.sql.ts";

/**
 * Ends an order once everything paid for it has been refunded: to the original means, or as gift cards. `locked` is
 * undefined if the order was made while the lock was awaited.
 */
export const endIfRefunded = async (
  ctx: CheckoutContext,
  order_id: string,
  locked: LockedOrder | undefined,
): Promise<void> => {
  const { db, seller } = ctx;
  const moved = await movedToGiftCards(db, seller.id, order_id);
  if (!(await isFullyRefunded(ctx, order_id, moved))) return;
  const row = await readOrderRow(ctx, order_id);
  await endRefundedOrder(ctx, row, locked ?? (await lockOrder(ctx, row, { refusesPaying: false })));
  await revokeGiftCards(ctx, row.id);
};
