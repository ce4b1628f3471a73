import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assertConsistent } from "../assertConsistent.ts";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { measureAlternating } from "../measureAlternating.ts";
import { runPurchases } from "../purchase.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock, type Stock } from "../seedStock.ts";
import type { PlacedOrder } from "../shopper.ts";

const clients = 64;
const rounds = Number(process.env.JOURNAL_ROUNDS ?? 15);
const seconds = Number(process.env.JOURNAL_SECONDS ?? 5);
/** Lets the e-mails of earlier purchases be sent. */
const pauseMs = 2000;

/** An entry without lines is not written. */
const withoutLines = {
  file: join(import.meta.dirname, "../../apps/server/src/modules/checkout/order/journalEntries.ts"),
  from: "lines: orderLines({",
  to: "lines: ((_: object): ReturnType<typeof orderLines> => [])({",
};

type Till = { readonly server: BenchServer; readonly stock: Stock; readonly orders: PlacedOrder[] };

const purchasesAt = async ({ server, stock, orders }: Till): Promise<number> => {
  await wait(pauseMs);
  const run = await runPurchases(server, stock, { clients, seconds });
  orders.push(...run.orders);
  return run.perSecond;
};

const entriesOf = async ({ server, stock }: Till): Promise<number> => {
  const [row] = await server.query<{ n: string }>(
    "select count(*) as n from journal_entry where seller_id = $1 and cause = 'order'",
    [stock.seller_id],
  );
  return Number(row?.n);
};

/** Purchases per second with the journal, alternating with the same server without it. */
export const benchJournalPrice = async (): Promise<ResultRow[]> => {
  const servers: BenchServer[] = [];
  const openTill = async (more: Parameters<typeof openBenchServer>[0]): Promise<Till> => {
    const server = await openBenchServer({ selling: true, ...more });
    servers.push(server);
    return { server, stock: await seedStock(server.owner), orders: [] };
  };
  try {
    const [ours, without] = [await openTill({ fromSources: true }), await openTill({ replaces: withoutLines })];
    const result = await measureAlternating(rounds, {
      ours: () => purchasesAt(ours),
      reference: () => purchasesAt(without),
    });
    await assertConsistent(ours.server, ours.stock, { answered: ours.orders });
    const entries = await entriesOf(ours);
    if (entries < ours.orders.length) throw new Error(`The journal has ${entries} of ${ours.orders.length} orders.`);
    if ((await entriesOf(without)) > 0) throw new Error("The server without the journal has written it.");
    return [
      {
        figure: `purchases over HTTP with the journal, ${clients} clients`,
        unit: "/s",
        referenceName: "the same without it",
        ...result,
        goal: { measures: "ratio", comparison: "at least", bound: 0.95 },
      },
    ];
  } finally {
    for (const server of servers) await server.close();
  }
};
