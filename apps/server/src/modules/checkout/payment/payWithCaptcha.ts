import { continuesPayments } from "@foyer/rules/checkout/plan/continuesPayments.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { requireCaptcha } from "../../identity/captcha/requireCaptcha.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import type { SentPayment } from "./decidePayment.ts";
import { payForCart } from "./payForCart.ts";

/**
 * Requires a captcha for every new payment, even for free tickets, as these attract bots too. Returning from a bank needs
 * none: it continues a payment that had one.
 */
export const payWithCaptcha = async (ctx: RequestContext, sent: SentPayment, access?: CartAccess) => {
  if (!continuesPayments(sent.list)) await requireCaptcha(ctx, "pay");
  return payForCart(ctx, sent, access);
};
