import type { CheckoutReply, checkoutAsGuest } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { releaseIfRefused } from "../capture/releaseAttempt.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";
import { refuseGiftToSelf, setGiftee } from "../purchaser/giftee.ts";
import { purchaserAccount, saveAccountAsPurchaser } from "../purchaser/saveOwnPurchaser.ts";
import { lockAccessibleCart } from "../requireCartAccess.ts";
import { checkOut } from "./checkOut.ts";

type Sent = Received<typeof checkoutAsGuest> & { readonly giftee_identity_id?: string };

/**
 * Checks out the visitor's own cart. A signed-in user's account is the purchaser. A guest who buys a gift sends the id of
 * the saved purchaser as the giver, and the guest id of the recipient.
 */
export const checkOutOwnCart = (ctx: RequestContext, sent: Sent): Promise<CheckoutReply> =>
  releaseIfRefused(ctx, { cart_id: sent.cart_id, access: "owner" }, () => checkOutAs(ctx, sent));

const checkOutAs = async (ctx: RequestContext, sent: Sent): Promise<CheckoutReply> => {
  const { giftee_identity_id, giver_identity_id, guest_identity_id, ...rest } = sent;
  const giftee = giver_identity_id === undefined ? giftee_identity_id : guest_identity_id;
  const account = await purchaserAccount(ctx);
  if (account) {
    await retryAfterLatePayment(ctx, sent.cart_id, () =>
      saveAccountAsPurchaser(ctx, account, { ...rest, giftee_identity_id: giftee }, { isCheckout: true }),
    );
    // The e-mail preference is left out: saved with the account, it would apply to all of the account's purchases.
    return checkOut(ctx, { cart_id: sent.cart_id, _embed: sent._embed });
  }
  if (giftee === undefined && giver_identity_id === undefined) return checkOut(ctx, sent);
  await saveGuestGiftee(ctx, sent.cart_id, { giver: giver_identity_id, giftee });
  return checkOut(ctx, rest);
};

/** Saves the gift recipient of a guest's own cart. */
const saveGuestGiftee = (
  ctx: RequestContext,
  cart_id: string,
  ids: { giver?: string | undefined; giftee: string | undefined },
) =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, cart_id, "owner");
    if (cart.state === "completed" || cart.change) return;
    if (ids.giftee === undefined || (ids.giver !== undefined && ids.giver !== cart.purchaser_identity_id))
      throw new Refused({ code: "not_found", context: "identity" });
    await setGiftee(ctx, cart, ids.giftee);
    await refuseGiftToSelf(ctx.db, ctx.seller.id, cart.id);
  });
