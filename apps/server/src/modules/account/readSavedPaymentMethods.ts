import type { mySavedPaymentMethods } from "@foyer/contract/shop/account.ts";
import type { Reply } from "@foyer/contract/endpoint.ts";
import { paymentMethodLabel } from "@foyer/rules/checkout/paymentMethodLabel.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { savedMethodsOfUser } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

/** Brand and last four digits only; the payment provider's references stay on the server. */
export const readSavedPaymentMethods = async (ctx: RequestContext): Promise<Reply<typeof mySavedPaymentMethods>> => {
  const { identity_id } = requireMember(ctx);
  const methods = await savedMethodsOfUser(ctx, identity_id);
  return {
    saved_payment_method: {
      _data: methods.map(({ id, brand, last4, gateway_id, expired }) => ({
        id,
        brand,
        last4,
        gateway_id,
        expired,
        identifier: paymentMethodLabel({ brand, last4 }),
      })),
    },
  };
};
