import { guardStands, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import { attemptOf, isEnough, paidBefore } from "../checkout/attempt.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow } from "../checkout/checkout.sql.ts";
import { completeCart, recordAndComplete } from "../checkout/completeCart.ts";
import { leaseUntilSettled } from "../checkout/lease.sql.ts";
import { giveBackParts, takeParts } from "../checkout/parts.ts";
import type { Shop } from "./asHolder.ts";
import { letRenewalGo } from "./renewalCart.ts";
import { isPaidByHand, writeBuyer, writeTaking } from "./renewalCart.sql.ts";
import { stepOf } from "./renewalFacts.ts";
import { lockRenewal, type RenewalRow } from "./renewals.sql.ts";

type Decision =
  | { readonly is: "take"; readonly due: readonly PaymentRow[] }
  /** Cancelled, renewed by hand or taken back since; or somebody is just renewing it by hand. */
  | { readonly is: "leave"; readonly cart_version: number }
  | { readonly is: "gone" };

/** What became of it. `later`: nothing is taken, and it is looked at again. */
export type Taken = "taken" | "declined" | "later";

/**
 * Takes the money that was promised for a term. Whether it may still be taken is decided once, under the renewal's lock, a
 * moment before: whoever cancelled, renewed by hand or was given their money back by then is not charged. Only with this
 * decision the cart has a buyer; without it whoever settles payments gives the promise back.
 */
export const takeTerm = async (shop: Shop, row: RenewalRow, cart_id: string): Promise<Taken> => {
  await pause("renewal_promised");
  const decision = await decide(shop, row, cart_id);
  await pause("renewal_decided");
  if (decision.is === "gone") return "later";
  if (decision.is === "leave") {
    await giveBackParts(shop, cart_id, decision.cart_version);
    await letRenewalGo(shop, row, cart_id);
    return "later";
  }
  if (decision.due.length === 0) return (await completeCart(shop, cart_id)) ? "taken" : "later";
  return (await takeParts(shop, decision.due, recordAndComplete)) ? "taken" : "declined";
};

const decide = (outer: Shop, { membership_id, identity_id }: RenewalRow, cart_id: string): Promise<Decision> =>
  transact(outer, async (shop): Promise<Decision> => {
    const { db, seller } = shop;
    const cart = await lockCart(shop, cart_id);
    if (cart?.state !== "pending" || !cart.alive) return { is: "gone" };
    const payments = await paymentsOf(shop, cart_id);
    const attempt = attemptOf(payments, cart.version);
    if (attempt.open.some(({ state }) => state !== "authorized")) return { is: "gone" };
    const held = await heldTotal(shop, cart_id);
    if (!isEnough(cart, held, { before: paidBefore(payments, cart.version), attempt })) return { is: "gone" };
    const now = await lockRenewal(db, seller.id, membership_id);
    const may =
      now !== undefined &&
      now.cart_id === cart_id &&
      stepOf(shop, now).is === "charge" &&
      !(await isPaidByHand(shop, membership_id));
    if (!may && guardStands("renewal_decision")) return { is: "leave", cart_version: cart.version };
    await writeTaking(shop, membership_id);
    await writeBuyer(shop, cart_id, identity_id);
    await leaseUntilSettled(db, seller.id, [{ cart_id, cart_version: cart.version }]);
    return { is: "take", due: attempt.open };
  });
