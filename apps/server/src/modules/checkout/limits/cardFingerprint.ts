import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { isCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { Charge } from "../../../providers/payments/paymentGateway.ts";

type Signer = Pick<RequestContext, "providers">;

/** A provider's fingerprint of a card, signed with the server's key, so that it can be compared but not read. */
export const signFingerprint = ({ providers }: Signer, gateway_id: string, fingerprint: string): string =>
  providers.sign(`card ${gateway_id} ${fingerprint}`);

/**
 * Asks the provider, outside any transaction, which card is offered. Null if the provider does not tell or does not
 * answer; then all declines of the cart count as declines of one card.
 */
export const cardFingerprint = async (
  ctx: Signer & Pick<RequestContext, "seller">,
  list: readonly PaymentInput[],
  savedMethod: Charge["savedMethod"] | undefined,
): Promise<string | null> => {
  const offer = list.find(isCardPayment);
  if (!offer) return null;
  const gateway = await ctx.providers.findGateway(offer.gateway_id, ctx.seller.id);
  if (!gateway?.findFingerprint) return null;
  const fingerprint = await gateway.findFingerprint({
    sellerId: ctx.seller.id,
    data: offer.gateway_data ?? {},
    ...(savedMethod && { savedMethod }),
  });
  return fingerprint === undefined ? null : signFingerprint(ctx, gateway.id, fingerprint);
};
