import type { CheckoutReply } from "@foyer/contract/checkout.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { crash } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { readCart } from "../cart/readCart.ts";
import { heldTotal, leaseCart, paymentsOf, type PaymentRow } from "./checkout.sql.ts";
import { completeCart } from "./completeCart.ts";
import { openCart, type Way } from "./openCart.ts";
import { leaseSeconds } from "./pay.ts";
import { keepPurchaser } from "./purchaser.ts";
import { recordStanding } from "./recordStanding.ts";
import { shownOrder } from "./shownOrder.ts";

type Sent = {
  readonly cart_id: string;
  readonly identity?: IdentityInput | undefined;
  readonly terms_accepted?: boolean | undefined;
  readonly terms_version?: string | undefined;
};

/**
 * The guest's last step. The cart's tickets are held by the running payment, so money is taken only for what is there;
 * then the order is made. Said twice, at once or later, it answers with the same order.
 */
export const checkOut = async (ask: Ask, sent: Sent, way: Way = "own"): Promise<CheckoutReply> => {
  const due = await transact(ask, (ask) => prepare(ask, sent, way));
  if (due !== "completed") await takeMoney(ask, due);
  const completed = await completeCart(ask, sent.cart_id);
  const { cart, ticket } = await readCart(ask, sent.cart_id);
  const payments = await paymentsOf(ask, sent.cart_id);
  if (!completed && !payments.some((payment) => payment.state === "processing"))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  return {
    outcome: completed ? "completed" : "pending",
    cart,
    ticket,
    ticket_order: { _data: completed ? [await shownOrder(ask, completed.order_id)] : [] },
  };
};

/** Who buys is kept, and what is still to be captured comes back. */
const prepare = async (ask: Ask, sent: Sent, way: Way): Promise<"completed" | PaymentRow[]> => {
  const cart = await openCart(ask, sent.cart_id, way);
  if (cart.state === "completed") return "completed";
  if (sent.identity) await keepPurchaser(ask, cart, { ...sent, identity: sent.identity });
  else if (!cart.purchaser_identity_id)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });

  const { total, count } = await heldTotal(ask, cart.id);
  if (count === 0)
    throw new Refused({ code: "validation_failed", context: "checkout", extra: { fields: ["cart_id"] } });
  const payments = await paymentsOf(ask, cart.id);
  const promised = payments.filter(
    (payment) => payment.state === "authorized" || payment.state === "captured" || payment.state === "processing",
  );
  const sum = promised.reduce((all, payment) => all + payment.amount, 0);
  if (sum !== total) throw new Refused({ code: "payment_incomplete", context: "payment" });
  await leaseCart(ask, cart.id, leaseSeconds);
  return promised.filter((payment) => payment.state === "authorized");
};

const takeMoney = async (ask: Ask, payments: readonly PaymentRow[]): Promise<void> => {
  for (const payment of payments) {
    const gateway = ask.outside.gatewayOf(payment.gateway_id, ask.seller.id);
    if (!gateway || !payment.provider_ref) throw new Refused({ code: "not_configured", context: "stripe_gateway" });
    const standing = await gateway.capture({ sellerId: ask.seller.id, id: payment.id, ref: payment.provider_ref });
    await recordStanding(ask, payment.id, standing);
  }
  if (payments.length > 0) crash("after_captured");
};
