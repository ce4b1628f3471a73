import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { withOptionalAddress, type IdentityField } from "@foyer/rules/forms/identityFields.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { applyPostCode } from "../../cart/codes/applyCode.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { isPlaceholderAddress } from "../../identity/users/users.ts";
import { bookedRefusal, lockAccessibleCart, refusePurchaserOfChange } from "../requireCartAccess.ts";
import { accountRow, saveAccountPurchaser, type AccountRow, type LostDetails } from "./accountPurchaser.sql.ts";
import { refuseGiftToSelf, setGiftee } from "./giftee.ts";
import { surveyAnswers } from "../survey/surveyAnswers.ts";
import { writeAnswers } from "../survey/surveys.sql.ts";
import { acceptedTerms, readCartForms, type PurchaserInput } from "./purchaserWrite.ts";
import { savePurchaserOfCart } from "./savePurchaserOfCart.ts";
import { askedFields, validateIdentity } from "./validateIdentity.ts";

/**
 * The account that buys: the signed-in user's, if it has an e-mail address. A user without one buys as a guest does, with
 * a typed address; the order still belongs to the account.
 */
export const purchaserAccount = async (ctx: RequestContext): Promise<AccountRow | undefined> => {
  if (ctx.visitor?.role !== "member") return undefined;
  const account = await accountRow(ctx, ctx.visitor.identity_id);
  return account?.email && isEmail(account.email) && !isPlaceholderAddress(ctx, account.email) ? account : undefined;
};

/** Name and address always come from the account; all else comes from the request, or else from the account. */
const withAccountDetails = (account: AccountRow, typed: Partial<IdentityInput> = {}): IdentityInput => {
  const { id: _, additional_info, ...own } = account;
  const known = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null && value !== ""));
  return {
    ...known,
    ...typed,
    first_name: own.first_name ?? typed.first_name ?? "",
    last_name: own.last_name ?? typed.last_name ?? "",
    email: own.email ?? "",
    additional_info: { ...(additional_info as IdentityInput["additional_info"]), ...typed.additional_info },
  };
};

/** The details that an account loses: those that were sent empty, and a state that its country does not have. */
const lostDetails = (
  fields: readonly IdentityField[],
  { account, sent, kept }: { account: AccountRow; sent: Partial<IdentityInput>; kept: IdentityInput },
): LostDetails => {
  const { additional_info = {}, ...own } = sent;
  const emptied = (isStandard: boolean, answers: Readonly<Record<string, unknown>>): readonly string[] =>
    withOptionalAddress(fields)
      .filter((field) => field.isStandard === isStandard && !field.isLocked && answers[field.name] === "")
      .map(({ name }) => name);
  const hasLostState = account.state !== null && kept.state === undefined;
  return {
    columns: [...emptied(true, own), ...(hasLostState ? ["state"] : [])],
    questions: emptied(false, additional_info),
  };
};

type AccountPurchase = Omit<PurchaserInput, "identity"> & {
  readonly cart_id: string;
  readonly identity?: IdentityInput | undefined;
  readonly giftee_identity_id?: string | undefined;
};

/**
 * Saves the account as the purchaser of its own cart; undefined if the cart is already an order. A change keeps the
 * purchaser of its order: at the checkout (`isCheckout`) this returns undefined, otherwise it refuses.
 */
export const saveAccountAsPurchaser = (
  ctx: RequestContext,
  account: AccountRow,
  sent: AccountPurchase,
  { isCheckout }: { readonly isCheckout: boolean },
): Promise<string | undefined> =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, sent.cart_id, "owner");
    if (cart.state === "completed" || (isCheckout && cart.change)) return undefined;
    refusePurchaserOfChange(cart);
    if (sent.giftee_identity_id !== undefined) await setGiftee(ctx, cart, sent.giftee_identity_id);
    const { metas, surveys } = await readCartForms(ctx, cart.id);
    const identity = validateIdentity(ctx, metas, withAccountDetails(account, sent.identity));
    const typed = { account, sent: sent.identity ?? {}, kept: identity };
    const lost = lostDetails(askedFields(ctx, metas), typed);
    const answers = surveyAnswers(ctx, surveys, sent.additionalInfo);
    const saved = { identity, lost, terms_version: acceptedTerms(ctx, cart, sent) };
    await saveAccountPurchaser(ctx, cart.id, account.id, saved);
    await writeAnswers(ctx.db, ctx.seller.id, [{ cart_id: cart.id, answers }]);
    await refuseGiftToSelf(ctx.db, ctx.seller.id, cart.id);
    // Once an instalment is paid, the cart keeps its codes regardless of their limits.
    if (!cart.part_paid) await refuseOverusedCode(ctx.db, ctx.seller.id, cart.id);
    return account.id;
  });

/** Saves the purchaser of the visitor's own cart: the account of a signed-in user, or what a guest typed. */
export const saveOwnPurchaser = async (
  ctx: RequestContext,
  sent: PurchaserInput & { readonly cart_id: string },
): Promise<{ identity_id: string }> => {
  const account = await purchaserAccount(ctx);
  if (!account) return savePurchaserOfCart(ctx, sent);
  const identity_id = await saveAccountAsPurchaser(ctx, account, sent, { isCheckout: false });
  if (identity_id === undefined) throw await bookedRefusal(ctx, sent.cart_id);
  await applyPostCode(ctx, sent.cart_id, sent.identity.zip_code);
  return { identity_id };
};
