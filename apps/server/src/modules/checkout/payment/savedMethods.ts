import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { savesMethods, sentMethodRef } from "../../../providers/payments/gatewayRegistry.ts";
import type { SavedMethod } from "../../../providers/payments/paymentGateway.ts";
import type { SellerDb } from "../checkout.sql.ts";

/** What a provider knows a kept method by. It leaves the server for the provider alone. */
export const savedMethodRefs = async (
  { db, seller }: SellerDb,
  id: string,
): Promise<Pick<SavedMethod, "ref" | "customer">> => {
  const saved = await db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!saved || saved.customer === null) throw new Error("What was kept has gone.");
  return { ref: saved.ref, customer: saved.customer };
};

/**
 * Whatever is kept is charged for renewals alone, by us: whoever names it at the till, theirs or another's, names nothing
 * (T68).
 */
export const refuseSavedMethods = async (
  { db, seller }: RequestContext,
  list: readonly PaymentInput[],
): Promise<void> => {
  const named = list.flatMap(({ gateway_id, gateway_data = {} }) => {
    const ref = sentMethodRef(gateway_id, gateway_data);
    return ref !== undefined && savesMethods(gateway_id) ? [{ gateway_id, ref }] : [];
  });
  if (named.length === 0) return;
  const known = await db
    .selectFrom("saved_payment_method")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where((eb) => eb.or(named.map(({ gateway_id, ref }) => eb.and({ gateway_id, provider_ref: ref }))))
    .executeTakeFirst();
  if (known) throw new Refused({ code: "not_found", context: "payment" });
};
