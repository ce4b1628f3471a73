import { resendOrders } from "@foyer/contract/shop/account.ts";
import { call } from "../../../api/call.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";

/** Sends the orders of an e-mail address there again. */
export const sendOrderEmails = (email: string) =>
  callWithCaptcha("resend", (headers) => call(resendOrders, { email }, { headers }));
