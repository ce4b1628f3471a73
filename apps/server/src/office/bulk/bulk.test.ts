import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { bulkRequest, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { cancelTickets, orderOf, refusalOf, shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A shop with a manager and some orders of its first session. */
const open = async (quantities: readonly number[] = [2, 1]) => {
  const shop = await createDeskShop(server);
  const manager = await signedIn(server, shop, ["manager"]);
  const orders = [];
  for (const quantity of quantities) orders.push(await buyAtDesk(server, shop, quantity));
  return { shop, manager, orders };
};
const secondSession = (shop: TestShop): string => shop.event.sessions[1]?.id ?? "";
const toSecond = (shop: TestShop): object =>
  bulkRequest(shop, { action: "move", target_session_id: secondSession(shop) });
const mailKinds = async (shop: TestShop): Promise<readonly unknown[]> =>
  (await shopRows(server, "outbox", shop)).map(({ kind }) => kind).toSorted();
const setTicket = (id: string | undefined, values: { readonly state: "redeemed" | "booked" }) =>
  server.db
    .updateTable("ticket")
    .set(values)
    .where("id", "=", id ?? "")
    .execute();
const look = (browser: OfficeBrowser, id: string) => browser.get(`/bulk/${id}`);

describe("the preview", () => {
  test("shows orders, people, amounts by means and three e-mails, and changes nothing", async () => {
    const { shop, manager } = await open([2, 1, 1, 3]);
    const before = await shopRows(server, "outbox", shop);
    const { body } = await manager.post("/bulk/preview", bulkRequest(shop));
    expect(body).toMatchObject({
      orders: 4,
      people: 7,
      tickets: 7,
      back: [{ means: "test", amount: "140.00" }],
      total_back: "140.00",
      cannot: [],
      part_paid: 0,
      held: 0,
      places: null,
    });
    expect(body.emails).toHaveLength(3);
    expect(body.emails[0]).toMatchObject({ to: ada.email, subject: "Cancelled: your order with Harbor Museum" });
    expect(body.emails[0].text).toContain("40.00");
    // The link in the real e-mail opens the order for anybody who has it.
    expect(body.emails[0].text).toMatch(/token=…/);
    expect(body.emails[0].text).not.toMatch(/token=[\w-]{10}/);
    expect(await shopStates(server, "ticket", shop)).toEqual(Array.from({ length: 7 }, () => "booked"));
    expect(await shopRows(server, "outbox", shop)).toHaveLength(before.length);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
  });

  test("of a move shows the places and the e-mail, and leaves nothing held", async () => {
    const { shop, manager } = await open([2, 1]);
    const { body } = await manager.post("/bulk/preview", toSecond(shop));
    expect(body).toMatchObject({ orders: 2, people: 3, total_back: "0", places: { needed: 3, left: 50 } });
    expect(body.emails).toHaveLength(2);
    expect(body.emails[0].text).toContain("View");
    const again = await manager.post("/bulk/preview", toSecond(shop));
    expect(again.body.places.left).toBe(50);
    expect(await shopStates(server, "ticket", shop)).not.toContain("held");
  });

  test("names orders that need a person: used, disputed, with other sessions", async () => {
    const { shop, manager, orders } = await open([1, 1, 1]);
    const [used, disputed] = orders;
    await setTicket(used?.tickets[0], { state: "redeemed" });
    await dispute(shop, disputed?.id);
    const other = await buyForBoth(shop);
    const { body } = await manager.post("/bulk/preview", bulkRequest(shop));
    const named = Object.fromEntries(
      body.cannot.map((one: { reason: string; order_numbers: number[] }) => [one.reason, one.order_numbers]),
    );
    expect(named).toEqual({
      used: [used?.number],
      disputed: [disputed?.number],
      other_sessions: [other?.number],
    });
    expect(body.total_back).toBe("20.00");
    // As at the gate before anybody was scanned.
    await setTicket(used?.tickets[0], { state: "booked" });
  });

  test.each([
    ["neither sessions nor orders", { session_ids: [] }, ["session_ids", "order_numbers"]],
    ["sessions and orders", { order_numbers: [1] }, ["session_ids", "order_numbers"]],
    ["a move without a target", { action: "move" }, ["target_session_id"]],
    ["a cancellation with a target", { target_session_id: crypto.randomUUID() }, ["target_session_id"]],
    ["writing without words", { action: "write" }, ["subject", "message"]],
    ["a session of nobody", { session_ids: [crypto.randomUUID()] }, ["session_ids"]],
    ["a day to wait for, of sessions that take place", { from_day: "2099-01-01" }, ["from_day"]],
    ["a message of a cancellation", { subject: "x", message: "y" }, ["subject", "message"]],
  ])("refuses %s", async (_, more, fields) => {
    const { shop, manager } = await open([]);
    const reply = await manager.post("/bulk/preview", bulkRequest(shop, more));
    expect([refusalOf(reply), reply.body._data[0]._extra.fields]).toEqual(["422 validation_failed", fields]);
  });

  test("of another seller's session and orders finds nothing", async () => {
    const { shop } = await open();
    const { manager, orders } = await open([1]);
    expect(refusalOf(await manager.post("/bulk/preview", bulkRequest(shop)))).toBe("422 validation_failed");
    const { manager: stranger } = await open([]);
    const request = { action: "cancel", session_ids: [], order_numbers: orders.map(({ number }) => number) };
    expect(refusalOf(await stranger.post("/bulk/preview", request))).toBe("422 validation_failed");
  });

  test("refuses a target that is over, closed or too small, with the number of places missing", async () => {
    const { shop, manager } = await open([2, 1]);
    const set = (values: object) =>
      server.db.updateTable("event_session").set(values).where("id", "=", secondSession(shop)).execute();
    await set({ capacity: 1 });
    const small = await manager.post("/bulk/preview", toSecond(shop));
    expect([refusalOf(small), small.body._data[0]._extra.missing]).toEqual(["409 event_session_sold_out", 2]);
    await set({ capacity: 50, sales_closed_at: "2026-01-01T00:00:00Z" });
    expect(refusalOf(await manager.post("/bulk/preview", toSecond(shop)))).toBe("422 event_session_not_on_sale");
    await set({ sales_closed_at: null, cancelled: true });
    expect(refusalOf(await manager.post("/bulk/preview", toSecond(shop)))).toBe("422 event_session_not_on_sale");
  });
});

describe("cancelling", () => {
  test("refunds each order once, with one e-mail and one audit log entry, and ends with a report", async () => {
    const { shop, manager } = await open([2, 1]);
    const started = await startBulk(manager, bulkRequest(shop));
    expect(started.status).toBe(200);
    await runBulk(server);
    await runBulk(server);
    const { job, open: left } = await jobOf(manager, started);
    expect(job).toMatchObject({
      state: "done",
      counts: { done: 2, set_aside: 0, failed: 0, left: 0 },
      refund: "60.00",
      gift_card: "0",
    });
    expect(left).toEqual([]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "cancelled"]);
    const refunds = await shopRows(server, "refund", shop);
    expect(refunds.map(({ amount, state }) => [amount, state]).toSorted()).toEqual([
      [2000, "succeeded"],
      [4000, "succeeded"],
    ]);
    expect((await mailKinds(shop)).filter((kind) => kind === "order_cancelled")).toHaveLength(2);
    const actions = (await auditOf(server.db, shop.seller_id)).map(({ action, actor }) => `${actor} ${action}`);
    expect(actions.filter((one) => one === "job order.cancelled")).toHaveLength(2);
    expect(actions.filter((one) => /bulk\.(?:started|ended)/.test(one))).toEqual([
      "staff bulk.started",
      "job bulk.ended",
    ]);
    const report = await manager.get(`/bulk/${job.id}/report.csv`);
    expect(report.body.split("\r\n")).toHaveLength(4);
    expect(report.body).toContain("done,,40.00,0,USD");
  });

  test("to gift cards makes one card per order and refunds no card payment", async () => {
    const { shop, manager } = await open([1]);
    const started = await startBulk(manager, bulkRequest(shop, { action: "gift_card" }));
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ refund: "0", gift_card: "20.00", state: "done" });
    expect(await shopRows(server, "refund", shop)).toEqual([]);
  });

  test("of chosen orders leaves all others unchanged", async () => {
    const { shop, manager, orders } = await open([1, 1]);
    const request = { action: "cancel", session_ids: [], order_numbers: [orders[1]?.number] };
    await startBulk(manager, request);
    await runBulk(server);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled"]);
  });

  test("looks at each order again: what was used or disputed since is set aside, and can be retried together", async () => {
    const { shop, manager, orders } = await open([1, 1, 1]);
    const started = await startBulk(manager, bulkRequest(shop));
    await setTicket(orders[0]?.tickets[0], { state: "redeemed" });
    await dispute(shop, orders[1]?.id);
    await runBulk(server);
    const { job, open: left } = await jobOf(manager, started);
    expect(job.counts).toEqual({ done: 1, set_aside: 2, failed: 0, left: 0 });
    expect(left).toMatchObject([
      { order_number: orders[0]?.number, reason: "used", state: "set_aside" },
      { order_number: orders[1]?.number, reason: "disputed", state: "set_aside" },
    ]);
    expect(await shopRows(server, "refund", shop)).toHaveLength(1);
    await setTicket(orders[0]?.tickets[0], { state: "booked" });
    expect((await manager.post(`/bulk/${started.body.id}/steer`, { to: "retry" })).status).toBe(200);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({
      state: "done",
      counts: { done: 2, set_aside: 1, failed: 0, left: 0 },
    });
  });

  test("waits for carts that hold places, and takes the order that one of them makes", async () => {
    const { shop, manager } = await open([1]);
    const late = new TestBuyer(server, shop);
    const cart = await late.hold(1);
    const started = await startBulk(manager, bulkRequest(shop));
    await runBulk(server);
    const waiting = await jobOf(manager, started);
    expect([waiting.job.state, waiting.held]).toEqual(["running", 1]);
    await late.pay(cart, cards.good);
    orderOf(await late.checkOut(cart));
    await runBulk(server);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts: { done: 2 } });
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
  });

  test("with a first day does nothing before it", async () => {
    const { shop, manager } = await open([1]);
    await server.db.updateTable("event_session").set({ cancelled: true }).where("id", "=", shop.session.id).execute();
    const started = await startBulk(manager, bulkRequest(shop, { from_day: "2099-01-01" }));
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "running", counts: { left: 1 } });
    await manager.post(`/bulk/${started.body.id}/steer`, { to: "stop" });
  });
});

