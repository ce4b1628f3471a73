import {
  paidForOwed,
  settleFailedRefunds,
  type OwedRefund,
  type RefundByHand,
} from "@foyer/rules/aftersale/settleFailedRefunds.ts";
import { journalRefunds } from "../../journal/journalChanges.ts";
import type { SellerDb } from "../context.ts";
import {
  alreadyRefunded,
  markRepaid,
  owedRefundsOf,
  refundsByHandOf,
  settledByHandOf,
  type OwedRefundRow,
} from "./repaidRefunds.sql.ts";

type Owed = {
  readonly owed: readonly (OwedRefund & Pick<OwedRefundRow, "payment_id">)[];
  readonly by_hand: readonly RefundByHand[];
  readonly settled: number;
};

const readOwed = async ({ db, seller }: SellerDb, order_id: string): Promise<Owed> => {
  const rows = await owedRefundsOf(db, seller.id, order_id);
  if (rows.length === 0) return { owed: [], by_hand: [], settled: 0 };
  return {
    owed: rows.map(({ failure, ...row }) => ({ ...row, went_before: failure === alreadyRefunded })),
    by_hand: (await refundsByHandOf(db, seller.id, order_id)).map(({ amount, created_at, reason, state }) => ({
      amount,
      created_at,
      is_external: reason === "external",
      is_pending: state !== "succeeded",
    })),
    settled: await settledByHandOf(db, seller.id, order_id),
  };
};

/**
 * Settles failed refunds of an order whose money was refunded by hand: they are no longer owed and cannot be sent again.
 * The caller has locked the order.
 */
export const settleByHand = async (ctx: SellerDb, order_id: string): Promise<void> => {
  const ids = settleFailedRefunds(await readOwed(ctx, order_id));
  for (const id of ids) await markRepaid(ctx.db, ctx.seller.id, { id, elsewhere: 0 });
  if (ids.length > 0) await journalRefunds(ctx.db, ctx.seller.id, ids);
};

/**
 * Records that staff have repaid a payment's failed refunds outside its provider, except for the part that was refunded
 * by hand. Nothing is recorded for a refund whose money had already been refunded according to the provider. The caller
 * has locked the order.
 */
export const settleElsewhere = async (
  ctx: SellerDb,
  { order_id, payment_id }: { readonly order_id: string; readonly payment_id: string },
): Promise<void> => {
  const { owed, by_hand, ...before } = await readOwed(ctx, order_id);
  let { settled } = before;
  const ids: string[] = [];
  for (const one of owed) {
    if (one.payment_id !== payment_id || one.went_before) continue;
    const paid = Math.min(one.amount, paidForOwed(one, { by_hand, settled }));
    if (paid === one.amount) continue;
    await markRepaid(ctx.db, ctx.seller.id, { id: one.id, elsewhere: one.amount - paid });
    settled += paid;
    ids.push(one.id);
  }
  if (ids.length > 0) await journalRefunds(ctx.db, ctx.seller.id, ids);
};

/**
 * The part of an owed failed refund that refunds by hand have paid, including those in progress. The caller has locked
 * the order.
 */
export const paidByHand = async (
  ctx: SellerDb,
  { order_id, refund_id }: { readonly order_id: string; readonly refund_id: string },
): Promise<number> => {
  const { owed, ...refunds } = await readOwed(ctx, order_id);
  const one = owed.find(({ id }) => id === refund_id);
  return one ? paidForOwed(one, refunds) : 0;
};
