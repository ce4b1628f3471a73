import type { checkoutAsMember, checkoutGift } from "@foyer/contract/shop/account.ts";
import type { CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { checkOutOwnCart } from "../checkout/order/checkOutOwnCart.ts";
import { requireMember } from "./requireMember.ts";

/** A guest's checkout with the account as purchaser. `giftee_identity_id`: the order is a gift. */
export const checkOutMember = async (
  ctx: RequestContext,
  sent: Received<typeof checkoutAsMember> | Received<typeof checkoutGift>,
): Promise<CheckoutReply> => {
  requireMember(ctx);
  return checkOutOwnCart(ctx, sent);
};
