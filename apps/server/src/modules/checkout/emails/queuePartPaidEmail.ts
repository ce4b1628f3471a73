import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import type { CheckoutContext } from "../context.ts";
import { purchaserRecipient } from "./recipients.sql.ts";
import { partPaidEmail } from "./partPaidEmail.ts";

/** Queues one e-mail about an instalment, in the transaction that records it. Repeating it does not queue a second one. */
export const queuePartPaidEmail = async (
  ctx: CheckoutContext,
  cart_id: string,
  payment_ids: readonly string[],
): Promise<void> => {
  const purchaser = await purchaserRecipient(ctx, cart_id);
  if (!purchaser?.email || purchaser.meta.send_email === false) return;
  const [cart] = (await readCart(ctx, cart_id)).cart._data;
  if (!cart) throw new Error(`Cart ${cart_id} does not exist`);
  const received = cart.completed_payments
    .filter(({ id }) => payment_ids.includes(id))
    .reduce((sum, { amount }) => sum + (fromDecimal(amount, cart.currency) ?? 0), 0);
  if (received === 0) return;
  await queueEmail(ctx, {
    kind: "part_paid",
    ref_id: cart_id,
    occasion: payment_ids.toSorted().join(" "),
    to_address: purchaser.email,
    email: partPaidEmail(ctx.seller, ctx.providers.origin, {
      firstName: purchaser.first_name ?? "",
      cart,
      received: toDecimal(received, cart.currency),
    }),
  });
};
