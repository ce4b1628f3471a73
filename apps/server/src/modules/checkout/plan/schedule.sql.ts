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

/** Notes why the venue ends a plan, and who there does. */
export const noteEndOfPlan = (
  { db, seller }: SellerDb,
  cart_id: string,
  { reason, made_by }: { readonly reason: string; readonly made_by: string },
) =>
  db
    .updateTable("cart")
    .set({ ended_reason: reason, ended_by: made_by })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .execute();

/** The cart with this number that is paid in part and waits for further instalments. */
export const partPaidCart = ({ db, seller }: SellerDb, cart_number: number) =>
  db
    .selectFrom("cart")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("cart_number", "=", cart_number)
    .where("state", "=", "pending")
    .where("part_paid", "=", true)
    .executeTakeFirst();
