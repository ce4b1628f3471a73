import { queryOptions } from "@tanstack/react-query";
import { mySavedPaymentMethods } from "@foyer/contract/shop/account.ts";
import { call } from "../../../api/call.ts";
import { memberKey } from "../../login/session/member.queries.ts";

/** The cards that the account has saved, the newest first. Under the member's key, so that a logout removes it. */
export const savedMethodsQuery = queryOptions({
  queryKey: [...memberKey, "saved_payment_method"],
  queryFn: async ({ signal }) =>
    (await call(mySavedPaymentMethods, {}, { signal, fresh: true })).saved_payment_method._data,
});
