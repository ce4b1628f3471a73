import { crash } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../http/refused.ts";
import { blocksOf } from "../cart/blocks.ts";
import { noteGone, type Gone } from "../cart/gone.ts";
import { holdAgain, makeRoomAgain } from "../cart/holdAgain.ts";

import { refuseOverused } from "../codes/refuseOverused.ts";
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

/** What was held again cannot be sold as it is now. */
class NotAsItWas extends Error {
  readonly gone: Gone;
  constructor(gone: Gone) {
    super("What was paid for is not sold like that any more.");
    this.gone = gone;
  }
}

/**
 * A cart whose time was over before its money came is held again as it was, if everything in it is still to be had, no
 * rule stands in its way and its buyer is known: so that it goes on like any other (T57, docs/decisions/023). Afterwards
 * it is kept until the money is dealt with. What was not to be had any more is written down, for the buyer to be told.
 */
export const holdAgainFor = async (shop: Shop, { cart_id, cart_version }: StrayPayment): Promise<void> => {
  const isLost = await transact(shop, async (shop) => {
    const cart = await lockCart(shop, cart_id);
    // One that was paid in parts was ended by the shop itself.
    return cart?.state === "expired" && !cart.part_paid;
  });
  if (!isLost) return;
  await makeRoomAgain(shop, { cart_id, cart_version });
  const outcome = await transact(shop, async (shop): Promise<"held" | Gone | undefined> => {
    const cart = await lockCart(shop, cart_id);
    if (cart?.state !== "expired" || !cart.purchaser_identity_id) return undefined;
    const { parts, isBroken, sum } = attemptOf(await paymentsOf(shop, cart_id), cart_version);
    if (isBroken || parts.some(({ state }) => state === "created")) return undefined;
    const outcome = await holdAgain(shop, { cart_id, cart_version, paid: sum });
    if (outcome !== "held") return outcome;
    // Judged again as before a payment; what is thrown takes all of it back.
    await refuseOverused(shop.db, shop.seller.id, cart_id);
    const blocks = await blocksOf(shop, cart_id);
    const wantsCode = blocks.some(({ block_reason }) => block_reason === "code_required");
    if (blocks.length > 0) throw new NotAsItWas(wantsCode ? "code" : "not_sold");
    return "held";
  }).catch((error: unknown): Gone => {
    if (error instanceof NotAsItWas) return error.gone;
    if (error instanceof Refused && error.code === "code_exhausted") return "code";
    throw error;
  });
  if (outcome === "held") crash("after_held_again");
  else if (outcome) await noteGone(shop, cart_id, outcome);
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
