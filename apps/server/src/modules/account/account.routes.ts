import {
  checkoutAsMember,
  checkoutGift,
  emailOrder,
  myOrders,
  myOrderSessions,
  mySavedPaymentMethods,
  resendMine,
  resendOrders,
} from "@foyer/contract/account.ts";
import { on } from "../../http/mount.ts";
import { emailOrderAgain } from "./emailOrder.ts";
import { checkOutAsMember } from "./memberCheckout.ts";
import { readMyOrders } from "./myOrders.ts";
import { orderSessions } from "./orderSessions.ts";
import { resendOrdersOf, resendOwn } from "./resend.ts";
import { savedPaymentMethods } from "./savedPaymentMethods.ts";

export const accountRoutes = [
  on(myOrderSessions, (ask, sent) => orderSessions(ask, sent)),
  on(myOrders, (ask, sent) => readMyOrders(ask, sent)),
  on(resendOrders, (ask, sent) => resendOrdersOf(ask, sent)),
  on(resendMine, (ask, sent) => resendOwn(ask, sent), { keyed: true }),
  on(emailOrder, (ask, sent) => emailOrderAgain(ask, sent), { keyed: true }),
  on(mySavedPaymentMethods, (ask) => savedPaymentMethods(ask)),
  on(checkoutAsMember, (ask, sent) => checkOutAsMember(ask, sent), { keyed: true }),
  on(checkoutGift, (ask, sent) => checkOutAsMember(ask, sent), { keyed: true }),
];
