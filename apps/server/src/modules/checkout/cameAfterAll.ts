import { transact } from "../../db/transact.ts";
import { writeAudit } from "./audit.sql.ts";
import { findPayment, lockCart, movePayment, type Db } from "./checkout.sql.ts";

/** Money was taken for a payment that had been given up: our books say so, and it is dealt with like all that came late. */
export const cameAfterAll = (outer: Db, payment_id: string, provider_ref: string): Promise<void> =>
  transact(outer, async (ask) => {
    const payment = await findPayment(ask, payment_id);
    if (!payment) return;
    await lockCart(ask, payment.cart_id);
    if (await movePayment(ask, payment_id, ["failed", "voided"], "captured", { provider_ref })) {
      const { amount, currency } = payment;
      await writeAudit(ask, payment_id, [{ audit_action: "capture", amount, currency, provider_ref }]);
    }
  });
