import type { checkoutAsGuest, CheckoutReply } from "@foyer/contract/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { embedRows } from "../cart/embedRows.ts";
import { readCart } from "../cart/readCart.ts";
import { takeNamed } from "../identity/named.ts";
import { heldTotal, paymentsOf, type LockedCart, type PaymentRow } from "./checkout.sql.ts";
import { leaseCart } from "./lease.sql.ts";
import { completeCart } from "./completeCart.ts";
import { bookedRefusal, openCart, refuseBlocked, refuseCancelled, type Way } from "./openCart.ts";
import { attemptOf, isEnough, paidBefore, takeParts } from "./parts.ts";
import { isPurchaser, keepMailWish, keepPurchaser } from "./purchaser.ts";
import { unlessLate } from "./unlessLate.ts";
import { shownOrder } from "../cart/shownOrder.ts";

type Sent = Received<typeof checkoutAsGuest>;

/**
 * The guest's last step. The cart's tickets are held by the running payment, so money is taken only for what is there;
 * then the order is made, or, of a cart that is paid in parts, the part is kept. Said twice, at once or later, it
 * answers with the same order.
 */
export const checkOut = async (ask: Ask, sent: Sent, way: Way = "own"): Promise<CheckoutReply> => {
  const { due, entitled } = await unlessLate(ask, sent.cart_id, () => transact(ask, (ask) => prepare(ask, sent, way)));
  await takeParts(ask, due);
  const done = await completeCart(ask, sent.cart_id);
  const reply = await readCart(ask, sent.cart_id);
  const payments = await paymentsOf(ask, sent.cart_id);
  if (!done && !payments.some((payment) => payment.state === "processing"))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  const order_id = done?.outcome === "completed" ? done.order_id : undefined;
  if (order_id !== undefined && !entitled) throw await bookedRefusal(ask, sent.cart_id);
  return {
    ...(await embedRows(ask, reply, sent, entitled)),
    outcome: done?.outcome ?? "pending",
    ticket_order: { _data: order_id === undefined ? [] : [await shownOrder(ask, order_id)] },
  };
};

/**
 * Who buys, as they were typed. Whoever is named by id was saved with this very cart, or named by this very visitor before
 * (T70), or is nobody: an id alone attaches no person to anything.
 */
const identityOf = async (
  ask: Ask,
  cart: Pick<LockedCart, "identity_id" | "purchaser_identity_id" | "state">,
  { guest_identity_id, identity }: Sent,
): Promise<IdentityInput | undefined> => {
  if (guest_identity_id === undefined || guest_identity_id === cart.purchaser_identity_id) return identity;
  const own = cart.identity_id === ask.visitor?.identity_id;
  if (own && cart.state === "completed") return identity;
  const named = own ? await takeNamed(ask, guest_identity_id) : undefined;
  if (!named) throw new Refused({ code: "not_found", context: "identity" });
  return identity ?? named;
};

type Prepared = {
  /** What is still to be captured. */
  readonly due: readonly PaymentRow[];
  /** May whoever asks be given the order, and with it the way in? */
  readonly entitled: boolean;
};

/**
 * Who buys is kept. Whoever came by a link and pays for a cart that has no buyer yet becomes its buyer; the buyer whom
 * its owner has named stays, and gets the order.
 */
const prepare = async (ask: Ask, sent: Sent, way: Way): Promise<Prepared> => {
  const cart = await openCart(ask, sent.cart_id, way);
  const own = cart.identity_id === ask.visitor?.identity_id;
  const identity = await identityOf(ask, cart, sent);
  if (cart.state === "completed") return { due: [], entitled: own || (await isPurchaser(ask, cart, identity)) };
  let entitled = own;
  let buyer = cart.purchaser_identity_id;
  if (identity && (own || !cart.purchaser_identity_id)) {
    buyer = await keepPurchaser(ask, cart, { ...sent, identity });
    entitled = true;
  } else if (!cart.purchaser_identity_id)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });
  else if (!own) entitled = await isPurchaser(ask, cart, identity);

  if (buyer && entitled && sent.send_email !== undefined) await keepMailWish(ask, buyer, sent.send_email);

  const held = await heldTotal(ask, cart.id);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "checkout", extra: { fields: ["cart_id"] } });
  const payments = await paymentsOf(ask, cart.id);
  // A promise for what the cart held before is nobody's to take; the settling job gives it back.
  const attempt = attemptOf(payments, cart.version);
  // Said again after a part was paid: it is paid.
  if (cart.part_paid && attempt.parts.length === 0) return { due: [], entitled };
  const before = paidBefore(payments, cart.version);
  if (before + attempt.sum === 0) await refuseBlocked(ask, cart.id);
  if (!isEnough(cart, held, { before, attempt })) throw new Refused({ code: "payment_incomplete", context: "payment" });
  if (held.total === 0) await refuseCancelled(ask, cart.id);
  await leaseCart(ask, cart.id);
  // What is under way decides first: gift cards are taken once it has come.
  const waits = attempt.open.some(({ state }) => state === "processing");
  return { due: waits ? [] : attempt.open, entitled };
};
