import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { plainText } from "@foyer/rules/values/plainText.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { applyPostCode } from "../../cart/codes/applyCode.ts";
import { readCartCodes } from "../../codes/codeContext.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { hasLimitedCode } from "../batch/lockCheckout.ts";
import { paymentsOf } from "../checkout.sql.ts";
import { validateIdentity } from "./validateIdentity.ts";
import { refuseGiftToSelf } from "./giftee.ts";
import { linkPurchaserOf } from "./linkPurchaser.sql.ts";
import { bookedRefusal, requireCartAccess, lockAccessibleCart } from "../requireCartAccess.ts";
import { writePurchasers, type Purchaser, type PurchaserWrite } from "./purchasers.sql.ts";
import { checkoutForms, lockCheckoutCarts, type LockedCart } from "../batch/lockCheckout.sql.ts";
import { outcomeOrRefusal, checkoutBatch, type DeferredAnswer, type CheckoutBatch } from "../batch/checkoutBatch.ts";

export type PurchaserInput = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: boolean | undefined;
  readonly terms_version?: string | undefined;
};

export const acceptedTerms = (
  ctx: RequestContext,
  cart: LockedCart,
  sent: Pick<PurchaserInput, "terms_accepted" | "terms_version">,
): string | null => {
  const { terms } = ctx.seller.web;
  if (!terms) return null;
  if (sent.terms_accepted === true && (sent.terms_version ?? terms.version) === terms.version) return terms.version;
  if (cart.terms_version === terms.version && sent.terms_accepted === undefined) return null;
  throw new Refused({ code: "terms_not_accepted", context: "checkout" });
};

/** Whoever buys a locked cart, as they are to be written down. `metas`: of what is in it. */
export const purchaserWrite = (
  ctx: RequestContext,
  cart: LockedCart,
  metas: readonly unknown[],
  sent: PurchaserInput,
  kept_by: string | null = null,
): PurchaserWrite => ({
  cart_id: cart.id,
  id: cart.purchaser_identity_id ?? newId(),
  isNew: cart.purchaser_identity_id === null,
  identity: validateIdentity(ctx, metas, sent.identity),
  terms_version: acceptedTerms(ctx, cart, sent),
  kept_by,
});

/** The forms that what is in a cart brings along. */
export const formMetasOf = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
): Promise<unknown[]> => (await checkoutForms(db, seller.id, [cart_id])).map(({ meta }) => meta);

/** Keeps the purchaser with a cart that is already locked; says whose identity it is now. */
const writePurchaser = async (
  ctx: RequestContext,
  cart: LockedCart,
  sent: PurchaserInput,
  kept_by?: string,
): Promise<string> => {
  const { db, seller } = ctx;
  const write = purchaserWrite(ctx, cart, await formMetasOf(ctx, cart.id), sent, kept_by);
  await writePurchasers(db, seller.id, [write]);
  // Once a part is paid its codes are its own, whatever becomes of their limits.
  if (!cart.part_paid) await refuseOverusedCode(db, seller.id, cart.id);
  return write.id;
};

/** Is this the buyer whom the cart knows? What they typed is all that somebody who came by a link can show. */
export const matchesPurchaser = (purchaser: Purchaser | undefined, identity: IdentityInput | undefined): boolean => {
  if (!identity || !purchaser) return false;
  const isSame = (one: string | null, other: string) =>
    one !== null && one.toLowerCase() === plainText(other).replace(/\s+/g, " ").toLowerCase();
  return (
    isSame(purchaser.email, identity.email) &&
    isSame(purchaser.first_name, identity.first_name) &&
    isSame(purchaser.last_name, identity.last_name)
  );
};

type Sent = PurchaserInput & { readonly cart_id: string };

type Job = { readonly shop: RequestContext; readonly sent: Sent };

