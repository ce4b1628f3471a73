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
import { resendOrderConfirmation } from "./resend/resendOrderConfirmation.ts";
import { checkOutMember } from "./checkOutMember.ts";
import { readOwnOrders } from "./readOwnOrders.ts";
import { readOrderSessions } from "./readOrderSessions.ts";
import { resendOrderEmails, resendOwnEmails } from "./resend/resendOrderEmails.ts";
import { readSavedPaymentMethods } from "./readSavedPaymentMethods.ts";

export const accountRoutes = [
  route(myOrderSessions, (ctx, sent) => readOrderSessions(ctx, sent)),
  route(myOrders, (ctx, sent) => readOwnOrders(ctx, sent)),
  route(resendOrders, (ctx, sent) => resendOrderEmails(ctx, sent)),
  route(resendMyOrders, (ctx, sent) => resendOwnEmails(ctx, sent), { isIdempotent: true }),
  route(emailOrder, (ctx, sent) => resendOrderConfirmation(ctx, sent), { isIdempotent: true }),
  route(mySavedPaymentMethods, (ctx) => readSavedPaymentMethods(ctx)),
  route(checkoutAsMember, (ctx, sent) => checkOutMember(ctx, sent), { isIdempotent: true }),
  route(checkoutGift, (ctx, sent) => checkOutMember(ctx, sent), { isIdempotent: true }),
];
