import { transact } from "../../db/transact.ts";
import { blocksOf } from "../cart/blocks.ts";
import { holdAgain, makeRoomAgain } from "../cart/holdAgain.ts";
import { heldTotal, lockCart, orderOfCart, paymentsOf, type Shop } from "./checkout.sql.ts";
import { leaseUntilSettled } from "./lease.sql.ts";
import { attemptOf, isEnough, paidBefore } from "./attempt.ts";
import { secondsSinceCaptured, type StrayPayment } from "./stray.sql.ts";

/**
 * How long money that was taken waits for a buyer who never said who they are. Whoever pays by debit and closes the page
 * may come back to it with the cookie they had, and nobody can write to them: an hour is more than any page stays open
 * over it, and less than what it would cost the seller to keep the places from everybody else.
 */
export const namelessSeconds = 3600;

/** stays: the cart holds what was paid for, or another part of it is still to be decided. back: it does not. */
export type Verdict = "stays" | "back";

/** Its codes went with its time, and others may have used them since: without them it would not be sold. */
class NotAsItWas extends Error {}

/**
 * A cart whose time was over before its money came is held again as it was, if everything in it is still to be had, no
 * rule stands in its way and its buyer is known: so that it goes on like any other (T57). Afterwards it is kept until the
 * money is dealt with.
 */
export const holdAgainFor = async (shop: Shop, { cart_id, cart_version }: StrayPayment): Promise<void> => {
  const isOver = await transact(shop, async (shop) => (await lockCart(shop, cart_id))?.state === "expired");
  if (!isOver) return;
  await makeRoomAgain(shop, { cart_id, cart_version });
  await transact(shop, async (shop) => {
    const cart = await lockCart(shop, cart_id);
    if (cart?.state !== "expired" || !cart.purchaser_identity_id) return;
    const { parts, isBroken, sum } = attemptOf(await paymentsOf(shop, cart_id), cart_version);
    if (isBroken || parts.some(({ state }) => state === "created")) return;
    const isHeld = await holdAgain(shop, { cart_id, cart_version, total: sum });
    if (isHeld && (await blocksOf(shop, cart_id)).length > 0) throw new NotAsItWas();
  }).catch((error: unknown) => {
    if (!(error instanceof NotAsItWas)) throw error;
  });
};

/** Is what this money was taken for still there? Asked under the cart's lock. */
export const judgeMoney = (shop: Shop, { id, cart_id, cart_version }: StrayPayment): Promise<Verdict> =>
  transact(shop, async (shop): Promise<Verdict> => {
    const cart = await lockCart(shop, cart_id);
    if (cart?.state !== "pending" || (await orderOfCart(shop, cart_id))) return "back";
    const held = await heldTotal(shop, cart_id);
    const payments = await paymentsOf(shop, cart_id);
    // Kept for good: a part of what is paid in parts, unless it is one too many.
    if (cart.part_paid && cart_version < cart.version)
      return paidBefore(payments, cart.version) > held.total ? "back" : "stays";
    if (cart.version !== cart_version) return "back";

    const attempt = attemptOf(payments, cart_version);
    if (attempt.open.length > 0 && !attempt.isBroken) return "stays";
    if (!isEnough(cart, held, { before: paidBefore(payments, cart_version), attempt })) return "back";
    const waitsTooLong =
      cart.purchaser_identity_id === null && (await secondsSinceCaptured(shop, id)) > namelessSeconds;
    if (waitsTooLong) return "back";
    await leaseUntilSettled(shop.db, shop.seller.id, [{ cart_id, cart_version }]);
    return "stays";
  });
