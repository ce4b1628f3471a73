import type { checkoutAsMember, checkoutGift } from "@foyer/contract/account.ts";
import type { CheckoutReply } from "@foyer/contract/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { checkOutOwn } from "../checkout/memberPurchaser.ts";
import { requireMember } from "./requireMember.ts";

/** A member's last step: the same as a guest's, and the account is the purchaser. `giftee_identity_id`: it is a present. */
export const checkOutAsMember = async (
  ask: Ask,
  sent: Received<typeof checkoutAsMember> | Received<typeof checkoutGift>,
): Promise<CheckoutReply> => {
  requireMember(ask);
  return checkOutOwn(ask, sent);
};
