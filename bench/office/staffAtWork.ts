import { setTimeout as wait } from "node:timers/promises";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { generateLoad } from "../generateLoad.ts";
import { holdRequest } from "../hold.ts";
import { measureAlternating } from "../measureAlternating.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock, type StockItem } from "../seedStock.ts";
import { namesOfOrder, seedOrders, type SearchShop } from "./seedOrders.ts";
import { signIn, type Caller } from "./staff.ts";

const orders = 20_000;
const people = 20;
/** How often each sends a request: the dashboard, an order by its number, orders by a name, the sales of a week. */
const everySeconds = 5;
const clients = 64;
const rounds = 7;
const seconds = 4;

/** The requests of one staff member at the desk, one after another. */
const workOf = ({ first }: SearchShop, index: number): string => {
  const n = 1 + ((index * 104_729) % orders);
  const paths = [
    "/board",
    `/orders/${first + n}`,
    `/orders?q=${encodeURIComponent(namesOfOrder(n).last)}`,
    `/orders?q=${first + n}`,
  ];
  return paths[index % paths.length] ?? "/board";
};

const openStaff = async (server: BenchServer, shop: SearchShop): Promise<readonly Caller[]> => {
  const staff: Caller[] = [];
  for (let person = 0; person < people; person++) staff.push(await signIn(server, shop, "box_office"));
  return staff;
};

/** Holds per second while 20 staff members are working, compared with the same without them. */
export const benchStaffAtWork = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const shop = await seedOrders(server, orders);
    const staff = await openStaff(server, shop);
    const stock = await seedStock(server.owner, "sells");
    const requests = stock.items.map((item: StockItem, index) => holdRequest(stock, item, 1 + (index % 4)));
    let sent = 0;
    const load = {
      clients,
      seconds,
      next: () => requests[sent++ % requests.length] as (typeof requests)[number],
      expect: [200],
    };
    const holds = async (): Promise<number> => (await generateLoad(server.url, load)).perSecond;
    let asked = 0;
    const beside = async (): Promise<number> => {
      let isOver = false;
      const working = staff.map(async (person, index) => {
        await wait((index / people) * everySeconds * 1000);
        while (!isOver) {
          await person.get(workOf(shop, asked++));
          await wait(everySeconds * 1000);
        }
      });
      // Everyone has started one full round before the measurement.
      await wait(everySeconds * 1000);
      const perSecond = await holds();
      isOver = true;
      await Promise.all(working);
      return perSecond;
    };
    return [
      {
        figure: `holds over HTTP beside ${people} of the staff, each with a call every ${everySeconds} s, ${clients} clients`,
        unit: "/s",
        referenceName: "the same without them",
        ...(await measureAlternating(rounds, { ours: beside, reference: holds })),
        goal: { measures: "ratio", comparison: "at least", bound: 0.95 },
      },
    ];
  } finally {
    await server.close();
  }
};
