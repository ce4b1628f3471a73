import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { newId } from "../../../db/newId.ts";
import { inOneTrip, statement } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../../checkout/context.ts";
import type { SavedMethod } from "../../../providers/payments/paymentGateway.ts";

/** The payment whose payer agreed to auto-renew. */
export const consentPayment = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("payment")
    .select(["id", "gateway_id", "provider_ref"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();

/** Inserts a method or finds the existing one, and links it to the renewal that it pays, in the caller's transaction. */
export const insertSavedMethod = async (
  { db, seller }: SellerDb,
  {
    membership_id,
    identity_id,
    gateway_id,
    saved,
  }: {
    readonly membership_id: string;
    readonly identity_id: string;
    readonly gateway_id: CardGatewayId;
    readonly saved: SavedMethod;
  },
): Promise<void> => {
  const insert = [
    seller.id,
    newId(),
    identity_id,
    gateway_id,
    saved.ref,
    saved.customer,
    saved.brand,
    saved.last4,
    saved.exp_month,
    saved.exp_year,
  ];
  await inOneTrip(db, (db) =>
    Promise.all([
      statement(
        db,
        `insert into saved_payment_method (seller_id, id, identity_id, gateway_id, provider_ref, customer_ref, brand, last4, exp_month, exp_year, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, app_now())
         on conflict (seller_id, gateway_id, provider_ref) do update set brand = excluded.brand`,
        insert,
      ),
      statement(
        db,
        `update auto_renewal a set saved_payment_method_id = m.id from saved_payment_method m
         where a.seller_id = $1 and a.membership_id = $4 and a.identity_id = m.identity_id and a.state = 'scheduled'
           and m.seller_id = $1 and m.gateway_id = $2 and m.provider_ref = $3`,
        [seller.id, gateway_id, saved.ref, membership_id],
      ),
    ]),
  );
};
