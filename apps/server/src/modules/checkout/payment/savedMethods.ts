import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { isCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { savesMethods, sentMethodRef } from "../../../providers/payments/gatewayRegistry.ts";
import type { Charge, SavedMethod } from "../../../providers/payments/paymentGateway.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import type { SellerDb } from "../context.ts";
import { findOwnMethodRefs, findSavedMethodByRef, findSavedMethodRefs } from "./savedMethods.sql.ts";

/** The provider's own references of a saved method. They are sent to the provider and to nobody else. */
export const savedMethodRefs = async (ctx: SellerDb, id: string): Promise<Pick<SavedMethod, "ref" | "customer">> => {
  const saved = await findSavedMethodRefs(ctx, id);
  if (!saved || saved.customer === null) throw new Error(`The saved payment method ${id} does not exist`);
  return { ref: saved.ref, customer: saved.customer };
};

const notFound = () => new Refused({ code: "not_found", context: "payment" });

/**
 * The saved method that a member pays their own cart with, given by this application's id. Undefined if none is given;
 * another person's method is not found. It is never saved again for a membership that renews automatically.
 */
export const ownSavedMethod = async (
  ctx: RequestContext,
  list: readonly PaymentInput[],
  access: CartAccess,
): Promise<Charge["savedMethod"]> => {
  const [offer] = list.filter(isCardPayment);
  const data = offer?.gateway_data;
  const id = data && "saved_payment_method_id" in data ? data.saved_payment_method_id : undefined;
  if (!offer || id === undefined) return undefined;
  const { visitor } = ctx;
  if (access !== "owner" || visitor?.role !== "member" || visitor.strength !== "full") throw notFound();
  if (offer.auto_renew === true)
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["auto_renew"] } });
  const { gateway_id } = offer;
  const saved = await findOwnMethodRefs(ctx, { id, identity_id: visitor.identity_id, gateway_id });
  if (!saved || saved.customer === null) throw notFound();
  return { ref: saved.ref, customer: saved.customer, isPayerPresent: true };
};

/** Refuses the provider's references of saved methods from a payer, whether their own or another person's. */
export const refuseSavedMethods = async (ctx: RequestContext, list: readonly PaymentInput[]): Promise<void> => {
  const named = list.flatMap(({ gateway_id, gateway_data = {} }) => {
    const ref = sentMethodRef(gateway_id, gateway_data);
    return ref !== undefined && savesMethods(gateway_id) ? [{ gateway_id, ref }] : [];
  });
  if (named.length === 0) return;
  if (await findSavedMethodByRef(ctx, named)) throw notFound();
};
