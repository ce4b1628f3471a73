import { guardStands, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import { attemptOf, isEnough, paidBefore } from "./attempt.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow, type Shop } from "./checkout.sql.ts";
import { completeCart, recordAndComplete } from "./completeCart.ts";
import { leaseCarts, leaseUntilSettled } from "./lease.sql.ts";
import { giveBackParts, takeParts } from "./parts.ts";
import { writeBuyer } from "./takePromised.sql.ts";

/** Who buys, if the money may still be taken: asked behind the lock of the cart, in its transaction. */
export type MayTake<S> = (shop: S) => Promise<string | undefined>;

type Decision =
  | { readonly is: "take"; readonly due: readonly PaymentRow[] }
  | { readonly is: "leave"; readonly cart_version: number }
  | { readonly is: "gone" };

/** declined: when it was taken. left: it was not to be taken any more, and is given back. gone: the cart is not as it was paid for. */
export type Taken = "taken" | "declined" | "left" | "gone";

/**
 * Takes the money that was promised for a cart that nobody stands at the till with. Whether it may still be taken is decided
 * once, a moment before. Only with this decision the cart has a buyer; without it whoever settles payments gives the promise
 * back.
 */
export const takePromised = async <S extends Shop>(shop: S, cart_id: string, mayTake: MayTake<S>): Promise<Taken> => {
  await pause("renewal_promised");
  const decision = await decide(shop, cart_id, mayTake);
  await pause("renewal_decided");
  if (decision.is === "gone") return "gone";
  if (decision.is === "leave") {
    await giveBackParts(shop, cart_id, decision.cart_version);
    return "left";
  }
  if (decision.due.length === 0) return (await completeCart(shop, cart_id)) ? "taken" : "gone";
  return (await takeParts(shop, decision.due, recordAndComplete)) ? "taken" : "declined";
};

const decide = <S extends Shop>(outer: S, cart_id: string, mayTake: MayTake<S>): Promise<Decision> =>
  transact(outer, async (shop): Promise<Decision> => {
    const cart = await lockCart(shop, cart_id);
    if (cart?.state !== "pending" || !cart.alive) return { is: "gone" };
    const payments = await paymentsOf(shop, cart_id);
    const attempt = attemptOf(payments, cart.version);
    if (attempt.open.some(({ state }) => state !== "authorized")) return { is: "gone" };
    const before = paidBefore(payments, cart.version);
    if (!isEnough(cart, await heldTotal(shop, cart_id), { before, attempt })) return { is: "gone" };
    const buyer_id = await mayTake(shop);
    if (buyer_id === undefined && guardStands("renewal_decision")) return { is: "leave", cart_version: cart.version };
    await writeBuyer(shop, cart_id, buyer_id ?? cart.identity_id);
    // Where there is no money whoever settles payments does not come by: it is leased for a while.
    if (attempt.open.length === 0) await leaseCarts(shop.db, shop.seller.id, [cart_id]);
    else await leaseUntilSettled(shop.db, shop.seller.id, [{ cart_id, cart_version: cart.version }]);
    return { is: "take", due: attempt.open };
  });
