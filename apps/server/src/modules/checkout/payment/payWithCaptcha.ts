import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { continuesPayments } from "@foyer/rules/checkout/continuesPayments.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { requireCaptcha } from "../../identity/captcha/requireCaptcha.ts";
import type { CartAccess } from "../requireCartAccess.ts";
import { payForCart } from "./payForCart.ts";

/**
 * Each attempt to pay is a person's (T65), also one that pays nothing: places are worth something to a machine. Whoever
 * only goes on with payments that were begun, back from their bank, has shown it before.
 */
export const payWithCaptcha = async (
  ctx: RequestContext,
  sent: { readonly cart_id: string; readonly list: readonly PaymentInput[] },
  access?: CartAccess,
) => {
  if (!continuesPayments(sent.list)) await requireCaptcha(ctx, "pay");
  return payForCart(ctx, sent, access);
};
