import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { recordStatements, type RecordedStatements } from "../../test/database/statements/recordStatements.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../test/shop/testBuyer.ts";
import { transact } from "../db/transact.ts";
import { lockDueOrders } from "../modules/orders/search/orderWords.sql.ts";
import { indexNewOrders } from "./indexNewOrders.ts";

let server: TestApp;
/** In the order of the job's list. */
let shops: readonly TestShop[];
beforeAll(async () => {
  server = await openTestApp();
  const made: TestShop[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const shop = await createTestShop(server.db);
    await recordPrices(server, shop);
    made.push(shop);
  }
  shops = made.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
});
afterAll(() => server.close());

const buyAt = async (shop: TestShop): Promise<void> => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
};
const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void failures.push(fields) };
const failures: object[] = [];
const run = () => indexNewOrders({ connections: server.connections, log });

/** The sellers with orders that wait to be indexed, by their place in the list. */
const waiting = async (): Promise<number[]> => {
  const rows = await server.db.selectFrom("order_search_due").select("seller_id").distinct().execute();
  return rows.map((row) => shops.findIndex(({ seller_id }) => seller_id === row.seller_id)).toSorted();
};
/** Runs `work` while another server is writing the words of these sellers' orders. */
const whileOthersIndex = <Result>(places: readonly number[], work: () => Promise<Result>): Promise<Result> =>
  transact({ db: server.db }, async ({ db }) => {
    for (const place of places) {
      const { seller_id = "" } = shops[place] ?? {};
      expect(await lockDueOrders(db, seller_id, 10)).toHaveLength(1);
    }
    return work();
  });

describe("the job that indexes new orders", () => {
  beforeEach(async () => {
    await run();
    for (const shop of shops) await buyAt(shop);
    failures.length = 0;
  });

  test("leaves the rest to a server that works on three sellers in a row of its list", async () => {
    expect(await whileOthersIndex([0, 1, 2], run)).toBe(0);
    expect(await waiting()).toEqual([0, 1, 2, 3, 4]);
    expect(await run()).toBe(5);
    expect(await waiting()).toEqual([]);
  });

  test("passes by two sellers that another server works on", async () => {
    expect(await whileOthersIndex([0, 1], run)).toBe(3);
    expect(await waiting()).toEqual([0, 1]);
    expect(await run()).toBe(2);
  });

  test("goes on after a seller whose orders cannot be indexed, and tries it again", async () => {
    const [{ seller_id } = { seller_id: "" }] = shops;
    await server.runAsOwner(
      `alter table order_word add constraint not_this_one check (seller_id <> '${seller_id}') not valid`,
    );
    expect(await run()).toBe(4);
    expect(failures).toMatchObject([{ seller: shops[0]?.slug }]);
    await server.runAsOwner("alter table order_word drop constraint not_this_one");
    expect(await run()).toBe(1);
    expect(await waiting()).toEqual([]);
  });
});

test("the job that indexes new orders needs one look and one transaction for an order", async () => {
  const recorded: RecordedStatements[] = [];
  for (let times = 0; times < 3; times++) {
    await run();
    const [shop] = shops;
    if (shop) await buyAt(shop);
    recorded.push(await recordStatements(run));
  }
  // A pooler gets no settings of the planner.
  const counts = recorded.map(({ texts }) => texts.filter((text) => !text.startsWith("set local")).length);
  // The list, and the transaction with its six statements, each with begin and commit.
  expect(Math.min(...counts)).toBe(3 + 8);
  expect(recorded.flatMap(({ texts }) => texts).filter((text) => text.includes('from "seller"'))).toEqual([]);
});
