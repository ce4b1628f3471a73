import { transact } from "../../../db/transact.ts";
import { writeAudit } from "../payment/audit.sql.ts";
import { findPayment, lockCart, movePayment, type SellerDb } from "../checkout.sql.ts";

/** Money was taken for a payment that had been given up: our books say so, and it is dealt with like all that came late. */
export const recordUnexpectedCapture = (ctx: SellerDb, payment_id: string, provider_ref: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const payment = await findPayment(ctx, payment_id);
    if (!payment) return;
    await lockCart(ctx, payment.cart_id);
    if (await movePayment(ctx, payment_id, ["failed", "voided"], "captured", { provider_ref })) {
      const { amount, currency } = payment;
      await writeAudit(ctx, payment_id, [{ audit_action: "capture", amount, currency, provider_ref }]);
    }
  });
