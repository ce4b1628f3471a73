import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { SellerDb } from "../context.ts";

/** The provider's own names for a saved method. */
export const findSavedMethodRefs = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();

type MethodRef = { readonly gateway_id: CardGatewayId; readonly ref: string };

/** `refs` must not be empty. */
export const findSavedMethodByRef = ({ db, seller }: SellerDb, refs: readonly MethodRef[]) =>
  db
    .selectFrom("saved_payment_method")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where((eb) => eb.or(refs.map(({ gateway_id, ref }) => eb.and({ gateway_id, provider_ref: ref }))))
    .executeTakeFirst();
