import { sql } from "kysely";
import { writeTransitions } from "../batch/checkoutWrites.sql.ts";
import type { SellerDb } from "../context.ts";
import { paymentColumns, type PaymentRow } from "./paymentRow.ts";

/** The payments of a cart without those refunded in full, which no longer pay for anything. */
export const readPayments = ({ db, seller }: SellerDb, cart_id: string): Promise<PaymentRow[]> =>
  db
    .selectFrom("payment")
    .select(paymentColumns)
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .where(sql<boolean>`(ticket_order_id is not null or refunded + refunding < amount)`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findPayment = ({ db, seller }: SellerDb, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom("payment")
    .select(paymentColumns)
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();

/** Locks a payment until the transaction ends. */
export const lockPaymentRow = ({ db, seller }: SellerDb, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom("payment")
    .select(paymentColumns)
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Changes a payment's state if it is still one of `from`, and records the transition. Returns false if it was in another
 * state.
 */
export const movePayment = async (
  { db, seller }: SellerDb,
  id: string,
  from: readonly PaymentRow["state"][],
  to: PaymentRow["state"],
  changes: { provider_ref?: string | null; failure?: string } = {},
): Promise<boolean> => {
  const before = await db
    .selectFrom("payment")
    .select("state")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !from.includes(before.state)) return false;
  await db
    .updateTable("payment")
    .set({ state: to, updated_at: sql<string>`app_now()`, ...changes })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();
  await writeTransitions(db, seller.id, [{ entity: "payment", id, from: before.state, to }]);
  return true;
};
