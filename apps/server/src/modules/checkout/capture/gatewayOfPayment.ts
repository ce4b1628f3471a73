import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { refusalContextOf } from "../../../providers/payments/gatewayRegistry.ts";
import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";

/** The gateway that a payment was made with. Refuses if the seller has not set it up. */
export const gatewayOfPayment = async (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  { gateway_id }: { readonly gateway_id: string },
): Promise<PaymentGateway> => {
  const gateway = await providers.findGateway(gateway_id, seller.id);
  if (!gateway) throw new Refused({ code: "not_configured", context: refusalContextOf(gateway_id) });
  return gateway;
};
