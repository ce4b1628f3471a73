import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { bulkRequest, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { buyLines } from "../../../test/orders/boughtLines.ts";
import { createPlanShop, openPlan } from "../../../test/orders/plans.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  refusalOf,
  shopRows,
  shopStates,
  ticketOfEvent,
  withLink,
} from "../../../test/orders/changedOrders.ts";
import { createDiscount } from "../../../test/shop/codesAndRules.ts";
import { createTestEvent, type EventOverrides, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { donationEvent, passEvent } from "../../../test/shop/undatedEvents.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const open = async (rules: object = {}) => {
  const shop = await createDeskShop(server, rules);
  return { shop, manager: await signedIn(server, shop, ["manager"]) };
};
const addEvent = async (shop: TestShop, overrides: EventOverrides) => {
  const { seller_id, venue_id, timezone } = shop;
  const event = await createTestEvent(server.db, { seller_id, venue_id, timezone }, { sessions: [], ...overrides });
  await recordPrices(server, shop);
  return event;
};
const undated = { session: null };
/** Buys an order of these lines. */
const buy = async (shop: TestShop, ...lines: readonly object[]) => {
  const buyer = new TestBuyer(server, shop);
  const { order } = await buyLines(buyer, lines);
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return { buyer, order, number: Number(order_number) };
};
const ofOrders = (order_numbers: readonly number[], more: object = {}) => ({
  action: "cancel",
  session_ids: [],
  order_numbers,
  ...more,
});
const secondSession = ({ event }: TestShop): string => event.sessions[1]?.id ?? "";
const preview = async (manager: OfficeBrowser, request: object) => (await manager.post("/bulk/preview", request)).body;
/** Runs a job to its end. Returns it, with its orders that need attention. */
const done = async (manager: OfficeBrowser, request: object) => {
  const started = await startBulk(manager, request);
  expect(started.status).toBe(200);
  await runBulk(server);
  await runBulk(server);
  return jobOf(manager, started);
};
const forgetAddresses = ({ seller_id }: TestShop) =>
  server.db.updateTable("identity").set({ email: null }).where("seller_id", "=", seller_id).execute();
const letters = async (shop: TestShop) =>
  (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "bulk_message");

describe("the sums of a preview are those of the job", () => {
  test("for gift cards with the bonus of the policy", async () => {
    const { shop, manager } = await open({ gift_card_bonus: 10 });
    await buyAtDesk(server, shop, 2);
    const request = bulkRequest(shop, { action: "gift_card" });
    expect(await preview(manager, request)).toMatchObject({
      back: [{ means: "new_gift_card", amount: "44.00" }],
      total_back: "44.00",
    });
    expect((await done(manager, request)).job).toMatchObject({ state: "done", gift_card: "44.00", refund: "0" });
  });

  test("without a donation, which stays", async () => {
    const { shop, manager } = await open();
    const gift = await addEvent(shop, { ...donationEvent, meta: JSON.stringify({ requires_anchor: true }) });
    await buy(shop, ticketLine(shop.event, 1), ticketLine(gift, 1, undated));
    expect((await preview(manager, bulkRequest(shop))).total_back).toBe("20.00");
    expect((await done(manager, bulkRequest(shop))).job).toMatchObject({ state: "done", refund: "20.00" });
  });

  test("of a move of discounted tickets to a cheaper session", async () => {
    const { shop, manager } = await open();
    await createDiscount(server.db, shop, { benefit: { percent: 5000 } });
    const price = { seller_id: shop.seller_id, ticket_type_id: shop.type.id, amount: 1500 };
    await server.db
      .insertInto("session_price")
      .values({ ...price, event_session_id: secondSession(shop) })
      .execute();
    await server.db.insertInto("price_log").values(price).execute();
    await buyAtDesk(server, shop, 2);
    const request = bulkRequest(shop, { action: "move", target_session_id: secondSession(shop) });
    expect((await preview(manager, request)).total_back).toBe("5.00");
    expect((await done(manager, request)).job).toMatchObject({ state: "done", refund: "5.00" });
  });
});

describe("a buyer without an e-mail address", () => {
  test("gets no gift card, because nobody would tell them its number", async () => {
    const { shop, manager } = await open();
    await buyAtDesk(server, shop, 1);
    await forgetAddresses(shop);
    const request = bulkRequest(shop, { action: "gift_card" });
    expect((await preview(manager, request)).cannot).toMatchObject([{ reason: "no_email", orders: 1 }]);
    expect(await done(manager, request)).toMatchObject({ job: { gift_card: "0" }, open: [{ reason: "no_email" }] });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
  });

  test("is counted in the preview of what is done without telling them", async () => {
    const { shop, manager } = await open();
    await buyAtDesk(server, shop, 1);
    expect((await preview(manager, bulkRequest(shop))).without_email).toBe(0);
    await forgetAddresses(shop);
    expect((await preview(manager, bulkRequest(shop))).without_email).toBe(1);
  });
});

