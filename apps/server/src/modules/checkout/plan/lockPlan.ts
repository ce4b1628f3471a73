import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import { refundableOfCart } from "../../cart/change/refundableOfCart.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import type { LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import type { SellerDb } from "../context.ts";
import { attemptOf, paidBefore } from "../payment/attempt.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { readPayments } from "../payment/payments.sql.ts";

/** A partly paid cart, locked until the transaction ends. */
export type LockedPlan = {
  readonly cart: LockedCheckoutCart;
  /** Captured money minus refunds, in minor units. */
  readonly paid: number;
  /** All payments, including refunded ones. */
  readonly payments: readonly PaymentRow[];
  /** The refundable amount of each payment without disputed money, in the sequence in which they are refunded. */
  readonly sources: Awaited<ReturnType<typeof refundableOfCart>>;
};

/**
 * Locks a partly paid cart, so that a simultaneous payment is made either before or after the change. Throws `Refused`:
 * `cart_not_editable` for any other cart, `payment_in_progress` while an instalment is being paid.
 */
export const lockPlan = async (ctx: SellerDb, cart_id: string): Promise<LockedPlan> => {
  const cart = await lockCheckoutCart(ctx, cart_id);
  await pause("plan_locked");
  if (!cart) throw new Refused({ code: "not_found", context: "cart" });
  if (cart.state !== "pending" || !cart.part_paid) throw new Refused({ code: "cart_not_editable", context: "cart" });
  const payments = await readPayments(ctx, cart_id);
  // Includes a captured payment: recording it as an instalment would raise the cart's version.
  const { undecided, total } = attemptOf(payments, cart.version);
  if (undecided.length > 0 || total > 0) throw new Refused({ code: "payment_in_progress", context: "cart" });
  const sources = await refundableOfCart(ctx, cart_id);
  return { cart, paid: paidBefore(payments, cart.version), payments, sources };
};
