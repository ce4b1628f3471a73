import type { PaymentTable } from "../../../db/schema/payments.ts";
import type { SellerDb } from "../context.ts";

/** The provider's own names for a saved method. */
export const findSavedMethodRefs = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();

export const findSavedMethodByRef = (
  { db, seller }: SellerDb,
  gateway_id: Exclude<PaymentTable["gateway_id"], "free" | "ledger">,
  provider_refs: readonly string[],
) =>
  db
    .selectFrom("saved_payment_method")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .where("provider_ref", "in", provider_refs)
    .executeTakeFirst();
