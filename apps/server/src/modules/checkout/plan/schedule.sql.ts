import { sql } from "kysely";
import type { Installment } from "@foyer/rules/checkout/paymentPlan.ts";
import { scheduledPaymentId } from "../../cart/read/presentBalance.ts";
import type { SellerDb } from "../checkout.sql.ts";

/** Fixes the schedule, with the first part that is taken. */
export const insertSchedule = async (
  { db, seller }: SellerDb,
  cart_id: string,
  parts: readonly Installment[],
): Promise<void> => {
  await db
    .insertInto("scheduled_payment")
    .values(
      parts.map((part, index) => ({
        ...part,
        seller_id: seller.id,
        id: scheduledPaymentId(cart_id, index + 1),
        cart_id,
        place: index + 1,
      })),
    )
    .execute();
};

/**
 * A part is paid for good. From now on no clock lets the cart go and nobody changes it; its new version is what the
 * next part is paid for.
 */
export const markPartPaid = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .updateTable("cart")
    .set({ part_paid: true, paying_until: "infinity", version: sql<number>`version + 1` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .execute();
