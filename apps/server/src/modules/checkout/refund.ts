import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { GivenBack, PaymentGateway } from "../../outside/payments/payments.ts";
import { findPayment, lockCart, type PaymentRow, type Shop } from "./checkout.sql.ts";
import { endLeaseOfReturned } from "./lease.sql.ts";
import { recordGivenBack } from "./recordGivenBack.ts";
import { insertRefund, openRefunds, refundLookedAt, refundsOf, setApart, type RefundRow } from "./refund.sql.ts";

type Wish = {
  readonly payment_id: string;
  /** Minor units; without it, all that is left. */
  readonly amount?: number;
  /** late: only where there is no order for it. */
  readonly reason: "late" | "asked";
};

/**
 * Gives back money that was taken. What is to be given back is set apart and written down first, then the gateway is
 * asked, with the row's id as its idempotency key, then what it said is written down. Undefined: so much is not left, or
 * an order came in between.
 */
export const giveBack = async (shop: Shop, wish: Wish): Promise<RefundRow | undefined> => {
  const refund = await transact(shop, (shop) => openRefund(shop, wish));
  if (!refund) return undefined;
  crash("after_refund_row");
  return send(shop, refund);
};

const openRefund = async (shop: Shop, { payment_id, reason, ...wish }: Wish): Promise<RefundRow | undefined> => {
  const known = await findPayment(shop, payment_id);
  if (!known) return undefined;
  await lockCart(shop, known.cart_id);
  // Read again behind the lock: an order may have come.
  const payment = await findPayment(shop, payment_id);
  if (!payment || (reason === "late" && payment.ticket_order_id)) return undefined;
  const amount = wish.amount ?? payment.amount - payment.refunded - payment.refunding;
  await pause("before_refund_set_apart");
  if (amount <= 0 || !(await setApart(shop, payment_id, amount))) return undefined;
  // The cart goes on without this payment, and may be paid for by another.
  if (!payment.ticket_order_id) await endLeaseOfReturned(shop, payment.cart_id, payment.cart_version);
  return insertRefund(shop, { payment_id, amount, currency: payment.currency, reason });
};

const gatewayOf = async (shop: Shop, { id, gateway_id, provider_ref }: PaymentRow) => {
  const gateway = await shop.outside.gatewayOf(gateway_id, shop.seller.id);
  if (!gateway || provider_ref === null) throw new Error(`nobody can be asked about payment ${id}`);
  return { gateway, payment: { sellerId: shop.seller.id, id, ref: provider_ref } };
};

const send = async (shop: Shop, { id, payment_id, amount }: RefundRow): Promise<RefundRow> => {
  const payment = await findPayment(shop, payment_id);
  if (!payment) throw new Error(`payment ${payment_id} is gone`);
  const { gateway, payment: named } = await gatewayOf(shop, payment);
  const said = await gateway.refund({ ...named, amount, key: id });
  crash("after_refund_sent");
  await recordGivenBack(shop, payment_id, [
    {
      ...said,
      ref: said.ref ?? "",
      key: id,
      amount,
      currency: payment.currency,
      occurred_on: Temporal.Now.instant().toString(),
    },
  ]);
  const after = (await refundsOf(shop, payment_id)).find((refund) => refund.id === id);
  if (!after) throw new Error(`refund ${id} is gone`);
  return after;
};

/** Goes on with refunds that were left alone: those that its provider knows by our key are written down, others are sent. */
export const settleRefunds = async (shop: Shop & Pick<Ask, "log">, olderThanSeconds: number): Promise<number> => {
  const open = await openRefunds(shop, olderThanSeconds);
  for (const refund of open) {
    try {
      await refundLookedAt(shop, refund.id);
      await goOnWith(shop, refund);
    } catch (error) {
      shop.log.error(
        { refund_id: refund.id, err: error instanceof Error ? error.message : String(error) },
        "refund could not be settled yet",
      );
    }
  }
  return open.length;
};

const goOnWith = async (shop: Shop, refund: RefundRow): Promise<void> => {
  const payment = await findPayment(shop, refund.payment_id);
  if (!payment) return;
  const { gateway, payment: named } = await gatewayOf(shop, payment);
  const known = await knownOf(gateway, named);
  await recordGivenBack(shop, payment.id, known);
  const found = known.some(({ key, ref }) => key === refund.id || ref === refund.provider_ref);
  // A provider forgets keys after a while: whoever keeps a list is asked by it, and only what is not on it is sent again.
  if (!found && refund.state === "created") await send(shop, refund);
};

const knownOf = async (
  gateway: PaymentGateway,
  payment: { sellerId: string; id: string; ref: string },
): Promise<readonly GivenBack[]> => (gateway.refundsOf ? gateway.refundsOf(payment) : []);