describe("moving", () => {
  test("keeps every ticket, takes a place in the other session and charges nothing", async () => {
    const { shop, manager } = await open([2, 1]);
    const started = await startBulk(manager, toSecond(shop));
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts: { done: 2 }, refund: "0" });
    const tickets = await shopRows(server, "ticket", shop);
    const booked = tickets.filter(({ state }) => state === "booked");
    expect(booked.map(({ event_session_id }) => event_session_id)).toEqual(
      Array.from({ length: 3 }, () => secondSession(shop)),
    );
    expect((await mailKinds(shop)).filter((kind) => kind === "order_changed")).toHaveLength(2);
  });

  test("sets an order aside if its places are no longer available", async () => {
    const { shop, manager } = await open([2, 1]);
    const started = await startBulk(manager, toSecond(shop));
    await server.db.updateTable("event_session").set({ capacity: 2 }).where("id", "=", secondSession(shop)).execute();
    await runBulk(server);
    const { job, open: left } = await jobOf(manager, started);
    expect(job.counts).toMatchObject({ done: 1, set_aside: 1 });
    expect(left[0].reason).toMatch(/sold_out|capacity_exceeded/);
    await server.db.updateTable("event_session").set({ capacity: 50 }).where("id", "=", secondSession(shop)).execute();
  });
});

