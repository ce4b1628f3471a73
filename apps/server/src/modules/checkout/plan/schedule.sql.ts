import { sql } from "kysely";
import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { newId } from "../../../db/newId.ts";
import { scheduledPaymentId } from "../../cart/read/presentBalance.ts";
import type { SellerDb } from "../context.ts";

/** Fixes the schedule when the first instalment is recorded. */
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

/** The schedule in the order of its instalments. */
export const readSchedule = ({ db, seller }: SellerDb, cart_id: string): Promise<Installment[]> =>
  db
    .selectFrom("scheduled_payment")
    .select(["due_date", "amount"])
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .orderBy("position")
    .execute();

/** Replaces the schedule of a cart whose price the venue has changed. */
export const replaceSchedule = async (
  ctx: SellerDb,
  cart_id: string,
  instalments: readonly Installment[],
): Promise<void> => {
  const { db, seller } = ctx;
  await db.deleteFrom("scheduled_payment").where("seller_id", "=", seller.id).where("cart_id", "=", cart_id).execute();
  await insertSchedule(ctx, cart_id, instalments);
};

type PlanChangeRow = {
  readonly cart_id: string;
  readonly kind: "cancel" | "move";
  readonly tickets: number;
  readonly price: number;
  readonly refund: number;
  readonly reason: string;
  readonly made_by: string;
};

/** Records what the venue has changed in a plan, why, and which of its staff did it. */
export const insertPlanChange = ({ db, seller }: SellerDb, change: PlanChangeRow) =>
  db
    .insertInto("plan_change")
    .values({ ...change, seller_id: seller.id, id: newId(), created_at: sql<string>`app_now()` })
    .execute();

/** What the venue has changed in a plan, earliest first. */
export const planChanges = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("plan_change")
    .select(["created_at", "kind", "tickets", "refund", "reason", "made_by"])
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Records a paid instalment: the cart no longer expires or changes, and the next payment is for its new version. */
export const markPartPaid = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .updateTable("cart")
    .set({ part_paid: true, leased_until: "infinity", version: sql<number>`version + 1` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .execute();

/** Records why the venue ends a plan, and which of its staff did it. */
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

/** The partly paid cart with this number that waits for further instalments. */
export const partPaidCart = ({ db, seller }: SellerDb, cart_number: number) =>
  db
    .selectFrom("cart")
    .select(["id", "identity_id", "version"])
    .where("seller_id", "=", seller.id)
    .where("cart_number", "=", cart_number)
    .where("state", "=", "pending")
    .where("part_paid", "=", true)
    .executeTakeFirst();
