import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { plainText } from "@foyer/rules/plainText.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { applyPostCode } from "../cart/applyCode.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { paymentsOf, savePurchaserRow, type LockedCart } from "./checkout.sql.ts";
import { checkedIdentity } from "./checkedIdentity.ts";
import { linkClaimOf } from "./linkClaim.sql.ts";
import { bookedRefusal, openCart } from "./openCart.ts";

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
  throw new Refused({ code: "terms_not_accepted", context: "checkout" });
};

/** Keeps the purchaser with a cart that is already locked; says whose identity it is now. */
export const keepPurchaser = async (
  ask: Ask,
  cart: LockedCart,
  sent: PurchaserSent,
  kept_by?: string,
): Promise<string> => {
  const identity_id = await savePurchaserRow(ask, cart, await checkedIdentity(ask, cart.id, sent.identity), {
    terms_version: acceptedTerms(ask, cart, sent),
    kept_by,
  });
  // Once a part is paid its codes are its own, whatever becomes of their limits.
  if (!cart.part_paid) await refuseOverused(ask, cart.id);
  return identity_id;
};

/** Does the buyer want a confirmation? Kept with them: the order may be made later, when a debit has cleared. */
export const keepMailWish = ({ db, seller }: Ask, identity_id: string, send_email: boolean) =>
  db
    .updateTable("identity")
    .set({ meta: sql<string>`meta || jsonb_build_object('send_email', ${send_email}::boolean)` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .execute();

/** Is this the buyer whom the cart knows? What they typed is all that somebody who came by a link can show. */
export const isPurchaser = async (
  { db, seller }: Ask,
  cart: Pick<LockedCart, "purchaser_identity_id">,
  identity: IdentityInput | undefined,
): Promise<boolean> => {
  if (!identity || !cart.purchaser_identity_id) return false;
  const known = await db
    .selectFrom("identity")
    .select(["first_name", "last_name", "email"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart.purchaser_identity_id)
    .executeTakeFirst();
  const same = (one: string | null | undefined, other: string) =>
    one !== null && one !== undefined && one.toLowerCase() === plainText(other).replace(/\s+/g, " ").toLowerCase();
  return (
    same(known?.email, identity.email) &&
    same(known?.first_name, identity.first_name) &&
    same(known?.last_name, identity.last_name)
  );
};

type Sent = PurchaserSent & { readonly cart_id: string };

export const savePurchaserOfCart = async (ask: Ask, sent: Sent): Promise<{ identity_id: string }> => {
  const kept = await transact(ask, async (ask) => {
    const cart = await openCart(ask, sent.cart_id, "own");
    if (cart.state === "completed") throw await bookedRefusal(ask, cart.id);
    return { identity_id: await keepPurchaser(ask, cart, sent) };
  });
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
