import { sql } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { SellerDb } from "../context.ts";

/** The provider's own references of a saved method. */
export const findSavedMethodRefs = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();

/** A member's own saved method; undefined for anybody else's and for one that is no longer used. */
export const findOwnMethodRefs = (
  { db, seller }: SellerDb,
  { id, identity_id, gateway_id }: { readonly id: string; readonly identity_id: string; readonly gateway_id: string },
) =>
  db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("identity_id", "=", identity_id)
    .where("gateway_id", "=", sql<CardGatewayId>`${gateway_id}`)
    .where("retired_at", "is", null)
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
