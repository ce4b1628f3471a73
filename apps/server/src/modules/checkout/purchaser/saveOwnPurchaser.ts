import type { CheckoutReply, checkoutAsGuest } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { applyPostCode } from "../../cart/codes/applyCode.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { isPlaceholderAddress } from "../../identity/users/users.ts";
import { validateIdentity } from "./validateIdentity.ts";
import { checkOut } from "../order/checkOut.ts";
import { setGiftee, refuseGiftToSelf } from "./giftee.ts";
import { accountRow, saveAccountPurchaser, type AccountRow } from "./accountPurchaser.sql.ts";
import { bookedRefusal, lockAccessibleCart } from "../requireCartAccess.ts";
import { acceptedTerms, formMetasOf, savePurchaserOfCart, type PurchaserInput } from "./savePurchaserOfCart.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";

/**
 * The account that buys: of whoever is logged in, where letters reach it. An account without an address buys as a guest
 * does, with the address that is typed; the order is its own all the same.
 */
const purchaserAccount = async (ctx: RequestContext): Promise<AccountRow | undefined> => {
  if (ctx.visitor?.role !== "member") return undefined;
  const account = await accountRow(ctx, ctx.visitor.identity_id);
  return account?.email && isEmail(account.email) && !isPlaceholderAddress(ctx, account.email) ? account : undefined;
};

/** The name and the address of the account whatever was typed, the rest as it was typed or as the account has it. */
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

type PurchaserRequest = Omit<PurchaserInput, "identity"> & {
  readonly cart_id: string;
  readonly identity?: IdentityInput | undefined;
  readonly giftee_identity_id?: string | undefined;
};

/** Keeps the account as the purchaser of its own cart; undefined where a cart is an order already. */
const saveAccountAsPurchaser = (
  ctx: RequestContext,
  account: AccountRow,
  sent: PurchaserRequest,
): Promise<string | undefined> =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, sent.cart_id, "own");
    if (cart.state === "completed") return undefined;
    if (sent.giftee_identity_id !== undefined) await setGiftee(ctx, cart, sent.giftee_identity_id);
    const identity = validateIdentity(ctx, await formMetasOf(ctx, cart.id), withAccountDetails(account, sent.identity));
    await saveAccountPurchaser(ctx, cart.id, account.id, identity, acceptedTerms(ctx, cart, sent));
    await refuseGiftToSelf(ctx.db, ctx.seller.id, cart.id);
    // Once a part is paid its codes are its own, whatever becomes of their limits.
    if (!cart.part_paid) await refuseOverusedCode(ctx.db, ctx.seller.id, cart.id);
    return account.id;
  });

/** The purchaser of one's own cart: of whoever is logged in the account, of everybody else what they typed. */
export const saveOwnPurchaser = async (
  ctx: RequestContext,
  sent: PurchaserInput & { readonly cart_id: string },
): Promise<{ identity_id: string }> => {
  const account = await purchaserAccount(ctx);
  if (!account) return savePurchaserOfCart(ctx, sent);
  const identity_id = await saveAccountAsPurchaser(ctx, account, sent);
  if (identity_id === undefined) throw await bookedRefusal(ctx, sent.cart_id);
  await applyPostCode(ctx, sent.cart_id, sent.identity.zip_code);
  return { identity_id };
};

/** Keeps whom a guest's own cart is for, before the order is made. */
const saveGuestGiftee = (
  ctx: RequestContext,
  cart_id: string,
  ids: { giver?: string | undefined; giftee: string | undefined },
) =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, cart_id, "own");
    if (cart.state === "completed") return;
    if (ids.giftee === undefined || (ids.giver !== undefined && ids.giver !== cart.purchaser_identity_id))
      throw new Refused({ code: "not_found", context: "identity" });
    await setGiftee(ctx, cart, ids.giftee);
    await refuseGiftToSelf(ctx.db, ctx.seller.id, cart.id);
  });

type Sent = Received<typeof checkoutAsGuest> & { readonly giftee_identity_id?: string };

/**
 * The last step in one's own cart. Of whoever is logged in the account is the purchaser; a guest who gives something
 * names the giver, as the purchaser was saved, and whoever is to have it in the guest's place.
 */
export const checkOutOwnCart = async (ctx: RequestContext, sent: Sent): Promise<CheckoutReply> => {
  const { giftee_identity_id, giver_identity_id, guest_identity_id, ...rest } = sent;
  const giftee = giver_identity_id === undefined ? giftee_identity_id : guest_identity_id;
  const account = await purchaserAccount(ctx);
  if (account) {
    await retryAfterLatePayment(ctx, sent.cart_id, () =>
      saveAccountAsPurchaser(ctx, account, { ...rest, giftee_identity_id: giftee }),
    );
    // A wish for no letter is a guest's: it would be kept with the account, for all that it buys.
    return checkOut(ctx, { cart_id: sent.cart_id, _embed: sent._embed });
  }
  if (giftee === undefined && giver_identity_id === undefined) return checkOut(ctx, sent);
  await saveGuestGiftee(ctx, sent.cart_id, { giver: giver_identity_id, giftee });
  return checkOut(ctx, rest);
};
