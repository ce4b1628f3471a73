import type { RequestContext } from "../../apps/server/src/http/requestContext.ts";
import { Connections } from "../../apps/server/src/db/connections.ts";
import { closeDays } from "../../apps/server/src/modules/journal/closeDays.ts";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { openConnection } from "../connection.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock } from "../seedStock.ts";
import { Shopper } from "../shopper.ts";
import { percentileRows, percentilesOf, timeOf } from "./atRate.ts";
import { signIn, type SellerRef } from "./staff.ts";

const orders = Number(process.env.REPORT_ORDERS ?? 1_000_000);
const batch = 50_000;
const calls = 10;

/** A year of sales in the journal: a real order's entries, copied over 365 days, 1,000 events and their types. */
const seedJournal = async (server: BenchServer): Promise<SellerRef> => {
  const stock = await seedStock(server.owner, "year");
  const { seller_id, slug } = stock;
  const connection = await openConnection(server.url);
  const [item = stock.lastItem] = stock.items;
  const shopper = new Shopper(server, stock, connection);
  const cart = await shopper.hold(item, 2);
  if (!cart) throw new Error("There was nothing to buy.");
  const { order_id } = await shopper.buy(cart);
  connection.close();
  const [written] = await server.query<{ count: string }>(
    "select count(*) from journal_entry where seller_id = $1 and ticket_order_id = $2",
    [seller_id, order_id],
  );
  if (Number(written?.count) < 1) throw new Error("The journal lacks the order.");
  for (let from = 1; from <= orders; from += batch)
    await server.query(
      `insert into journal_entry (seller_id, cause, cause_id, at, local_day, currency, ticket_order_id, channel_id, codes, debit, credit, amount, subject, session, tickets)
       select seller_id, cause, md5(cause_id::text || n)::uuid, at - n % 365 * interval '1 day', local_day - n % 365, currency,
         md5(ticket_order_id::text || n)::uuid, channel_id, codes, debit, credit, amount,
         array_replace(subject, $3::uuid, md5('type' || (1 + n % 1000))::uuid),
         array_replace(session, $4::uuid, md5('session' || (1 + n % 1000))::uuid), tickets
       from journal_entry, generate_series($5::int, $6::int) n where seller_id = $1 and ticket_order_id = $2`,
      [seller_id, order_id, item.type, item.session, from, Math.min(orders, from + batch - 1)],
    );
  await server.query("vacuum analyze", []);
  return { seller_id, slug };
};

/** Sums past days, as a job does. Returns the time that it took, in seconds. */
const sumDays = async (server: BenchServer, { seller_id }: SellerRef): Promise<number> => {
  const connections = new Connections({ ...server.app, max: 2 });
  const ctx = { db: connections.forSeller(seller_id), seller: { id: seller_id } as RequestContext["seller"] };
  try {
    return (
      (await timeOf(async () => {
        while ((await closeDays(ctx)) > 0);
      })) / 1000
    );
  } finally {
    await connections.close();
  }
};

const repeatedly = async (call: (index: number) => Promise<unknown>): Promise<number[]> => {
  const durations: number[] = [];
  for (let index = 0; index < calls; index++) durations.push(await timeOf(() => call(index)));
  return durations;
};

/** A year's report and the dashboard, for all orders of one seller. `REPORT_ORDERS` makes it smaller. */
export const benchReports = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const seller = await seedJournal(server);
    const summed = await sumDays(server, seller);
    const manager = await signIn(server, seller, "manager");
    const today = Temporal.Now.plainDateISO("America/New_York");
    const sumOfYear = percentilesOf(
      await repeatedly(() =>
        server.query("select sum(amount) from journal_day where seller_id = $1", [seller.seller_id]),
      ),
    );
    const reference = { name: "the sum of its days, from the database", ...sumOfYear };
    const rows: ResultRow[] = [];
    for (const by of ["day", "event", "type"]) {
      const path = `/reports/sales?from=${today.subtract({ days: 364 }).toString()}&to=${today.toString()}&by=${by}`;
      // The first call of each fills the database's cache.
      await manager.get(path);
      const read = await repeatedly(async () => {
        const reply = await manager.get(`${path}&anew=true`);
        if ("waiting" in reply || !("rows" in reply)) throw new Error(`The report by ${by} was not answered at once.`);
      });
      rows.push(
        ...percentileRows(
          `a year's sales by ${by}, of ${orders.toLocaleString("en")} orders`,
          percentilesOf(read),
          reference,
          { p95: 1000 },
        ),
      );
    }
    const board = await repeatedly(() => manager.get("/board"));
    rows.push(...percentileRows("the board of the day", percentilesOf(board), reference, { p95: 300 }));
    const all = await timeOf(() =>
      server.query("select count(*), sum(amount[1]) from journal_entry where seller_id = $1", [seller.seller_id]),
    );
    rows.push({
      figure: `a year of ${orders.toLocaleString("en")} orders: its days are summed`,
      unit: "s",
      value: summed,
      referenceName: "its entries read once, by the database",
      reference: all / 1000,
      ratio: (summed * 1000) / all,
    });
    return rows;
  } finally {
    await server.close();
  }
};
