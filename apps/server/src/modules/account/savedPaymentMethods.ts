import type { mySavedPaymentMethods } from "@foyer/contract/account.ts";
import type { Reply } from "@foyer/contract/endpoint.ts";
import { methodName } from "@foyer/rules/paymentMethod.ts";
import type { Ask } from "../../http/ask.ts";
import { savedMethodsOf } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

/** Brand and last four digits (requirements OPEN-83); what the provider knows it by stays here. */
export const savedPaymentMethods = async (ask: Ask): Promise<Reply<typeof mySavedPaymentMethods>> => {
  const { identity_id } = requireMember(ask);
  const methods = await savedMethodsOf(ask, identity_id);
  return {
    saved_payment_method: {
      _data: methods.map(({ id, brand, last4 }) => ({
        id,
        brand,
        last4,
        identifier: methodName({ brand, last4 }),
      })),
    },
  };
};
