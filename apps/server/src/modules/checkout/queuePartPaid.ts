import { fromWire, toWire } from "@foyer/rules/money.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { readCart } from "../cart/readCart.ts";
import type { Shop } from "./checkout.sql.ts";
import { purchaserOf } from "./letters.sql.ts";
import { partPaidLetter } from "./partPaidLetter.ts";

/**
 * Writes the letter about payments that paid for a part of a cart, in the transaction that takes note of them. Said
 * again about the same payments, there is still one.
 */
export const queuePartPaid = async (shop: Shop, cart_id: string, payment_ids: readonly string[]): Promise<void> => {
  const purchaser = await purchaserOf(shop, cart_id);
  if (!purchaser?.email || purchaser.meta.send_email === false) return;
  const [cart] = (await readCart(shop, cart_id)).cart._data;
  if (!cart) throw new Error("A part is paid of a cart.");
  const received = cart.completed_payments
    .filter(({ id }) => payment_ids.includes(id))
    .reduce((sum, { amount }) => sum + (fromWire(amount, cart.currency) ?? 0), 0);
  if (received === 0) return;
  await queueLetter(shop, {
    kind: "part_paid",
    ref_id: cart_id,
    occasion: payment_ids.toSorted().join(" "),
    to_address: purchaser.email,
    letter: partPaidLetter(shop.seller, shop.outside.origin, {
      firstName: purchaser.first_name ?? "",
      cart,
      received: toWire(received, cart.currency),
    }),
  });
};
