import { resendOrders } from "@foyer/contract/shop/account.ts";
import { call } from "../../../api/call.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";

/** E-mails the orders of an address to that address again. */
export const sendOrderEmails = (email: string) =>
  callWithCaptcha("resend", (headers) => call(resendOrders, { email }, { headers }));
