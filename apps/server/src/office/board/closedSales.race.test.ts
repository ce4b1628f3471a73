import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { openEditing, refusal } from "../../../test/office/catalogueShop.ts";
import type { OfficeBrowser } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked"], (first, second) => ([one, other] = [first, second]));

/** The board's button, and the action of the list of sessions. */
const ways = {
  board: (manager: OfficeBrowser, { session }: TestShop, is: "close" | "open") =>
    manager.post(`/sessions/${session.id}/${is}`),
  list: (manager: OfficeBrowser, { session }: TestShop, is: "close" | "open") =>
    manager.post("/catalogue/events/visit/sessions/sales", {
      session_ids: [session.id],
      sales: is === "close" ? "closed" : "open",
    }),
} as const;

test.each(["board", "list"] as const)(
  "a session that the %s closes at one server takes no hold at the other, and carts that hold it buy it",
  async (way) => {
    const { shop, manager } = await openEditing(one);
    const holder = new TestBuyer(other, shop);
    const cart = await holder.hold(2);
    // Both servers know the session before it is closed.
    for (const server of [one, other]) expect((await new TestBuyer(server, shop).requestTickets(1)).status).toBe(200);
    expect((await ways[way](manager, shop, "close")).status).toBe(200);
    const closedAt = performance.now();
    for (const server of [other, one])
      expect(refusal(await new TestBuyer(server, shop).requestTickets(1))).toMatchObject({
        status: 422,
        _code: "event_session_not_on_sale",
      });
    expect(performance.now() - closedAt).toBeLessThan(1000);
    // The holder of two tickets gets no third.
    expect(refusal(await holder.requestTickets(3))._code).toBe("event_session_not_on_sale");
    expect((await holder.pay(cart, cards.good)).status).toBe(200);
    expect((await holder.checkOut(cart)).body.outcome).toBe("completed");

    expect((await ways[way](manager, shop, "open")).status).toBe(200);
    for (const server of [other, one]) expect((await new TestBuyer(server, shop).requestTickets(1)).status).toBe(200);
  },
);

test("a hold that has its locks is made before the session is closed, and the next one is refused", async () => {
  const { shop, manager } = await openEditing(one);
  const closed = startAtPause(one.db, "hold_locked", () => ways.board(manager, shop, "close"));
  expect((await new TestBuyer(other, shop).requestTickets(1)).status).toBe(200);
  expect(((await closed()) as TestResponse).status).toBe(200);
  expect(refusal(await new TestBuyer(other, shop).requestTickets(1))._code).toBe("event_session_not_on_sale");
});
