import type { IdentityInput } from "@foyer/contract/identity.ts";
import { plainText } from "@foyer/rules/plainText.ts";
import { newId } from "../../db/newId.ts";
import { guardStands } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { applyPostCode } from "../cart/applyCode.ts";
import { codesOfCarts } from "../codes/codeDesk.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { hasLimited } from "./atTill.ts";
import { paymentsOf } from "./checkout.sql.ts";
import { checkedIdentity } from "./checkedIdentity.ts";
import { refuseGiftToOneself } from "./giftee.ts";
import { linkClaimOf } from "./linkClaim.sql.ts";
import { bookedRefusal, judgeCart, openCart } from "./openCart.ts";
import { writePurchasers, type Purchaser, type PurchaserWrite } from "./purchasers.sql.ts";
import { formsAtTill, lockTill, type LockedCart } from "./till.sql.ts";
import { judged, together, type Later, type Together } from "./together.ts";

export type PurchaserSent = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: boolean | undefined;
  readonly terms_version?: string | undefined;
};

export const acceptedTerms = (
  ask: Ask,
  cart: LockedCart,
  sent: Pick<PurchaserSent, "terms_accepted" | "terms_version">,
): string | null => {
  const { terms } = ask.seller.web;
  if (!terms) return null;
  if (sent.terms_accepted === true && (sent.terms_version ?? terms.version) === terms.version) return terms.version;
  if (cart.terms_version === terms.version && sent.terms_accepted === undefined) return null;
  if (!guardStands("terms_accepted")) return null;
  throw new Refused({ code: "terms_not_accepted", context: "checkout" });
};

/** Whoever buys a locked cart, as they are to be written down. `metas`: of what is in it. */
export const purchaserOf = (
  ask: Ask,
  cart: LockedCart,
  metas: readonly unknown[],
  sent: PurchaserSent,
  kept_by: string | null = null,
): PurchaserWrite => ({
  cart_id: cart.id,
  id: cart.purchaser_identity_id ?? newId(),
  isNew: cart.purchaser_identity_id === null,
  identity: checkedIdentity(ask, metas, sent.identity),
  terms_version: acceptedTerms(ask, cart, sent),
  kept_by,
});

/** The forms that what is in a cart brings along. */
export const metasOf = async ({ db, seller }: Pick<Ask, "db" | "seller">, cart_id: string): Promise<unknown[]> =>
  (await formsAtTill(db, seller.id, [cart_id])).map(({ meta }) => meta);

/** Keeps the purchaser with a cart that is already locked; says whose identity it is now. */
const keepPurchaser = async (ask: Ask, cart: LockedCart, sent: PurchaserSent, kept_by?: string): Promise<string> => {
  const { db, seller } = ask;
  const write = purchaserOf(ask, cart, await metasOf(ask, cart.id), sent, kept_by);
  await writePurchasers(db, seller.id, [write]);
  // Once a part is paid its codes are its own, whatever becomes of their limits.
  if (!cart.part_paid) await refuseOverused(db, seller.id, cart.id);
  return write.id;
};

/** Is this the buyer whom the cart knows? What they typed is all that somebody who came by a link can show. */
export const isPurchaser = (known: Purchaser | undefined, identity: IdentityInput | undefined): boolean => {
  if (!identity || !known) return false;
  const same = (one: string | null, other: string) =>
    one !== null && one.toLowerCase() === plainText(other).replace(/\s+/g, " ").toLowerCase();
  return (
    same(known.email, identity.email) &&
    same(known.first_name, identity.first_name) &&
    same(known.last_name, identity.last_name)
  );
};

type Sent = PurchaserSent & { readonly cart_id: string };

type Job = { readonly shop: Ask; readonly sent: Sent };

