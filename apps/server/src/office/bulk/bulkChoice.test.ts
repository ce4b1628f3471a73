import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { bulkRequest, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, fetchActions, refusalOf, shopRows, withLink } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const dayIn = (shop: TestShop, days: number): string =>
  Temporal.Now.plainDateISO(shop.timezone).add({ days }).toString();
const words = { subject: "The pier is closed", message: "A storm has damaged the pier." };
const choice = (shop: TestShop, more: object = {}): object =>
  bulkRequest(shop, { offers_choice: true, from_day: dayIn(shop, 2), ...words, ...more });

/** A shop whose buyers cannot change anything themselves, and orders of its first session. */
const open = async (quantities: readonly number[] = [2, 1]) => {
  const shop = await createDeskShop(server, { enabled: false });
  const manager = await signedIn(server, shop, ["manager"]);
  const orders = [];
  for (const quantity of quantities) orders.push(await buyAtDesk(server, shop, quantity));
  return { shop, manager, orders };
};
/** Makes the job's day arrive. */
const dayComes = (shop: TestShop) =>
  server.runAsOwner(
    `set app.seller = '*'; update bulk_job set from_day = '${dayIn(shop, 0)}' where seller_id = '${shop.seller_id}'`,
  );
const told = async (shop: TestShop) =>
  (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "bulk_message");

describe("a job that lets buyers choose first", () => {
  test("writes to each once, lets them take their money, and does the rest on its day", async () => {
    const { shop, manager, orders } = await open();
    const [first, second] = orders;
    if (!first || !second) throw new Error("There are orders.");
    const actionsOf = async (order: typeof first) =>
      (await fetchActions(withLink(server, shop), order)).body.ticket._data.map(({ actions }: { actions: string[] }) =>
        actions.join(" "),
      );
    expect(await actionsOf(second)).toEqual([""]);
    const preview = (await manager.post("/bulk/preview", choice(shop))).body;
    expect(preview.emails[0]).toMatchObject({ subject: words.subject });
    expect(preview.emails[0].text).toContain(words.message);
    expect(preview.emails[0].text).toContain("If you don't choose, you will get your money back.");
    const started = await startBulk(manager, choice(shop));
    expect(started.status).toBe(200);
    expect([await runBulk(server), await runBulk(server)]).toEqual([0, 0]);
    expect(await told(shop)).toHaveLength(2);
    expect(await actionsOf(second)).toEqual(["cancel reschedule"]);
    expect(refusalOf(await cancelTickets(withLink(server, shop), first, first.tickets))).toBe("200");
    await dayComes(shop);
    expect(await actionsOf(second)).toEqual([""]);
    await runBulk(server);
    await runBulk(server);
    const { job, open: left } = await jobOf(manager, started);
    expect(job).toMatchObject({
      state: "done",
      offers_choice: true,
      counts: { done: 1, set_aside: 1 },
      refund: "20.00",
    });
    expect(left).toMatchObject([{ order_number: first.number, reason: "nothing_left" }]);
    const refunds = await shopRows(server, "refund", shop);
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([2000, 4000]);
    expect(await told(shop)).toHaveLength(2);
  });

  test("of single orders lets these alone choose, about every visit of theirs", async () => {
    const { shop, manager, orders } = await open();
    const [first, second] = orders;
    if (!first || !second) throw new Error("There are orders.");
    const request = choice(shop, { session_ids: [], order_numbers: [first.number], action: "gift_card" });
    expect((await startBulk(manager, request)).status).toBe(200);
    await runBulk(server);
    expect(await told(shop)).toHaveLength(1);
    expect(refusalOf(await cancelTickets(withLink(server, shop), second, second.tickets))).not.toBe("200");
    expect(refusalOf(await cancelTickets(withLink(server, shop), first, first.tickets))).toBe("200");
  });

  test("writes to buyers whose carts held places when it began, once they have paid", async () => {
    const { shop, manager } = await open([1]);
    const late = new TestBuyer(server, shop);
    const cart = await late.hold(1);
    const started = await startBulk(manager, choice(shop));
    await runBulk(server);
    expect(await told(shop)).toHaveLength(1);
    await late.pay(cart, cards.good);
    expect((await late.checkOut(cart)).status).toBe(200);
    await runBulk(server);
    expect(await told(shop)).toHaveLength(1);
    await server.runAsOwner(`set app.seller = '*'; update bulk_job set tell_at = now() where tell_at is not null`);
    await runBulk(server);
    expect(await told(shop)).toHaveLength(2);
    expect((await jobOf(manager, started)).job.counts).toMatchObject({ left: 2 });
  });

  test("writes to nobody who has nothing left to choose", async () => {
    const { shop, manager, orders } = await open();
    const [first, second] = orders;
    if (!first || !second) throw new Error("There are orders.");
    const started = await startBulk(manager, choice(shop));
    const steer = (to: string) => manager.post(`/bulk/${started.body.id}/steer`, { to });
    await steer("pause");
    const set = (tickets: readonly string[], state: "cancelled" | "redeemed" | "booked") =>
      server.db.updateTable("ticket").set({ state }).where("id", "in", tickets).execute();
    await set(first.tickets, "redeemed");
    await steer("resume");
    await runBulk(server);
    expect((await told(shop)).map(({ ref_id }) => ref_id)).toEqual([second.id]);
    await set(first.tickets, "booked");
  });

  test("is refused for a day after the beginning of a visit, unless its session is cancelled", async () => {
    const { shop, manager } = await open([1]);
    const late = choice(shop, { from_day: dayIn(shop, 8) });
    const reply = await manager.post("/bulk/preview", late);
    expect([refusalOf(reply), reply.body._data[0]._extra.fields]).toEqual(["422 validation_failed", ["from_day"]]);
    expect((await manager.post("/bulk/preview", choice(shop, { from_day: dayIn(shop, 7) }))).status).toBe(200);
    await server.db.updateTable("event_session").set({ cancelled: true }).where("id", "=", shop.session.id).execute();
    expect((await manager.post("/bulk/preview", late)).status).toBe(200);
  });

  test("ends the buyers' choice when it is stopped", async () => {
    const { shop, manager, orders } = await open([1]);
    const [order] = orders;
    if (!order) throw new Error("There is an order.");
    const { body } = await startBulk(manager, choice(shop));
    expect((await manager.post(`/bulk/${body.id}/steer`, { to: "stop" })).status).toBe(200);
    await runBulk(server);
    expect(await told(shop)).toEqual([]);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).not.toBe("200");
  });

  test.each([
    ["without a day", { from_day: undefined }, ["offers_choice", "from_day"]],
    ["until today", { from_day: "today" }, ["from_day"]],
    ["without words", { subject: undefined, message: undefined }, ["subject", "message"]],
    ["where it only writes", { action: "write" }, ["offers_choice", "from_day"]],
  ])("%s is refused", async (_, more, fields) => {
    const { shop, manager } = await open([]);
    const day = "from_day" in more && more.from_day === "today" ? { from_day: dayIn(shop, 0) } : {};
    const reply = await manager.post("/bulk/preview", choice(shop, { ...more, ...day }));
    expect([refusalOf(reply), reply.body._data[0]._extra.fields]).toEqual(["422 validation_failed", fields]);
  });
});
