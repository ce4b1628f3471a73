import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { issueGiftCards } from "../../giftcards/issueGiftCards.ts";
import { issueMemberships } from "../../membership/issue/issueMemberships.ts";
import type { Attempt } from "../payment/attempt.ts";
import { lockCheckout, type LockedCheckout, type HeldSummary } from "../batch/lockCheckout.ts";
import { orderOfCart, type CheckoutContext } from "../checkout.sql.ts";
import { createOrders, decideCompletion, type CompletedCart } from "./createOrders.ts";
import { purchasersOf } from "../purchaser/purchasers.sql.ts";
import { queueConfirmationEmail } from "../emails/queueConfirmationEmail.ts";
import { queuePartPaidEmail } from "../emails/queuePartPaidEmail.ts";
import { cartBalance } from "../plan/cartBalance.ts";
import { insertSchedule, markPartPaid } from "../plan/schedule.sql.ts";

/** A cart of which more has to be written than of others, in a transaction of its own. */
export const completeCartAlone = async (ctx: CheckoutContext, cart_id: string): Promise<CompletedCart | undefined> => {
  const completed = await transact(ctx, async (ctx): Promise<CompletedCart | undefined> => {
    const { db, seller } = ctx;
    const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
    if (!checkout) return undefined;
    const order = await orderOfCart(ctx, cart_id);
    if (order) return { outcome: "completed", order_id: order.id };
    const decision = decideCompletion(checkout);
    if (decision.is === "open") return undefined;
    if (decision.is === "kept") return { outcome: "partial" };
    if (decision.is === "part") {
      await completePart(ctx, checkout, decision);
      return { outcome: "partial" };
    }
    const [buyer] = await purchasersOf(db, seller.id, [cart_id]);
    if (!buyer) throw new Error("Whoever buys is not there.");
    const [booked] = await createOrders(db, seller, [{ at: checkout, held: decision.held, buyer }]);
    if (!booked) throw new Error("A cart that was paid for has no order.");
    if (decision.held.sells_gift_cards) await issueGiftCards(ctx, booked.order.id);
    if (decision.held.sells_memberships) await issueMemberships(ctx, booked.order.id);
    await queueConfirmationEmail(ctx, booked);
    crash("inside_order_transaction");
    return { outcome: "completed", order_id: booked.order.id };
  });
  if (completed?.outcome === "completed") crash("after_order_commit");
  return completed;
};

/** The first part that is taken fixes the schedule by which the others are due. */
const completePart = async (
  ctx: CheckoutContext,
  { cart }: LockedCheckout,
  { held, attempt }: { readonly held: HeldSummary; readonly attempt: Attempt },
): Promise<void> => {
  if (!cart.part_paid) await insertSchedule(ctx, cart.id, cartBalance(ctx.seller, cart, held, { paid: 0 }).instalments);
  await markPartPaid(ctx, cart.id);
  await queuePartPaidEmail(
    ctx,
    cart.id,
    attempt.payments.map(({ id }) => id),
  );
};
