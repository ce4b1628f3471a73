import { sql } from "kysely";
import type { Installment } from "@foyer/rules/checkout/paymentPlan.ts";
import { scheduledPaymentId } from "../../cart/read/presentBalance.ts";
import type { SellerDb } from "../context.ts";

/** Fixes the schedule together with the first instalment. */
export const insertSchedule = async (
  { db, seller }: SellerDb,
  cart_id: string,
  instalments: readonly Installment[],
): Promise<void> => {
  await db
    .insertInto("scheduled_payment")
    .values(
      instalments.map((instalment, index) => ({
        ...instalment,
        seller_id: seller.id,
        id: scheduledPaymentId(cart_id, index + 1),
        cart_id,
        position: index + 1,
      })),
    )
    .execute();
};

/** An instalment is paid: the cart no longer expires or changes, and its new version is what the next one pays for. */
export const markPartPaid = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .updateTable("cart")
    .set({ part_paid: true, leased_until: "infinity", version: sql<number>`version + 1` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .execute();
