import type { MovedSum } from "@foyer/rules/reports/reportFigures.ts";
import type { DaySpan } from "@foyer/rules/reports/reportPeriods.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { readOpenDays } from "./journalDays.sql.ts";
import { readGiftCardLiability, readMovedSums, type SumKey } from "./movedSums.sql.ts";

export type { SumKey } from "./movedSums.sql.ts";
type SellerDb = Pick<RequestContext, "db" | "seller">;

/** The days up to one that are read from their entries, because they are not summed: at rest today and the two before. */
export const openDaysUntil = ({ db, seller }: SellerDb, to: string): Promise<readonly string[]> =>
  readOpenDays(db, seller.id, { from: null, to });

/** What moved on days, in the seller's currency, by a key and by kind of line. */
export const movedSums = async (
  ctx: SellerDb,
  { span, ...how }: { readonly span: DaySpan; readonly key: SumKey; readonly dated: "sale" | "visit" },
): Promise<readonly (MovedSum & { readonly key: string })[]> => {
  const { db, seller } = ctx;
  const openDays = await openDaysUntil(ctx, span.to);
  return readMovedSums(db, seller.id, { ...span, ...how, currency: seller.default_currency_code, openDays });
};

/** What gift cards were worth before a day, in minor units. */
export const giftCardLiability = async (ctx: SellerDb, before: string): Promise<number> =>
  readGiftCardLiability(ctx.db, ctx.seller.id, {
    before,
    currency: ctx.seller.default_currency_code,
    openDays: await openDaysUntil(ctx, before),
  });
