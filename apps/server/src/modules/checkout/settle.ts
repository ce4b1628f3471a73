import type { Ask } from "../../http/ask.ts";
import { heardPayment, lookedAt, strayPayments, type StrayPayment } from "./stray.sql.ts";
import { completeCart, type Shop } from "./completeCart.ts";
import { goOnWithParts, neverReached } from "./parts.ts";
import { recordStanding } from "./recordStanding.ts";

/**
 * Looks after payments that were left alone: the server died, the buyer closed the page, a debit cleared. Asks the
 * provider how each stands and goes on from there, so that in the end there is money with its order, or neither.
 */
export const settlePayments = async (shop: Shop & Pick<Ask, "log">, olderThanSeconds: number): Promise<number> => {
  const strays = await strayPayments(shop, olderThanSeconds);
  for (const stray of strays) {
    try {
      // To the end of the row, so that what cannot be decided today keeps nobody else waiting.
      await lookedAt(shop, stray.id);
      await settle(shop, stray);
    } catch (error) {
      shop.log.error(
        { payment_id: stray.id, err: error instanceof Error ? error.message : String(error) },
        "payment could not be settled yet",
      );
    }
  }
  return strays.length;
};

/**
 * The same for one payment that its provider tells of. Whoever is just paying is not disturbed: they, or the job after
 * half a minute, go on from what was promised. Money that clears, and a promise for a payment that was given up, is
 * nobody's but ours.
 */
export const settleHeard = async (shop: Shop & Pick<Ask, "log">, payment_id: string): Promise<void> => {
  const heard = await heardPayment(shop, payment_id);
  if (!heard) return;
  if (heard.state === "processing" || heard.state === "captured") return settle(shop, heard);
  if (heard.state !== "failed" && heard.state !== "voided") return;
  const gateway = await shop.outside.gatewayOf(heard.gateway_id, shop.seller.id);
  const payment = { sellerId: shop.seller.id, id: payment_id };
  const standing = await gateway?.find(payment);
  if (standing?.status === "authorized") await gateway?.void({ ...payment, ref: standing.ref });
  if (standing?.status === "captured")
    shop.log.error(
      { event: "money_without_order", payment_id, cart_id: heard.cart_id },
      "money was taken for a payment that was given up",
    );
};

const settle = async (shop: Shop & Pick<Ask, "log">, stray: StrayPayment): Promise<void> => {
  const gateway = await shop.outside.gatewayOf(stray.gateway_id, shop.seller.id);
  if (!gateway) return;
  const payment = { sellerId: shop.seller.id, id: stray.id };
  const standing = await gateway.find(payment);

  // Still clearing: what goes beside it waits, and is looked at by itself.
  if (standing.status === "processing" && stray.state === "processing") return;
  // The provider never heard of it: nothing was charged, and the buyer may try again.
  if (standing.status === "unknown") await recordStanding(shop, stray.id, neverReached);
  // Still at their bank: until the lease ends they may come back.
  else if (standing.status === "requires_action" && stray.leased) return;
  else if (standing.status === "requires_action")
    await recordStanding(shop, stray.id, await gateway.void({ ...payment, ref: standing.ref }));
  else await recordStanding(shop, stray.id, standing);
  await goOnWithParts(shop, stray);
  const order = await completeCart(shop, stray.cart_id);
  // A debit whose buyer never said who they are: the cart waits for them, and somebody should know.
  if (!order && standing.status === "captured")
    shop.log.error(
      { event: "money_without_order", payment_id: stray.id, cart_id: stray.cart_id },
      "money was taken and there is no order yet",
    );
};
