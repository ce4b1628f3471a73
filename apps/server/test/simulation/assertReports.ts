import { sql } from "kysely";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { giftCardLiability, movedSums, type SumKey } from "../../src/modules/journal/movedSums.ts";
import { figuresOfSums, rateOf, reportFigures } from "@foyer/rules/reports/reportFigures.ts";
import { timeSpanOf } from "@foyer/rules/reports/reportPeriods.ts";
import { closeDaysOf } from "../orders/journalDays.ts";
import type { SimulatedShop } from "./simulatedShop.ts";

/** A time span that includes all days of a simulation. */
const always = timeSpanOf({ from: "2020-01-01", to: "2040-12-31" }, "UTC");
const keys: readonly SumKey[] = ["all", "day", "week", "month", "type", "session", "channel"];

type Found = { readonly by: string; readonly rows: string; readonly total: string };

const ratesOfTax = "rates of tax";

const fail = (message: string): never => {
  throw new Error(message);
};

/** How much accounts have changed, computed directly from the entries. */
const creditedBy = async ({ db, shop }: SimulatedShop, families: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ amount: string | null }>`
    select sum(case when side.account = l.credit then l.amount else -l.amount end) as amount from journal_entry e
    cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
    cross join lateral (values (l.debit), (l.credit)) as side (account)
    where e.seller_id = ${shop.seller_id} and e.currency = 'USD' and split_part(side.account, ':', 1) = any(${families})`.execute(
    db,
  );
  return Number(rows[0]?.amount ?? 0);
};

const readAll = async (simulation: SimulatedShop): Promise<readonly Found[]> => {
  const { app, db, shop } = simulation;
  const seller = (await sellerFinder(db, 0)(shop.slug)) ?? fail("the seller is gone");
  const ctx = { db: app.server.connections.forSeller(shop.seller_id), seller };
  const found: Found[] = [];
  for (const key of keys)
    for (const dated of ["sale", "visit"] as const) {
      const sums = await movedSums(ctx, { span: always, key, dated });
      const grouped = [...Map.groupBy(sums, (moved) => moved.key)]
        .map(([name, moved]) => [name, figuresOfSums(reportFigures.sales, moved)] as const)
        .filter(([, figures]) => figures.some((value) => value !== 0))
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
      const total = Object.values(reportFigures).map((report) => figuresOfSums(report, sums));
      found.push({ by: `${key} of ${dated}`, rows: JSON.stringify(grouped), total: JSON.stringify(total) });
    }
  const sold = await movedSums(ctx, { span: always, key: "all", dated: "sale" });
  const rates = [...Map.groupBy(sold, rateOf)]
    .map(([rate, moved]) => [rate, figuresOfSums(reportFigures.tax, moved)] as const)
    .filter(([, figures]) => figures.some((value) => value !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  found.push({ by: ratesOfTax, rows: JSON.stringify(rates), total: found[0]?.total ?? "" });
  const cards = await giftCardLiability(ctx, timeSpanOf({ from: "2040-12-31", to: "2040-12-31" }, "UTC"));
  return [...found, { by: "gift cards", rows: "", total: String(cards) }];
};

/** All reports of a simulation in one text, for comparison. */
export const reportsOf = async (simulation: SimulatedShop): Promise<string> =>
  JSON.stringify(await readAll(simulation));

type RateRow = readonly [rate: string, figures: readonly number[]];

/**
 * Asserts that the tax of each rate equals its account in the journal, and that a named tax equals that of the valid
 * tickets.
 */
const assertRatesTie = async ({ db, shop }: SimulatedShop, rows: readonly RateRow[]): Promise<void> => {
  const { rows: accounts } = await sql<{ rate: string; due: number }>`
    select substr(side.account, 5) as rate, sum(case when side.account = l.credit then l.amount else -l.amount end)::int as due
    from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
    cross join lateral (values (l.debit), (l.credit)) as side (account)
    where e.seller_id = ${shop.seller_id} and side.account like 'tax:%' group by 1`.execute(db);
  const due = new Map(accounts.map((account) => [account.rate, account.due]));
  for (const [rate, [, tax]] of rows)
    if (tax !== (due.get(rate) ?? 0))
      fail(`the tax of ${rate} is ${tax} in the report and ${due.get(rate)} in the journal`);
  const { rows: standing } = await sql<{ rate: string; gross: number }>`
    select (t.tax ->> 'percent') || ':' || (t.tax ->> 'name') as rate, sum(t.adjusted_value + t.fee_fixed + t.fee_percent)::int as gross
    from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
    where t.seller_id = ${shop.seller_id} and t.state in ('booked', 'redeemed') and t.tax is not null
      and g.handler not in ('ledger', 'donation') group by 1 having sum(t.adjusted_value + t.fee_fixed + t.fee_percent) <> 0`.execute(
    db,
  );
  const reported = rows.filter(([rate]) => rate.includes(":")).map(([rate, figures]) => `${rate} ${figures[2]}`);
  const expected = standing.map(({ rate, gross }) => `${rate} ${gross}`).toSorted();
  if (reported.toSorted().join() !== expected.join())
    fail(`the report has ${reported.join()} of named taxes, the tickets that stand ${expected.join()}`);
};

/**
 * Asserts that every report of a whole simulation has the same total, however it is grouped, as the journal's accounts,
 * and that it stays the same once the days are summed.
 */
export const assertReportsTie = async (simulation: SimulatedShop): Promise<void> => {
  const open = await readAll(simulation);
  const totals = new Set(open.slice(0, -1).map(({ total }) => total));
  if (totals.size !== 1) fail(`totals of reports differ: ${JSON.stringify(open.map(({ by, total }) => [by, total]))}`);
  const { clock } = simulation;
  const now = clock.seconds;
  clock.seconds = now + 4 * 86_400;
  if ((await closeDaysOf(simulation.app.server, simulation.shop)) === 0) fail("no day of the journal was summed");
  clock.seconds = now;
  const summed = await readAll(simulation);
  for (const [nth, { by, rows, total }] of open.entries())
    if (summed[nth]?.rows !== rows || summed[nth]?.total !== total)
      fail(
        `the report by ${by} changed when its days were summed: ${rows} ${total} became ${JSON.stringify(summed[nth])}`,
      );
  const [sales = []] = JSON.parse(open[0]?.total ?? "[]") as number[][];
  const [net, tax] = [5, 6].map((index) => sales[index]);
  const income = await creditedBy(simulation, ["sales", "fees", "change_fees", "discounts", "refunds"]);
  if (net !== income) fail(`the report of sales comes to ${net}, the journal's accounts to ${income}`);
  const due = await creditedBy(simulation, ["tax"]);
  if (tax !== due) fail(`the report's tax is ${tax}, the journal's ${due}`);
  await assertRatesTie(simulation, JSON.parse(open.find(({ by }) => by === ratesOfTax)?.rows ?? "[]") as RateRow[]);
  const liability = await creditedBy(simulation, ["gift_cards"]);
  if (open.at(-1)?.total !== String(liability))
    fail(`gift cards are worth ${open.at(-1)?.total}, the journal says ${liability}`);
};
