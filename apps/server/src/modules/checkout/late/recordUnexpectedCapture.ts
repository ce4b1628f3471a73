import { transact } from "../../../db/transact.ts";
import { writeJournal } from "../../../providers/journal/writeJournal.sql.ts";
import { captureEntry } from "../order/journalEntries.ts";
import { writeAudits } from "../batch/checkoutWrites.sql.ts";
import { findPayment, movePayment } from "../payment/payments.sql.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import type { SellerDb } from "../context.ts";

/** Records that a payment was captured although it had been abandoned. It is then settled like any late payment. */
export const recordUnexpectedCapture = (ctx: SellerDb, payment_id: string, provider_ref: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const payment = await findPayment(ctx, payment_id);
    if (!payment) return;
    await lockCheckoutCart(ctx, payment.cart_id);
    if (await movePayment(ctx, payment_id, ["failed", "voided"], "captured", { provider_ref })) {
      const { amount, currency } = payment;
      await writeAudits(ctx.db, ctx.seller.id, [
        { payment_id, audit_action: "capture", amount, currency, provider_ref },
      ]);
      await writeJournal(ctx.db, ctx.seller.id, [captureEntry(payment)]);
    }
  });
