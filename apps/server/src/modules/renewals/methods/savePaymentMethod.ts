import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { savesMethods } from "../../../providers/payments/gatewayRegistry.ts";
import type { SavedMethod } from "../../../providers/payments/paymentGateway.ts";
import { gatewayOfPayment } from "../../checkout/capture/gatewayOfPayment.ts";
import { consentPayment, insertSavedMethod } from "./savePaymentMethod.sql.ts";
import type { RenewalRow } from "../renewals.sql.ts";

type PaymentContext = Pick<RequestContext, "db" | "seller" | "providers">;

/**
 * Records the method that the provider saved with the payment whose payer agreed to auto-renew. This is done when the
 * method is first needed, so that the checkout does not wait for it. Repeating it adds no second one. Returns false if
 * the provider saved none.
 */
export const savePaymentMethod = async (
  ctx: PaymentContext,
  { payment_id, membership_id, identity_id }: Pick<RenewalRow, "payment_id" | "membership_id" | "identity_id">,
): Promise<boolean> => {
  const payment = payment_id === null ? undefined : await consentPayment(ctx, payment_id);
  if (!payment?.provider_ref || !savesMethods(payment.gateway_id)) return false;
  const gateway = await gatewayOfPayment(ctx, payment);
  const saved: SavedMethod | undefined = await gateway.findSavedMethod?.({
    sellerId: ctx.seller.id,
    id: payment.id,
    ref: payment.provider_ref,
  });
  if (!saved || !/^[a-z_]{1,30}$/.test(saved.brand) || !/^\d{4}$/.test(saved.last4)) return false;
  const { gateway_id } = payment;
  await transact(ctx, (ctx) => insertSavedMethod(ctx, { membership_id, identity_id, gateway_id, saved }));
  return true;
};
