import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { purchases } from "../../../signals/signals.ts";
import { issueGiftCards } from "../../giftcards/issueGiftCards.ts";
import { issueMemberships } from "../../membership/issue/issueMemberships.ts";
import { completeChange } from "../change/completeChange.ts";
import { lockCheckout } from "../batch/lockCheckout.ts";
import type { HeldSummary, LockedCheckout } from "../batch/lockedCheckout.ts";
import type { CheckoutContext } from "../context.ts";
import { holdFreeConfirmations } from "../emails/holdFreeConfirmations.ts";
import { queueConfirmationEmail } from "../emails/queueConfirmationEmail.ts";
import { queuePartPaidEmail } from "../emails/queuePartPaidEmail.ts";
import type { Attempt } from "../payment/attempt.ts";
import { cartBalance } from "../plan/cartBalance.ts";
import { insertSchedule, markPartPaid } from "../plan/schedule.sql.ts";
import { readPurchasers } from "../purchaser/purchasers.sql.ts";
import { createOrders, decideCompletion, type CompletedCart } from "./createOrders.ts";
import { findOrderOfCart } from "./orders.sql.ts";

/**
 * Completes a cart in a transaction of its own: one with gift cards, memberships or a payment plan, or a change of an
 * order.
 */
export const completeCartAlone = async (ctx: CheckoutContext, cart_id: string): Promise<CompletedCart | undefined> => {
  const { completed, isNew } = await transact(ctx, (ctx) => completeInTransaction(ctx, cart_id));
  if (completed?.outcome === "completed") crash("after_order_commit");
  if (isNew) purchases.emit({ orders: 1 });
  return completed;
};

type Completion = { readonly completed: CompletedCart | undefined; readonly isNew: boolean };

/** The same in the caller's transaction, for a cart whose price the caller has changed. */
export const completeInTransaction = async (ctx: CheckoutContext, cart_id: string): Promise<Completion> => {
  const found = (completed: CompletedCart | undefined): Completion => ({ completed, isNew: false });
  const { db, seller } = ctx;
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  if (!checkout) return found(undefined);
  const order = await findOrderOfCart(ctx, cart_id);
  if (order) return found({ outcome: "completed", order_id: order.id });
  if (checkout.cart.change) return found(await completeChange(ctx, checkout));
  const decision = decideCompletion(checkout);
  if (decision.kind === "open") return found(undefined);
  if (decision.kind === "awaits_instalment") return found({ outcome: "partial" });
  if (decision.kind === "instalment") {
    await recordInstallment(ctx, checkout, decision);
    return found({ outcome: "partial" });
  }
  return { completed: await bookCart(ctx, checkout, decision.held), isNew: true };
};

const bookCart = async (ctx: CheckoutContext, checkout: LockedCheckout, held: HeldSummary): Promise<CompletedCart> => {
  const { db, seller } = ctx;
  const { id: cart_id } = checkout.cart;
  const [purchaser] = await readPurchasers(db, seller.id, [cart_id]);
  if (!purchaser) throw new Error(`The purchaser of cart ${cart_id} does not exist`);
  const paid = await holdFreeConfirmations(db, ctx, [{ checkout, held, purchaser }]);
  const [booked] = await createOrders(db, seller, paid);
  if (!booked) throw new Error(`The paid cart ${cart_id} has no order`);
  if (held.sells_gift_cards) await issueGiftCards(ctx, booked.order.id);
  if (held.sells_memberships) await issueMemberships(ctx, booked.order.id);
  await queueConfirmationEmail(ctx, booked);
  crash("inside_order_transaction");
  return { outcome: "completed", order_id: booked.order.id };
};

/** The first captured instalment fixes the schedule of the others. */
const recordInstallment = async (
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
