import type { checkoutAsMember, checkoutGift } from "@foyer/contract/shop/account.ts";
import type { CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { checkOutOwnCart } from "../checkout/order/checkOutOwnCart.ts";
import { requireMember } from "./requireMember.ts";

/** A member's last step: the same as a guest's, and the account is the purchaser. `giftee_identity_id`: it is a present. */
export const checkOutMember = async (
  ctx: RequestContext,
  sent: Received<typeof checkoutAsMember> | Received<typeof checkoutGift>,
): Promise<CheckoutReply> => {
  requireMember(ctx);
  return checkOutOwnCart(ctx, sent);
};