describe("only writing", () => {
  test("sends the venue's message once per order, and stops no sales", async () => {
    const { shop, manager } = await open([1, 1]);
    const request = bulkRequest(shop, { action: "write", subject: "Bring a coat", message: "It is cold.\n\nReally." });
    const { body } = await manager.post("/bulk/preview", request);
    expect(body.emails[0]).toMatchObject({ subject: "Bring a coat" });
    const started = await startBulk(manager, request);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts: { done: 2 } });
    expect((await mailKinds(shop)).filter((kind) => kind === "bulk_message")).toHaveLength(2);
    expect((await new TestBuyer(server, shop).requestTickets(1)).status).toBe(200);
  });
});

describe("a start", () => {
  test("stops the sales of its sessions before the first order is touched", async () => {
    const { shop, manager } = await open([1]);
    await startBulk(manager, bulkRequest(shop));
    const session_ids = { event_session_id: shop.session.id };
    const line = {
      event_template_id: shop.event.id,
      ...session_ids,
      ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
    };
    const reply = await new TestBuyer(server, shop).post("/my/cart/modify", { add: [line] });
    expect(refusalOf(reply)).toBe("422 event_session_not_on_sale");
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
  });

  test("of the same selection twice is refused, and one whose orders have changed since the preview", async () => {
    const { shop, manager } = await open([1]);
    const request = bulkRequest(shop);
    const stale = await manager.post("/bulk", { ...request, reason: "Storm", expected: { orders: 2 } });
    expect(refusalOf(stale)).toBe("409 stale_version");
    expect((await startBulk(manager, request)).status).toBe(200);
    expect(refusalOf(await startBulk(manager, request))).toBe("409 bulk_started");
  });

  test("is refused to box office, and to a manager who has not confirmed who they are", async () => {
    const { shop } = await open([1]);
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect(refusalOf(await clerk.post("/bulk/preview", bulkRequest(shop)))).toBe("403 access_denied");
  });

  test("can be paused, resumed and stopped; nothing is done meanwhile, and all staff see the same", async () => {
    const { shop, manager } = await open([1, 1]);
    const colleague = await signedIn(server, shop, ["owner"]);
    const { body } = await startBulk(manager, bulkRequest(shop));
    const steer = (to: string, by = manager) => by.post(`/bulk/${body.id}/steer`, { to });
    expect((await steer("pause")).status).toBe(200);
    await runBulk(server);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    expect((await look(colleague, body.id)).body).toEqual((await look(manager, body.id)).body);
    expect(refusalOf(await steer("pause"))).toBe("409 stale_version");
    expect((await steer("resume", colleague)).status).toBe(200);
    expect((await steer("stop")).status).toBe(200);
    await runBulk(server);
    expect((await look(manager, body.id)).body.job).toMatchObject({ state: "stopped", counts: { left: 2 } });
    expect(refusalOf(await steer("resume"))).toBe("409 stale_version");
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
  });

  test("an order whose buyer cancels before its turn is refunded once", async () => {
    const { shop, manager, orders } = await open([1]);
    const [order] = orders;
    const started = await startBulk(manager, bulkRequest(shop));
    if (order) await cancelTickets(new TestBuyer(server, shop), order, order.tickets);
    await runBulk(server);
    expect((await jobOf(manager, started)).open).toMatchObject([{ reason: "nothing_left" }]);
    expect(await shopRows(server, "refund", shop)).toHaveLength(1);
  });
});

const dispute = async (shop: TestShop, order_id: string | undefined): Promise<void> => {
  const { id } = await server.db
    .selectFrom("payment")
    .select("id")
    .where("ticket_order_id", "=", order_id ?? "")
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto("payment_audit")
    .values({
      seller_id: shop.seller_id,
      id: crypto.randomUUID(),
      payment_id: id,
      audit_action: "dispute_opened",
      amount: 2000,
      currency: "USD",
      provider_ref: `dp_${id}`,
    })
    .execute();
};

/** Buys an order with a ticket for each session. */
const buyForBoth = async (shop: TestShop): Promise<{ readonly number: number }> => {
  const buyer = new TestBuyer(server, shop);
  const add = [shop.session.id, secondSession(shop)].map((event_session_id) => ({
    event_template_id: shop.event.id,
    event_session_id,
    ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
  }));
  const [cart] = (await buyer.post("/my/cart/modify", { add })).body.cart._data;
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  return { number: Number(reply.body.ticket_order._data[0].order_number) };
};
