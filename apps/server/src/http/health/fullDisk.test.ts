import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { openSmallDisk, type SmallDisk } from "../../../test/database/smallDisk.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let disk: SmallDisk;
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  disk = await openSmallDisk();
  server = await openTestApp({}, disk);
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 5000 }] } });
  await recordPrices(server, shop);
});
afterAll(async () => {
  await server.close();
  await disk.close();
});

let buyers = 0;
/** A new buyer holds one ticket, from a network of their own. */
const holdOne = async (): Promise<{ readonly buyer: TestBuyer; readonly answer: TestResponse }> => {
  const buyer = new TestBuyer(server, shop);
  buyers += 1;
  buyer.clientAddress = `198.${51 + Math.floor(buyers / 250)}.${buyers % 250}.1`;
  const answer = await buyer.requestTickets(1);
  return { buyer, answer };
};
const readiness = async (): Promise<number> => (await server.app.inject({ url: "/readyz" })).statusCode;

test("a full disk of the database refuses writes, answers reads and loses nothing, and the shop sells on with new space", async () => {
  const early = new TestBuyer(server, shop);
  const order_id = (await early.buy(1)).body.ticket_order._data[0].id;
  const held = await holdOne();
  const acknowledged: string[] = [held.answer.body.cart._data[0].id];

  await disk.fill();
  let refused: TestResponse | undefined;
  while (!refused) {
    const { answer } = await holdOne();
    if (answer.status === 200) acknowledged.push(answer.body.cart._data[0].id);
    else refused = answer;
  }
  expect([refused.status, refused.body._data[0]._code, refused.headers["retry-after"]]).toEqual([
    503,
    "unavailable",
    "2",
  ]);
  expect(await readiness()).toBe(503);
  for (const [who, path] of [
    [early, `/ticket_order/${order_id}`],
    [held.buyer, `/my/cart/${acknowledged[0]}`],
    [held.buyer, `/events/${shop.event.id}`],
    [held.buyer, `/events/${shop.event.id}/sessions`],
  ] as const)
    expect([path, (await who.get(path)).status]).toEqual([path, 200]);

  await disk.makeRoom();
  await expect.poll(readiness).toBe(200);
  expect((await new TestBuyer(server, shop).buy(1)).body.outcome).toBe("completed");
  const tickets = await server.db
    .selectFrom("ticket")
    .select("cart_id")
    .where("cart_id", "in", acknowledged)
    .where("state", "=", "held")
    .execute();
  expect(tickets).toHaveLength(acknowledged.length);
  expect(await checkInvariants(server.db)).toEqual([]);
});
