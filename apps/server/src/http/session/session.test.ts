import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { sessionDays } from "./sessionLifetimes.ts";
import { moveClock } from "../../../test/database/moveClock.ts";

let server: TestApp;
let shop: TestShop;
let days = 0;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  // Runs every statement on the test's current day.
  moveClock(server.connections, () => `${days} days`);
});
afterAll(() => server.close());

/** A visitor who created a cart today. Returns whether the server still recognises them on later days. */
const createReturningBuyer = async () => {
  days = 0;
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const isRemembered = async (day: number) => {
    days = day;
    // A known visitor is told that the cart has expired; an unknown one gets 404.
    return (await buyer.get(`/my/cart/${cart.id}`)).status === 410;
  };
  const row = () =>
    server.db
      .selectFrom("visitor_session")
      .select(["seen_at", "expires_at", "created_at"])
      .where("identity_id", "=", cart.identity_id ?? "")
      .executeTakeFirstOrThrow();
  return { remembered: isRemembered, row };
};

describe("a visitor's session", () => {
  test("lasts thirty days from the last visit", async () => {
    const { remembered } = await createReturningBuyer();
    expect(await remembered(29)).toBe(true);
    expect(await remembered(58)).toBe(true);
    expect(await remembered(87)).toBe(true);
    expect(await remembered(118)).toBe(false);
  });

  test("ends after a longer absence", async () => {
    const { remembered, row } = await createReturningBuyer();
    const left = await row();
    expect(await remembered(31)).toBe(false);
    // A request with an expired session does not extend it.
    expect(await row()).toEqual(left);
  });

  test("never lasts longer than 180 days", async () => {
    const { remembered } = await createReturningBuyer();
    for (let day = 20; day < sessionDays.absolute; day += 20) expect(await remembered(day), `day ${day}`).toBe(true);
    expect(await remembered(sessionDays.absolute - 1)).toBe(true);
    expect(await remembered(sessionDays.absolute + 1)).toBe(false);
  });

  test("a visitor's session is extended at most once a day", async () => {
    const { remembered, row } = await createReturningBuyer();
    const first = await row();
    expect(await remembered(0.9)).toBe(true);
    expect(await row()).toEqual(first);
    await Promise.all([remembered(3), remembered(3), remembered(3)]);
    const seen = await row();
    expect(Temporal.Instant.compare(seen.seen_at, first.seen_at)).toBe(1);
    await remembered(3.5);
    expect(await row()).toEqual(seen);
  });
});
