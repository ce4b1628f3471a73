import type { Ask } from "../../http/ask.ts";
import type { PaymentGateway } from "../../outside/payments/payments.ts";
import { findPayment, type Shop } from "./checkout.sql.ts";
import { completeCart, recordStanding } from "./completeCart.ts";
import { cameAfterAll } from "./cameAfterAll.ts";
import { holdAgainFor, judgeMoney } from "./late.ts";
import { goOnWithParts, neverReached } from "./parts.ts";
import { queueReturned } from "./queueReturned.ts";
import { giveBack } from "./refund.ts";
import { heardPayment, lookedAt, strayPayments, type StrayPayment } from "./stray.sql.ts";

type Settling = Shop & Pick<Ask, "log">;

/**
 * Looks after payments that were left alone: the server died, the buyer closed the page, a debit cleared. Asks the
 * provider how each stands and goes on from there, so that in the end there is money with its order, or neither.
 */
export const settlePayments = async (shop: Settling, olderThanSeconds: number): Promise<number> => {
  const strays = await strayPayments(shop, olderThanSeconds);
  for (const stray of strays) {
    try {
      // To the end of the row, so that what cannot be decided today keeps nobody else waiting.
      await lookedAt(shop, stray.id);
      await settlePayment(shop, stray.id);
    } catch (error) {
      shop.log.error(
        { payment_id: stray.id, err: error instanceof Error ? error.message : String(error) },
        "payment could not be settled yet",
      );
    }
  }
  return strays.length;
};

/** The same for one payment, at once. */
export const settlePayment = async (shop: Settling, payment_id: string): Promise<void> => {
  const payment = await heardPayment(shop, payment_id);
  if (!payment) return;
  if (payment.state === "failed" || payment.state === "voided") return settleGivenUp(shop, payment);
  if (payment.state !== "refunded") return settle(shop, payment);
};

/**
 * The same for one payment that its provider tells of. Whoever is just paying is not disturbed: they, or the job after
 * half a minute, go on from what was promised. Money that clears, and a promise for a payment that was given up, is
 * nobody's but ours.
 */
export const settleHeard = async (shop: Settling, payment_id: string): Promise<void> => {
  const heard = await heardPayment(shop, payment_id);
  if (heard && heard.state !== "created" && heard.state !== "authorized") await settlePayment(shop, payment_id);
};

type Asked = { readonly gateway: PaymentGateway; readonly payment: { sellerId: string; id: string } };
const askedOf = async (shop: Shop, { id, gateway_id }: StrayPayment): Promise<Asked | undefined> => {
  const gateway = await shop.outside.gatewayOf(gateway_id, shop.seller.id);
  return gateway && { gateway, payment: { sellerId: shop.seller.id, id } };
};

const settle = async (shop: Settling, stray: StrayPayment): Promise<void> => {
  const asked = await askedOf(shop, stray);
  if (!asked) return;
  const { gateway, payment } = asked;
  const standing = await gateway.find(payment);

  // Still clearing: what goes beside it waits, and is looked at by itself.
  if (standing.status === "processing" && stray.state === "processing") return;
  // The provider never heard of it: nothing was charged, and the buyer may try again.
  if (standing.status === "unknown") await recordStanding(shop, stray, neverReached);
  // Still at their bank: until the lease ends they may come back.
  else if (standing.status === "requires_action" && stray.leased) return;
  else if (standing.status === "requires_action")
    await recordStanding(shop, stray, await gateway.void({ ...payment, ref: standing.ref }));
  else await recordStanding(shop, stray, standing);
  await holdAgainFor(shop, stray);
  await goOnWithParts(shop, stray);
  await completeCart(shop, stray.cart_id);
  await settleMoney(shop, stray);
  // What a gift card promised is whole again on the card.
  if (standing.status === "authorized" && stray.gateway_id !== "ledger") await tellOfVoid(shop, stray);
};

const tellOfVoid = async (shop: Settling, { id }: StrayPayment): Promise<void> => {
  const after = await findPayment(shop, id);
  if (after?.state === "voided") await queueReturned(shop, id, { how: "voided" });
};

/** Money that was taken has its order, or waits for it, or goes back (T57, I11). */
const settleMoney = async (shop: Settling, stray: StrayPayment): Promise<void> => {
  const payment = await findPayment(shop, stray.id);
  if (!payment || payment.state !== "captured" || payment.ticket_order_id) return;
  if ((await judgeMoney(shop, stray)) === "stays") return;
  const refund = await giveBack(shop, { payment_id: stray.id, reason: "late" });
  // An order came in between, or somebody else is at it.
  if (!refund) return;
  shop.log.warn(
    {
      event: "money_given_back",
      payment_id: stray.id,
      cart_id: stray.cart_id,
      refund_id: refund.id,
      state: refund.state,
    },
    "money came for what its cart no longer held",
  );
};

/** A payment that was given up: a promise is void, and money that came all the same is money that came late. */
const settleGivenUp = async (shop: Settling, stray: StrayPayment): Promise<void> => {
  const asked = await askedOf(shop, stray);
  if (!asked) return;
  const standing = await asked.gateway.find(asked.payment);
  if (standing.status === "authorized") await asked.gateway.void({ ...asked.payment, ref: standing.ref });
  if (standing.status !== "captured") return;
  await cameAfterAll(shop, stray.id, standing.ref);
  await holdAgainFor(shop, stray);
  await completeCart(shop, stray.cart_id);
  await settleMoney(shop, stray);
};
