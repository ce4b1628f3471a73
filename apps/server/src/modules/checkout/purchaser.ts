import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { defaultIdentityFields, identityProblems, trimmedAnswers, type Answers } from "@foyer/rules/identityForm.ts";
import { plainText } from "@foyer/rules/plainText.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { applyPostCode } from "../cart/applyCode.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { savePurchaserRow, type LockedCart } from "./checkout.sql.ts";
import { bookedRefusal, openCart } from "./openCart.ts";

export type PurchaserSent = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: boolean | undefined;
  readonly terms_version?: string | undefined;
};

/** The server asks the same questions as the form; the page's check is a courtesy. */
const checked = (identity: IdentityInput): Record<string, unknown> => {
  const fields = defaultIdentityFields.filter((field) => !field.sameAs);
  const problems = identityProblems(fields, identity as Answers);
  if (problems.length > 0) {
    throw new Refused({
      code: "validation_failed",
      context: "identity",
      extra: { fields: problems.map((problem) => problem.field), problems },
    });
  }
  return { ...identity, ...trimmedAnswers(fields, identity as Answers) };
};

const acceptedTerms = (ask: Ask, cart: LockedCart, sent: PurchaserSent): string | null => {
  const { terms } = ask.seller.web;
  if (!terms) return null;
  if (sent.terms_accepted === true && (sent.terms_version ?? terms.version) === terms.version) return terms.version;
  if (cart.terms_version === terms.version && sent.terms_accepted === undefined) return null;
  throw new Refused({ code: "terms_not_accepted", context: "checkout" });
};

/** Keeps the purchaser with a cart that is already locked; says whose identity it is now. */
export const keepPurchaser = async (ask: Ask, cart: LockedCart, sent: PurchaserSent): Promise<string> => {
  const identity_id = await savePurchaserRow(ask, cart, checked(sent.identity), acceptedTerms(ask, cart, sent));
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
    one !== null && one !== undefined && one.toLowerCase() === plainText(other).toLowerCase();
  return (
    same(known?.email, identity.email) &&
    same(known?.first_name, identity.first_name) &&
    same(known?.last_name, identity.last_name)
  );
};

export const savePurchaserOfCart = async (
  ask: Ask,
  sent: PurchaserSent & { readonly cart_id: string },
): Promise<{ identity_id: string }> => {
  const kept = await transact(ask, async (ask) => {
    const cart = await openCart(ask, sent.cart_id, "own");
    if (cart.state === "completed") throw await bookedRefusal(ask, cart.id);
    return { identity_id: await keepPurchaser(ask, cart, sent) };
  });
  await applyPostCode(ask, sent.cart_id, sent.identity.zip_code);
  return kept;
};
