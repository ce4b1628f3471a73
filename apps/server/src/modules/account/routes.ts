import {
  checkoutAsMember,
  checkoutGift,
  emailOrder,
  myOrders,
  myOrderSessions,
  mySavedPaymentMethods,
  resendMyOrders,
  resendOrders,
} from "@foyer/contract/shop/account.ts";
import { route } from "../../http/mount.ts";
import { captchaRefusals, checkoutRefusals, memberRefusals } from "../../http/openapi/refusals.ts";
import { resendOrderConfirmation } from "./resend/resendOrderConfirmation.ts";
import { checkOutMember } from "./checkOutMember.ts";
import { readOwnOrders } from "./readOwnOrders.ts";
import { readOrderSessions } from "./readOrderSessions.ts";
import { resendOrderEmails, resendOwnEmails } from "./resend/resendOrderEmails.ts";
import { readSavedPaymentMethods } from "./readSavedPaymentMethods.ts";

export const accountRoutes = [
  route(myOrderSessions, (ctx, sent) => readOrderSessions(ctx, sent), { refuses: memberRefusals }),
  route(myOrders, (ctx, sent) => readOwnOrders(ctx, sent), { refuses: memberRefusals }),
  route(resendOrders, (ctx, sent) => resendOrderEmails(ctx, sent), {
    refuses: ["validate_not_email", "not_found", ...captchaRefusals],
  }),
  route(resendMyOrders, (ctx, sent) => resendOwnEmails(ctx, sent), {
    isIdempotent: true,
    refuses: [...memberRefusals, "not_found", ...captchaRefusals],
  }),
  route(emailOrder, (ctx, sent) => resendOrderConfirmation(ctx, sent), {
    isIdempotent: true,
    refuses: ["not_found", ...captchaRefusals],
  }),
  route(mySavedPaymentMethods, (ctx) => readSavedPaymentMethods(ctx), { refuses: memberRefusals }),
  route(checkoutAsMember, (ctx, sent) => checkOutMember(ctx, sent), {
    isIdempotent: true,
    refuses: [...memberRefusals, ...checkoutRefusals],
  }),
  route(checkoutGift, (ctx, sent) => checkOutMember(ctx, sent), {
    isIdempotent: true,
    refuses: [...memberRefusals, ...checkoutRefusals],
  }),
];
