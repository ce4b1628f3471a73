import { transact } from "../../db/transact.ts";
import type { GivenBack } from "../../outside/payments/payments.ts";
import { letGo } from "../cart/letGo.ts";
import { takeBackGiftCards } from "../ledger/takeBackGiftCards.ts";
import { writeAudit } from "./audit.sql.ts";
import { cancelTickets } from "./cancelTickets.sql.ts";
import { findPayment, lockCart, movePayment, type Db, type Shop } from "./checkout.sql.ts";
import { queueReturned } from "./queueReturned.ts";
import {
  addUpRefunds,
  insertRefund,
  isPaidFor,
  isWhollyRefunded,
  moveRefund,
  refundsOf,
  type RefundRow,
} from "./refund.sql.ts";

/** A refund goes only this way. That it failed may be found out after it had succeeded, never the other way round. */
const order = ["created", "pending", "succeeded", "failed"] as const;

/**
 * Writes down what a provider gave back, whoever asked for it: by our key, by its own name, or as one that was made in
 * its own pages (F26). Only ever moves forward, so it does not matter in what order or how often it is told; the sums of
 * the payment are those of its refunds, and other payments are not touched. An order that is given back whole loses its
 * tickets (docs/decisions/013).
 */
export const recordGivenBack = async (outer: Shop, payment_id: string, given: readonly GivenBack[]): Promise<void> => {
  if (given.length === 0) return;
  await transact(outer, async (ask) => {
    const payment = await findPayment(ask, payment_id);
    if (!payment) throw new Error(`payment ${payment_id} is gone`);
    await lockCart(ask, payment.cart_id);
    const known = await refundsOf(ask, payment_id);

    for (const { ref, key, amount, currency, status, code, occurred_on } of given) {
      const provider_ref = ref === "" ? null : ref;
      const row = known.find((refund) => refund.id === key || (provider_ref && refund.provider_ref === provider_ref));
      const now = { state: status, provider_ref, failure: code ?? null };
      if (!row) await insertRefund(ask, { payment_id, amount, currency, reason: "outside", ...now });
      else if (order.indexOf(status) > order.indexOf(row.state)) {
        await moveRefund(ask, row.id, { ...now, provider_ref: provider_ref ?? row.provider_ref });
        if (row.state === "created" && status !== "failed") await tell(ask, row);
      }
      const entry = { amount, currency, provider_ref: ref, occurred_on };
      if (status === "succeeded" && row?.state !== "failed")
        await writeAudit(ask, payment_id, [{ ...entry, audit_action: "refund" }]);
      if (status === "failed" && row?.state === "succeeded")
        await writeAudit(ask, payment_id, [{ ...entry, audit_action: "refund_failed" }]);
    }
    await follow(ask, payment_id);
  });
};

/** Whoever is given something back by us hears of it, once it is on its way. */
const tell = (ask: Shop, { id, payment_id, amount, reason }: RefundRow): Promise<void> =>
  queueReturned(
    ask,
    payment_id,
    reason === "late" ? { how: "refunded", occasion: "" } : { how: "given", amount, occasion: id },
  );

const follow = async (ask: Db, payment_id: string): Promise<void> => {
  const { rows } = await addUpRefunds(ask, payment_id);
  const [payment] = rows;
  if (!payment) return;
  if (payment.refunded < payment.amount) {
    await movePayment(ask, payment_id, ["refunded"], "captured");
    return;
  }
  await movePayment(ask, payment_id, ["captured"], "refunded");
  if (!payment.ticket_order_id) return endPartPaid(ask, payment.cart_id);
  if (!(await isWhollyRefunded(ask, payment.ticket_order_id))) return;
  await cancelTickets(ask, payment.ticket_order_id);
  await takeBackGiftCards(ask, payment.ticket_order_id);
};

/**
 * A cart that is paid in parts is kept without an end. Once nothing is paid for it any more, and nothing is under way, it
 * ends: that is how a person ends one that is never paid for whole.
 */
const endPartPaid = async (ask: Db, cart_id: string): Promise<void> => {
  const cart = await lockCart(ask, cart_id);
  if (!cart?.part_paid || cart.state !== "pending" || (await isPaidFor(ask, cart_id))) return;
  await letGo(ask.db, [{ seller_id: ask.seller.id, id: cart_id }]);
};
