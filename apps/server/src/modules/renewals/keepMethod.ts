import type { Ask } from "../../http/ask.ts";
import type { KeptMethod } from "../../outside/payments/payments.ts";
import { gatewayOfPayment } from "../checkout/parts.ts";
import { agreedPayment, insertMethod } from "./keepMethod.sql.ts";
import type { RenewalRow } from "./renewals.sql.ts";

type Shop = Pick<Ask, "db" | "seller" | "outside">;

/**
 * Notes what the provider kept of the payment with which renewals were agreed to. Asked for when it is wanted, and not while
 * somebody waits at the till: said again, after a death or by two at once, it is one row. False: the provider kept nothing.
 */
export const keepMethod = async (
  shop: Shop,
  { payment_id, membership_id, identity_id }: Pick<RenewalRow, "payment_id" | "membership_id" | "identity_id">,
): Promise<boolean> => {
  const payment = payment_id === null ? undefined : await agreedPayment(shop, payment_id);
  if (!payment?.provider_ref || (payment.gateway_id !== "test" && payment.gateway_id !== "stripe")) return false;
  const gateway = await gatewayOfPayment(shop, payment);
  const kept: KeptMethod | undefined = await gateway.kept?.({
    sellerId: shop.seller.id,
    id: payment.id,
    ref: payment.provider_ref,
  });
  if (!kept || !/^[a-z_]{1,30}$/.test(kept.brand) || !/^\d{4}$/.test(kept.last4)) return false;
  await insertMethod(shop, { membership_id, identity_id, gateway_id: payment.gateway_id, kept });
  return true;
};