describe("chosen orders", () => {
  const words = { action: "write", subject: "Thank you", message: "It was a good year." };

  test("without a visit can be written to, and are not cancelled as if they had one", async () => {
    const { shop, manager } = await open();
    const pass = await addEvent(shop, passEvent);
    const { number } = await buy(shop, ticketLine(pass, 1, undated));
    expect((await preview(manager, ofOrders([number]))).cannot).toMatchObject([{ reason: "no_visits" }]);
    const { job } = await done(manager, ofOrders([number], words));
    expect(job.counts).toMatchObject({ done: 1, set_aside: 0 });
    expect(await letters(shop)).toHaveLength(1);
  });

  test("are not written to about a session that they no longer have tickets for", async () => {
    const { shop, manager } = await open();
    const pass = await addEvent(shop, passEvent);
    const { buyer, order } = await buy(shop, ticketLine(shop.event, 1), ticketLine(pass, 1, undated));
    const started = await startBulk(manager, bulkRequest(shop, words));
    const visit = await ticketOfEvent(server, shop, shop.event);
    expect(refusalOf(await cancelTickets(buyer, order, [visit]))).toBe("200");
    await runBulk(server);
    expect((await jobOf(manager, started)).open).toMatchObject([{ reason: "nothing_left" }]);
    expect(await letters(shop)).toEqual([]);
  });

  test("that do not exist are named", async () => {
    const { shop, manager } = await open();
    const { number } = await buyAtDesk(server, shop, 1);
    const reply = await manager.post("/bulk/preview", ofOrders([number, 17, 18]));
    expect([refusalOf(reply), reply.body._data[0]._description]).toEqual([
      "422 validation_failed",
      "There are no orders with these numbers: 17, 18.",
    ]);
  });

  test("with visits to several sessions are not moved to one", async () => {
    const { shop, manager } = await open();
    const third = await addEvent(shop, { sessions: [{ inDays: 9 }] });
    const { number } = await buy(shop, ticketLine(shop.event, 1), ticketLine(shop.event, 1, { session: 1 }));
    const target = { action: "move", target_session_id: third.sessions[0]?.id };
    expect((await preview(manager, ofOrders([number], target))).cannot).toMatchObject([{ reason: "other_event" }]);
    const toOne = { action: "move", target_session_id: secondSession(shop) };
    expect((await preview(manager, ofOrders([number], toOne))).cannot).toMatchObject([{ reason: "other_sessions" }]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
  });
});

test("tickets for two sessions of a job are not moved to one session", async () => {
  const shop = await createChangeShop(server, everyChange, { sessions: [7, 8, 9].map((inDays) => ({ inDays })) });
  const manager = await signedIn(server, shop, ["manager"]);
  await buy(shop, ticketLine(shop.event, 1), ticketLine(shop.event, 1, { session: 1 }));
  const [first, second, third] = shop.event.sessions.map(({ id }) => id);
  const request = bulkRequest(shop, { action: "move", session_ids: [first, second], target_session_id: third });
  expect((await preview(manager, request)).cannot).toMatchObject([{ reason: "several_sessions" }]);
  expect((await done(manager, request)).job.counts).toMatchObject({ set_aside: 1 });
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
});

test("carts that are paid in parts are named, before the job and after it, and left as they are", async () => {
  const shop = await createPlanShop(server);
  const manager = await signedIn(server, shop, ["manager"]);
  const { cart } = await openPlan(server, { shop, tickets: 1 });
  await buyAtDesk(server, shop, 1);
  const { cart_number } = await server.db
    .selectFrom("cart")
    .select("cart_number")
    .where("id", "=", cart.id)
    .executeTakeFirstOrThrow();
  const named = { part_paid: 1, part_paid_carts: [Number(cart_number)] };
  expect(await preview(manager, bulkRequest(shop))).toMatchObject({ orders: 1, ...named });
  expect(await done(manager, bulkRequest(shop))).toMatchObject({ job: { state: "done" }, ...named });
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "held"]);
});

describe("a job", () => {
  test("that is paused stays paused when its orders are retried", async () => {
    const { shop, manager } = await open();
    await buyAtDesk(server, shop, 1);
    await forgetAddresses(shop);
    await buyAtDesk(server, shop, 1);
    const started = await startBulk(manager, bulkRequest(shop, { action: "gift_card" }));
    const steer = (to: string) => manager.post(`/bulk/${started.body.id}/steer`, { to });
    await steer("pause");
    expect((await steer("retry")).status).toBe(200);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "paused", counts: { left: 2 } });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    await steer("resume");
    await runBulk(server);
    expect((await jobOf(manager, started)).job.counts).toMatchObject({ left: 0 });
  });

  test("lists orders that need a person before those that their buyers have dealt with", async () => {
    const { shop, manager } = await open();
    const [first, second] = [await buyAtDesk(server, shop, 1), await buyAtDesk(server, shop, 1)];
    const started = await startBulk(manager, bulkRequest(shop));
    expect(refusalOf(await cancelTickets(withLink(server, shop), first, first.tickets))).toBe("200");
    const setSecond = (state: "booked" | "redeemed") =>
      server.db.updateTable("ticket").set({ state }).where("id", "in", second.tickets).execute();
    await setSecond("redeemed");
    await runBulk(server);
    expect((await jobOf(manager, started)).open).toMatchObject([
      { order_number: second.number, reason: "used" },
      { order_number: first.number, reason: "nothing_left" },
    ]);
    await setSecond("booked");
  });
});