/** The buyers of the visitors' own carts. */
const purchaserBatch: CheckoutBatch<Job, { identity_id: string }> = checkoutBatch(
  async (wire, seller, jobs, { commitWith }) => {
    const cart_ids = jobs.map(({ sent }) => sent.cart_id);
    const [carts, forms, codes] = await Promise.all([
      lockCheckoutCarts(wire, seller.id, cart_ids),
      checkoutForms(wire, seller.id, cart_ids),
      readCartCodes(wire, seller.id, cart_ids),
    ]);
    const [byId, formsOf] = [
      new Map(carts.map((cart) => [cart.id, cart])),
      Map.groupBy(forms, ({ cart_id }) => cart_id),
    ];
    const codesOf = Map.groupBy(codes, ({ cart_id }) => cart_id);
    const writes: PurchaserWrite[] = [];
    const [limited, withGiftee]: [string[], string[]] = [[], []];
    const outcomes = jobs.map((job) =>
      outcomeOrRefusal<DeferredAnswer<{ identity_id: string }>>(() => {
        const { shop: ctx, sent } = job;
        const cart = requireCartAccess(ctx, byId.get(sent.cart_id), "own");
        if (cart.state === "completed")
          return {
            answer: async () => {
              throw await bookedRefusal(ctx, cart.id);
            },
          };
        const metas = (formsOf.get(cart.id) ?? []).map(({ meta }) => meta);
        const write = purchaserWrite(ctx, cart, metas, sent);
        // Once a part is paid its codes are its own, whatever becomes of their limits.
        const isLimited = !cart.part_paid && hasLimitedCode(codesOf.get(cart.id) ?? []);
        const hasGiftee = cart.giftee !== null;
        if ((isLimited || hasGiftee) && jobs.length > 1) return { answer: () => purchaserBatch.runAlone(job) };
        if (isLimited) limited.push(cart.id);
        if (hasGiftee) withGiftee.push(cart.id);
        writes.push(write);
        return { answer: () => ({ identity_id: write.id }) };
      }),
    );
    const written = writePurchasers(wire, seller.id, writes);
    for (const cart_id of withGiftee) {
      await written;
      await refuseGiftToSelf(wire, seller.id, cart_id);
    }
    for (const cart_id of limited) {
      await written;
      await refuseOverusedCode(wire, seller.id, cart_id);
    }
    await commitWith(written);
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "purchasers",
);

export const savePurchaserOfCart = async (ctx: RequestContext, sent: Sent): Promise<{ identity_id: string }> => {
  const kept = await purchaserBatch.run({ shop: ctx, sent });
  await applyPostCode(ctx, sent.cart_id, sent.identity.zip_code);
  return kept;
};

/**
 * Keeps whoever pays for a cart that its link opened. The buyer whom its owner has named stays. Where nobody is named,
 * whoever comes first is for as long as a payment takes to begin, and for as long as it takes: nobody else who has the
 * link can put their own name to it meanwhile. After that the next one may.
 */
export const savePurchaserOfLinkedCart = (ctx: RequestContext, sent: Sent): Promise<{ identity_id: string }> =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, sent.cart_id, "linked");
    if (cart.state === "completed") throw await bookedRefusal(ctx, cart.id);
    if (cart.identity_id === ctx.visitor?.identity_id) return { identity_id: await writePurchaser(ctx, cart, sent) };
    const purchaser_id = cart.purchaser_identity_id;
    const linkPurchaser = purchaser_id === null ? undefined : await linkPurchaserOf(ctx, purchaser_id);
    if (purchaser_id !== null && linkPurchaser?.kept_by === null) return { identity_id: purchaser_id };
    const visitor = ctx.ensureVisitor();
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    const isOwnLink = linkPurchaser === undefined || linkPurchaser.kept_by === visitor.identity_id;
    if (!isOwnLink && (linkPurchaser.isFresh || (await hasPaymentUnderWay(ctx, cart))))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    return { identity_id: await writePurchaser(ctx, cart, sent, visitor.identity_id) };
  });

/** Somebody has paid for it, or is about to. */
const hasPaymentUnderWay = async (ctx: RequestContext, cart: LockedCart): Promise<boolean> =>
  cart.paying ||
  (await paymentsOf(ctx, cart.id)).some(({ state }) => ["authorized", "processing", "captured"].includes(state));
