import { isByOrder, type Grouping, type ReportName } from "@foyer/contract/office/money/reports.ts";
import { figuresOfSums, noFigures, reportFigures, type JournalReportName } from "@foyer/rules/reports/reportFigures.ts";
import { withCardActs } from "@foyer/rules/reports/cardActs.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { giftCardLiability, movedSums } from "../../modules/journal/movedSums.ts";
import { readCodeFigures } from "./figures/codeFigures.sql.ts";
import { readCompFigures } from "./figures/compFigures.sql.ts";
import { readGiftAidFigures } from "./figures/giftAidFigures.sql.ts";
import { readCardActs } from "./figures/giftCardFigures.sql.ts";
import { membershipFigures } from "./membershipFigures.ts";
import { readOverrideFigures } from "./figures/overrideFigures.sql.ts";
import { readOrderSums, type OrderKey } from "./orderSums.sql.ts";
import { byKey, type AskedReport, type SpanFigures } from "./reportRows.ts";
import { sumKeys } from "./sumKeys.ts";

const isOrderKey = (name: ReportName, by: Grouping): by is OrderKey => isByOrder(name, by);

const figuresOfJournal = async (
  ctx: StaffContext,
  { name, span, by, dated }: AskedReport & { readonly name: JournalReportName },
): Promise<SpanFigures> => {
  const { key, keyOf } = sumKeys[by];
  const sums = isOrderKey(name, by)
    ? await readOrderSums(ctx.db, ctx.seller.id, { ...span, currency: ctx.seller.default_currency_code }, by)
    : await movedSums(ctx, { span, key, dated });
  const figures = new Map(
    [...Map.groupBy(sums, isOrderKey(name, by) ? ({ key }) => key : keyOf)].map(
      ([one, moved]) => [one, figuresOfSums(reportFigures[name], moved)] as const,
    ),
  );
  if (name !== "gift_cards") return { figures, opening: 0 };
  const { db, seller } = ctx;
  const acts = await readCardActs(db, seller.id, { ...span, by, currency: seller.default_currency_code });
  for (const { key: period, ...sums } of acts)
    figures.set(period, withCardActs(figures.get(period) ?? noFigures(reportFigures.gift_cards), sums));
  return { figures, opening: await giftCardLiability(ctx, span) };
};

type Source = (ctx: StaffContext, asked: AskedReport) => Promise<SpanFigures>;
/** Reports that do not come from the journal alone. */
const sources: Readonly<Record<Exclude<ReportName, JournalReportName>, Source>> = {
  codes: async ({ db, seller }, { span, by }) =>
    byKey(await readCodeFigures(db, seller.id, { ...span, by, currency: seller.default_currency_code })),
  gift_aid: async ({ db, seller }, { span, by }) =>
    byKey(await readGiftAidFigures(db, seller.id, { ...span, by, currency: seller.default_currency_code })),
  overrides: async ({ db, seller }, { span, by }) => {
    const { timezone, default_currency_code: currency } = seller;
    const minorUnits = fromDecimal("1", currency) ?? 1;
    return byKey(await readOverrideFigures(db, seller.id, { ...span, by, timezone, currency, minorUnits }));
  },
  comps: async ({ db, seller }, { span, by }) =>
    byKey(await readCompFigures(db, seller.id, { ...span, by, timezone: seller.timezone })),
  memberships: membershipFigures,
};

const isOfJournal = (asked: AskedReport): asked is AskedReport & { readonly name: JournalReportName } =>
  Object.hasOwn(reportFigures, asked.name);

/** The figures of a span. Keys whose figures are all zero are left out. */
export const figuresOfSpan = async (ctx: StaffContext, asked: AskedReport): Promise<SpanFigures> => {
  const { figures, opening } = isOfJournal(asked)
    ? await figuresOfJournal(ctx, asked)
    : await sources[asked.name as Exclude<ReportName, JournalReportName>](ctx, asked);
  return { figures: new Map([...figures].filter(([, values]) => values.some((value) => value !== 0))), opening };
};
