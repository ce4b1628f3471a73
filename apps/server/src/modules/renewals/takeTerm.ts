import { pause } from "../../db/faults.ts";
import { takePromised } from "../checkout/takePromised.ts";
import type { Shop } from "./asHolder.ts";
import { letRenewalGo } from "./renewalCart.ts";
import { isRenewedByHand, writeTaking } from "./renewalCart.sql.ts";
import { stepOf } from "./renewalFacts.ts";
import { lockRenewal, type RenewalRow } from "./renewals.sql.ts";

/** What became of it. `later`: nothing is taken, and it is looked at again. */
export type Taken = "taken" | "declined" | "later";

/**
 * Takes the money that was promised for a term. Whoever cancelled, renewed by hand or was given their money back, or is just
 * paying by hand, is not charged: decided under the renewal's lock, a moment before.
 */
export const takeTerm = async (shop: Shop, row: RenewalRow, cart_id: string): Promise<Taken> => {
  const taken = await takePromised(shop, cart_id, async (shop) => {
    const now = await lockRenewal(shop.db, shop.seller.id, row.membership_id);
    const may =
      now !== undefined &&
      now.cart_id === cart_id &&
      stepOf(shop, now).is === "charge" &&
      !(await isRenewedByHand(shop, row.membership_id));
    if (!may) return undefined;
    await pause("renewal_may_be_taken");
    await writeTaking(shop, row.membership_id);
    return now.identity_id;
  });
  if (taken === "left") await letRenewalGo(shop, row, cart_id);
  return taken === "taken" || taken === "declined" ? taken : "later";
};
