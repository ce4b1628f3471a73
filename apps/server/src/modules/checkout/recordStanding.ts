import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { Standing } from "../../outside/payments/payments.ts";
import { writeAudit } from "./audit.sql.ts";
import { findPayment, lockCart, movePayment, notePayment, type PaymentRow } from "./checkout.sql.ts";
import { endLease, leaseUntilSettled } from "./lease.sql.ts";

/**
 * Writes down how a payment stands with its provider. Moves only forward, so it does not matter how often or in what
 * order answers come in; the request, the return from the bank and the settling job all end here.
 */
export const recordStanding = async (
  outer: Pick<Ask, "db" | "seller">,
  payment_id: string,
  standing: Standing,
): Promise<PaymentRow> => {
  await transact(outer, async (ask) => {
    const payment = await findPayment(ask, payment_id);
    if (!payment) throw new Error(`payment ${payment_id} is gone`);
    await lockCart(ask, payment.cart_id);
    await recorded(ask, payment, standing);
  });
  const payment = await findPayment(outer, payment_id);
  if (!payment) throw new Error(`payment ${payment_id} is gone`);
  return payment;
};

const recorded = async (
  ask: Pick<Ask, "db" | "seller">,
  { id, cart_id, cart_version, amount, currency }: PaymentRow,
  standing: Standing,
): Promise<void> => {
  switch (standing.status) {
    case "requires_action":
      await notePayment(ask, id, standing.ref);
      return;
    case "processing":
      if (await movePayment(ask, id, ["created"], "processing", { provider_ref: standing.ref }))
        await leaseUntilSettled(ask, cart_id, cart_version);
      return;
    case "authorized":
      if (await movePayment(ask, id, ["created"], "authorized", { provider_ref: standing.ref }))
        await leaseUntilSettled(ask, cart_id, cart_version);
      return;
    case "captured":
      // A provider may take the money at once; our books still pass through the state in between.
      await movePayment(ask, id, ["created"], "authorized", { provider_ref: standing.ref });
      if (await movePayment(ask, id, ["processing", "authorized"], "captured", { provider_ref: standing.ref })) {
        await leaseUntilSettled(ask, cart_id, cart_version);
        await writeAudit(ask, id, [{ audit_action: "capture", amount, currency, provider_ref: standing.ref }]);
      }
      return;
    case "voided":
      // Money that was under way and is not any more never came.
      if (
        (await movePayment(ask, id, ["created", "authorized"], "voided")) ||
        (await movePayment(ask, id, ["processing"], "failed", { failure: "canceled: Its provider called it back." }))
      )
        await endLease(ask, cart_id, cart_version);
      return;
    case "failed":
      if (
        await movePayment(ask, id, ["created", "processing", "authorized"], "failed", {
          failure: `${standing.code}: ${standing.message}`.slice(0, 500),
        })
      )
        await endLease(ask, cart_id, cart_version);
      return;
    case "unknown":
      return;
    default:
      standing satisfies never;
  }
};
