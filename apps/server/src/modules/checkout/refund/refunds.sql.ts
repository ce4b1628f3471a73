import { sql } from "kysely";
import { disputedColumn } from "../../../providers/payments/disputedColumn.ts";
import { newId } from "../../../db/newId.ts";
import type { RefundTable } from "../../../db/schema/payments.ts";
import { sqlOfSeller } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

const refundColumns = [
  "seller_id",
  "id",
  "payment_id",
  "amount",
  "currency",
  "reason",
  "order_change_id",
  "state",
  "provider_ref",
  "failure",
  "email_choice",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof RefundTable)[];

export const refundsOf = ({ db, seller }: SellerDb, payment_id: string) =>
  db
    .selectFrom("refund")
    .select(refundColumns)
    .where("seller_id", "=", seller.id)
    .where("payment_id", "=", payment_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
export type RefundRow = Awaited<ReturnType<typeof refundsOf>>[number];

/**
 * Reserves an amount of a captured payment. The conditions keep concurrent refunds from exceeding the payment, and leave
 * out disputed money unless a person decides otherwise (`withDisputed`).
 */
export const reserveRefund = async (
  { db, seller }: SellerDb,
  payment_id: string,
  { amount, withDisputed = false }: { readonly amount: number; readonly withDisputed?: boolean },
): Promise<boolean> => {
  const kept = withDisputed ? sql<number>`0` : sqlOfSeller<number>(disputedColumn, seller.id);
  const { numUpdatedRows } = await db
    .updateTable("payment as p")
    .set((eb) => ({ refunding: eb("refunding", "+", amount), updated_at: sql<string>`app_now()` }))
    .where("seller_id", "=", seller.id)
    .where("id", "=", payment_id)
    .where("state", "=", "captured")
    .where(sql<boolean>`p.refunded + p.refunding + ${amount}::bigint <= p.amount - ${kept}`)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
};

export type NewRefund = Pick<RefundTable, "payment_id" | "amount" | "currency" | "reason"> &
  Partial<Pick<RefundTable, "provider_ref" | "failure"> & { order_change_id: string }> & {
    readonly state?: RefundRow["state"];
    readonly email_choice?: RefundRow["email_choice"];
  };

export const insertPaymentRefund = ({ db, seller }: SellerDb, refund: NewRefund) =>
  db
    .insertInto("refund")
    .values({
      ...refund,
      seller_id: seller.id,
      id: newId(),
      created_at: sql<string>`app_now()`,
      updated_at: sql<string>`app_now()`,
    })
    .returning(refundColumns)
    .executeTakeFirstOrThrow();

export const updateRefund = (
  { db, seller }: SellerDb,
  id: string,
  set: { state: RefundRow["state"]; provider_ref: string | null; failure: string | null },
) =>
  db
    .updateTable("refund")
    .set({ ...set, email_choice: null, updated_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();

/** A pending refund may take days, so it is checked less often. */
const isUndecided = (olderThanSeconds: number) => sql<boolean>`state in ('created', 'pending')
  and updated_at < app_now() - make_interval(secs => ${olderThanSeconds}::float8)
  and (state = 'created' or updated_at < app_now() - make_interval(secs => ${olderThanSeconds}::float8 * 60))`;

/** Marks a refund as checked just now, so that no other server asks its provider. Returns false if another server has. */
export const claimUndecidedRefund = async (
  { db, seller }: SellerDb,
  id: string,
  olderThanSeconds: number,
): Promise<boolean> => {
  const claimed = await db
    .updateTable("refund")
    .set({ updated_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where(isUndecided(olderThanSeconds))
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
};

/** Refunds that have been undecided for a while. */
export const undecidedRefunds = ({ db, seller }: SellerDb, olderThanSeconds: number) =>
  db
    .selectFrom("refund")
    .select(refundColumns)
    .where("seller_id", "=", seller.id)
    .where(isUndecided(olderThanSeconds))
    .orderBy("updated_at")
    .limit(50)
    .execute();

/**
 * Sets a payment's totals to the sums of its refunds and returns the payment. The totals never exceed the payment: if the
 * provider has already refunded the money itself, our refund in progress will fail.
 */
export const updateRefundTotals = ({ db, seller }: SellerDb, payment_id: string) =>
  sql<{ amount: number; refunded: number; state: string; ticket_order_id: string | null; cart_id: string }>`
    update payment p set refunded = least(p.amount, w.back),
      refunding = least(p.amount - least(p.amount, w.back), w.under_way), updated_at = app_now()
    from (
      select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0) as back,
        coalesce(sum(r.amount) filter (where r.state in ('created', 'pending')), 0) as under_way
      from refund r where r.seller_id = ${seller.id}::uuid and r.payment_id = ${payment_id}::uuid) w
    where p.seller_id = ${seller.id}::uuid and p.id = ${payment_id}::uuid
    returning p.amount, p.refunded, p.state, p.ticket_order_id, p.cart_id`.execute(db);

/** Whether everything paid for an order has been refunded. `moved` is the amount that became gift cards. */
export const isFullyRefunded = async ({ db, seller }: SellerDb, order_id: string, moved: number): Promise<boolean> => {
  const { rows } = await sql<{ whole: boolean }>`
    select count(*) > 0 and sum(amount - refunded) <= ${moved} as whole from payment
    where seller_id = ${seller.id}::uuid and ticket_order_id = ${order_id}::uuid and state in ('captured', 'refunded')`.execute(
    db,
  );
  return rows[0]?.whole ?? false;
};

/** Whether a cart has a payment that is in progress or captured. */
export const hasLivePayment = async ({ db, seller }: SellerDb, cart_id: string): Promise<boolean> =>
  (await db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .where("state", "in", ["created", "processing", "authorized", "captured"])
    .limit(1)
    .executeTakeFirst()) !== undefined;
