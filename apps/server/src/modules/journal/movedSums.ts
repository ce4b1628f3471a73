import type { MovedSum } from "@foyer/rules/reports/reportFigures.ts";
import type { ReportSpan } from "@foyer/rules/reports/reportPeriods.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { readOpenDays } from "./journalDays.sql.ts";
import { readGiftCardLiability, readMovedSums, type SumKey } from "./movedSums.sql.ts";

export type { SumKey } from "./movedSums.sql.ts";
type SellerDb = Pick<RequestContext, "db" | "seller">;

/**
 * The days up to `to` that are read from their entries, because they have no sums: normally today and the two days
 * before.
 */
export const openDaysUntil = ({ db, seller }: SellerDb, to: string): Promise<readonly string[]> =>
  readOpenDays(db, seller.id, { from: null, to });

/** With times, the first and the last day are read from their entries too. */
const openDaysOf = async (ctx: SellerDb, { from, to, isWholeDays }: ReportSpan): Promise<readonly string[]> => {
  const open = await openDaysUntil(ctx, to);
  return isWholeDays ? open : [...new Set([...open, from, to])];
};

/** The sums of a range, in the seller's currency, by a key and by kind of line. */
export const movedSums = async (
  ctx: SellerDb,
  { span, ...how }: { readonly span: ReportSpan; readonly key: SumKey; readonly dated: "sale" | "visit" },
): Promise<readonly (MovedSum & { readonly key: string })[]> => {
  const { db, seller } = ctx;
  const { from, to, first, end, isWholeDays } = span;
  return readMovedSums(db, seller.id, {
    from,
    to,
    ...how,
    currency: seller.default_currency_code,
    openDays: await openDaysOf(ctx, span),
    moments: isWholeDays ? null : { first: first.toString(), end: end.toString() },
  });
};

/** The total value of gift cards before a range, in minor units. */
export const giftCardLiability = async (ctx: SellerDb, span: ReportSpan): Promise<number> =>
  readGiftCardLiability(ctx.db, ctx.seller.id, {
    before: span.from,
    moment: span.isWholeDays ? null : span.first.toString(),
    currency: ctx.seller.default_currency_code,
    openDays: await openDaysOf(ctx, span),
  });
