import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { savesMethods, sentMethodRef } from "../../../providers/payments/gatewayRegistry.ts";
import type { SavedMethod } from "../../../providers/payments/paymentGateway.ts";
import type { SellerDb } from "../context.ts";
import { findSavedMethodByRef, findSavedMethodRefs } from "./savedMethods.sql.ts";

/** The provider's own names for a saved method. Sent to the provider and to nobody else. */
export const savedMethodRefs = async (ctx: SellerDb, id: string): Promise<Pick<SavedMethod, "ref" | "customer">> => {
  const saved = await findSavedMethodRefs(ctx, id);
  if (!saved || saved.customer === null) throw new Error(`The saved payment method ${id} does not exist`);
  return { ref: saved.ref, customer: saved.customer };
};

/** Saved methods are charged by renewals only: a payer who names one, their own or another's, is refused. */
export const refuseSavedMethods = async (ctx: RequestContext, list: readonly PaymentInput[]): Promise<void> => {
  const named = list.flatMap(({ gateway_id, gateway_data = {} }) => {
    const ref = sentMethodRef(gateway_id, gateway_data);
    return ref !== undefined && savesMethods(gateway_id) ? [{ gateway_id, ref }] : [];
  });
  if (named.length === 0) return;
  if (await findSavedMethodByRef(ctx, named)) throw new Refused({ code: "not_found", context: "payment" });
};
