import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { newOrderedId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { cleanTerms } from "../../../http/sanitize/cleanTerms.ts";
import { readCheckoutForms, type LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import type { SellerDb } from "../context.ts";
import type { CartPurchaser, PurchaserWrite } from "./purchasers.sql.ts";
import { surveyAnswers } from "../survey/surveyAnswers.ts";
import { readSurveys, type SurveyRow } from "../survey/surveys.sql.ts";
import { validateIdentity } from "./validateIdentity.ts";

export type PurchaserInput = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: boolean | undefined;
  readonly terms_version?: string | undefined;
  /** Answers to the survey questions of the checkout, by ticket group id. */
  readonly additionalInfo?: Readonly<Record<string, SurveyAnswers>> | undefined;
};

/** The forms that a cart's events and groups add to the checkout. */
export type CartForms = { readonly metas: readonly unknown[]; readonly surveys: readonly SurveyRow[] };

/**
 * The version of the seller's terms to record; null if nothing changes. Refuses terms that are not accepted, and returns
 * the current ones: the buyer's page may be older.
 */
export const acceptedTerms = (
  ctx: RequestContext,
  cart: LockedCheckoutCart,
  sent: Pick<PurchaserInput, "terms_accepted" | "terms_version">,
): string | null => {
  const { terms } = ctx.seller.web;
  if (!terms) return null;
  if (sent.terms_accepted === true && (sent.terms_version ?? terms.version) === terms.version) return terms.version;
  if (cart.terms_version === terms.version && sent.terms_accepted === undefined) return null;
  throw new Refused({ code: "terms_not_accepted", context: "checkout", extra: { terms: cleanTerms(terms) } });
};

/** The purchaser of a locked cart to be saved, and the answers to the cart's surveys. */
export const purchaserWrite = (
  ctx: RequestContext,
  cart: LockedCheckoutCart,
  { metas, surveys }: CartForms,
  sent: PurchaserInput,
  kept_by: string | null = null,
): PurchaserWrite => ({
  cart_id: cart.id,
  id: cart.purchaser_identity_id ?? newOrderedId(),
  isNew: cart.purchaser_identity_id === null,
  identity: validateIdentity(ctx, metas, sent.identity),
  terms_version: acceptedTerms(ctx, cart, sent),
  answers: surveyAnswers(ctx, surveys, sent.additionalInfo),
  kept_by,
});

export const readCartForms = async ({ db, seller }: SellerDb, cart_id: string): Promise<CartForms> => {
  const forms = await readCheckoutForms(db, seller.id, [cart_id]);
  const surveys = await readSurveys(db, seller.id, [cart_id]);
  return { metas: forms.map(({ meta }) => meta), surveys };
};

/** Whether the typed identity is the cart's purchaser: a visitor with the cart's link can prove no more than that. */
export const matchesPurchaser = (
  purchaser: CartPurchaser | undefined,
  identity: IdentityInput | undefined,
): boolean => {
  if (!identity || !purchaser) return false;
  const isSame = (one: string | null, other: string) =>
    one !== null && one.toLowerCase() === plainText(other).replace(/\s+/g, " ").toLowerCase();
  return (
    isSame(purchaser.email, identity.email) &&
    isSame(purchaser.first_name, identity.first_name) &&
    isSame(purchaser.last_name, identity.last_name)
  );
};