/** The buyers of the visitors' own carts. */
const purchasers: Together<Job, { identity_id: string }> = together(
  async (wire, seller, jobs, { commitBehind }) => {
    const cart_ids = jobs.map(({ sent }) => sent.cart_id);
    const [carts, forms, codes] = await Promise.all([
      lockTill(wire, seller.id, cart_ids),
      formsAtTill(wire, seller.id, cart_ids),
      codesOfCarts(wire, seller.id, cart_ids),
    ]);
    const [byId, formsOf] = [
      new Map(carts.map((cart) => [cart.id, cart])),
      Map.groupBy(forms, ({ cart_id }) => cart_id),
    ];
    const codesOf = Map.groupBy(codes, ({ cart_id }) => cart_id);
    const writes: PurchaserWrite[] = [];
    const [limited, given]: [string[], string[]] = [[], []];
    const outcomes = jobs.map((job) =>
      judged<Later<{ identity_id: string }>>(() => {
        const { shop: ask, sent } = job;
        const cart = judgeCart(ask, byId.get(sent.cart_id), "own");
        if (cart.state === "completed")
          return {
            answer: async () => {
              throw await bookedRefusal(ask, cart.id);
            },
          };
        const metas = (formsOf.get(cart.id) ?? []).map(({ meta }) => meta);
        const write = purchaserOf(ask, cart, metas, sent);
        // Once a part is paid its codes are its own, whatever becomes of their limits.
        const isLimited = !cart.part_paid && hasLimited(codesOf.get(cart.id) ?? []);
        const isGiven = cart.giftee !== null;
        if ((isLimited || isGiven) && jobs.length > 1) return { answer: () => purchasers.alone(job) };
        if (isLimited) limited.push(cart.id);
        if (isGiven) given.push(cart.id);
        writes.push(write);
        return { answer: () => ({ identity_id: write.id }) };
      }),
    );
    const written = writePurchasers(wire, seller.id, writes);
    for (const cart_id of given) {
      await written;
      await refuseGiftToOneself(wire, seller.id, cart_id);
    }
    for (const cart_id of limited) {
      await written;
      await refuseOverused(wire, seller.id, cart_id);
    }
    await commitBehind(written);
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "purchasers",
);

export const savePurchaserOfCart = async (ask: Ask, sent: Sent): Promise<{ identity_id: string }> => {
  const kept = await purchasers.with({ shop: ask, sent });
  await applyPostCode(ask, sent.cart_id, sent.identity.zip_code);
  return kept;
};

/**
 * Keeps whoever pays for a cart that its link opened. The buyer whom its owner has named stays. Where nobody is named,
 * whoever comes first is for as long as a payment takes to begin, and for as long as it takes: nobody else who has the
 * link can put their own name to it meanwhile. After that the next one may.
 */
export const savePurchaserOfLinkedCart = (ask: Ask, sent: Sent): Promise<{ identity_id: string }> =>
  transact(ask, async (ask) => {
    const cart = await openCart(ask, sent.cart_id, "linked");
    if (cart.state === "completed") throw await bookedRefusal(ask, cart.id);
    if (cart.identity_id === ask.visitor?.identity_id) return { identity_id: await keepPurchaser(ask, cart, sent) };
    const named = cart.purchaser_identity_id;
    const claim = named === null ? undefined : await linkClaimOf(ask, named);
    if (named !== null && claim?.kept_by === null) return { identity_id: named };
    const visitor = ask.enter();
    await keepVisitors(ask.db, ask.seller.id, [visitor]);
    const isTheirs = claim === undefined || claim.kept_by === visitor.identity_id;
    if (!isTheirs && (claim.isFresh || (await isPromised(ask, cart))))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    return { identity_id: await keepPurchaser(ask, cart, sent, visitor.identity_id) };
  });

/** Somebody has paid for it, or is about to. */
const isPromised = async (ask: Ask, cart: LockedCart): Promise<boolean> =>
  cart.paying ||
  (await paymentsOf(ask, cart.id)).some(({ state }) => ["authorized", "processing", "captured"].includes(state));
