import { resendOrders } from "@foyer/contract/account.ts";
import { call } from "../../api/call.ts";
import { asPerson } from "../login/login.queries.ts";

/** Has the orders of an address sent there again. */
export const askForOrders = (email: string) =>
  asPerson("resend", (headers) => call(resendOrders, { email }, { headers }));
