import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop, startsIn, timezoneByDay } from "../../../test/office/gateShop.ts";
import { openLinkShop } from "../../../test/office/counterLinks.ts";
import { pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
} from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const withLimit = (capacity: number) => ({ sessions: [{ ...startsIn(15), capacity }] });
const boardOf = async (shop: TestShop, role: Parameters<typeof signedIn>[2][number] = "manager", query = "") => {
  const { status, body } = await (await signedIn(server, shop, [role])).get(`/board${query}`);
  expect(status).toBe(200);
  return body;
};
/** Moves orders, their journal entries and scans back by a week, to the same time of day. */
const aWeekEarlier = async (shop: TestShop): Promise<void> => {
  await server.runAsOwner(`set app.seller = '*';
    update ticket_order set created_at = (created_at at time zone 'utc' - interval '7 days') at time zone 'utc' where seller_id = '${shop.seller_id}';
    alter table journal_entry disable trigger refuse_change;
    update journal_entry set at = (at at time zone 'utc' - interval '7 days') at time zone 'utc', local_day = local_day - 7 where seller_id = '${shop.seller_id}';
    alter table journal_entry enable trigger refuse_change;
    update scan set at = (at at time zone 'utc' - interval '7 days') at time zone 'utc', local_day = local_day - 7 where seller_id = '${shop.seller_id}'`);
};

describe("the figures", () => {
  test("compare today with the same weekday last week, up to now and for the whole day", async () => {
    const shop = await createGateShop(server);
    const { browser } = await pairedDevice(server, shop);
    const old = await buyForGate(server, shop, 3);
    await scanWith(browser, { code: old.codes[0] ?? "" });
    await aWeekEarlier(shop);
    const order = await buyForGate(server, shop, 2);
    await scanWith(browser, { code: order.codes[0] ?? "" });
    expect(await boardOf(shop)).toMatchObject({
      currency: "USD",
      sold: { today: 2, by_now: 3, whole_day: 3 },
      taken: { today: "40.00", by_now: "60.00", whole_day: "60.00" },
      checked_in: { today: 1, by_now: 1, whole_day: 1 },
      on_site: { today: 1 },
    });
  });

  test("include cash payments at the counter", async () => {
    const { shop, clerk } = await openLinkShop(server);
    const sale = { sale_id: newId(), event_template_id: shop.event.id, event_session_id: shop.session.id };
    const sold = await clerk.post("/counter_sales", {
      ...sale,
      tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
      means: [{ kind: "cash", amount: "40.00" }],
      email: null,
    });
    expect(sold.status).toBe(200);
    expect(await boardOf(shop)).toMatchObject({ sold: { today: 2 }, taken: { today: "40.00" } });
  });

  test("count the people on site by exits if the seller scans them", async () => {
    const shop = await createGateShop(server);
    const { browser } = await pairedDevice(server, shop);
    const order = await buyForGate(server, shop, 2);
    for (const code of order.codes) await scanWith(browser, { code });
    expect((await boardOf(shop)).on_site.today).toBe(2);
    await scanWith(browser, { code: order.codes[0] ?? "", direction: "out" });
    expect((await boardOf(shop)).on_site.today).toBe(1);
  });

  test("do not count people whose session is over if no exits are scanned", async () => {
    const shop = await createGateShop(server);
    const { browser } = await pairedDevice(server, shop);
    const order = await buyForGate(server, shop, 1);
    await scanWith(browser, { code: order.codes[0] ?? "" });
    const end = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
    await server.runAsOwner(`set app.seller = '*'; update event_session
      set start_datetime = '${end}'::timestamptz - interval '1 hour', end_datetime = '${end}' where id = '${shop.session.id}'`);
    expect(await boardOf(shop)).toMatchObject({ on_site: { today: 0 }, checked_in: { today: 1 } });
  });

  test("exclude other sellers, and refuse a venue of theirs and a day without a next one", async () => {
    const [shop, other] = [await createGateShop(server), await createGateShop(server)];
    await buyForGate(server, other, 2);
    expect(await boardOf(shop)).toMatchObject({ sold: { today: 0 }, taken: { today: "0" } });
    const manager = await signedIn(server, shop, ["manager"]);
    for (const query of [`venue_id=${other.venue_id}`, "day=9999-12-31"])
      expect(refusalOf(await manager.get(`/board?${query}`))).toBe("400 bad_field_value");
  });

  test("agree with the day's sales report, even after tickets were given up", async () => {
    const shop = await createChangeShop(
      server,
      everyChange,
      { sessions: [startsIn(60)] },
      { timezone: timezoneByDay() },
    );
    const order = orderOf(await new TestBuyer(server, shop).buy(3));
    await new TestBuyer(server, shop).buy(2);
    const manager = await signedIn(server, shop, ["manager"]);
    const sold = async () => {
      const { body: board } = await manager.get("/board");
      const { body: report } = await readReportNow(manager, `/reports/sales?from=${board.day}&to=${board.day}`);
      const column = report.columns.findIndex(({ name }: { readonly name: string }) => name === "tickets");
      return [board.sold.today, report.total.values[column]];
    };
    expect(await sold()).toEqual([5, 5]);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe("200");
    expect(await sold()).toEqual([4, 4]);
  });

  test("can be limited to a venue", async () => {
    const shop = await createGateShop(server);
    await buyForGate(server, shop, 2);
    const of = await boardOf(shop, "manager", `?venue_id=${shop.venue_id}`);
    expect(of).toMatchObject({ sold: { today: 2 }, taken: { today: "40.00" } });
  });
});

describe("the sessions", () => {
  test("show places, sold, checked in, and whether they are nearly full, full, closed or cancelled", async () => {
    const shop = await createGateShop(server, withLimit(10));
    const { browser } = await pairedDevice(server, shop);
    const order = await buyForGate(server, shop, 9);
    await scanWith(browser, { code: order.codes[0] ?? "" });
    const [session] = (await boardOf(shop)).sessions;
    expect(session).toMatchObject({ places: 10, sold: 9, checked_in: 1, mark: null, is_over: false });
    const mark = async () => (await boardOf(shop)).sessions[0].mark;
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    // The last place is only in a cart, which may release it.
    expect((await boardOf(shop)).sessions[0]).toMatchObject({ mark: "nearly_full", sold: 9, in_carts: 1 });
    await buyer.pay(cart, "4242424242424242");
    expect((await buyer.checkOut(cart)).status).toBe(200);
    expect((await boardOf(shop)).sessions[0]).toMatchObject({ mark: "full", sold: 10, in_carts: 0 });
    await server.db
      .updateTable("event_session")
      .set({ oversell_capacity: 1 })
      .where("id", "=", shop.session.id)
      .execute();
    expect(await mark()).toBe("nearly_full");
    await (await signedIn(server, shop, ["manager"])).post(`/sessions/${shop.session.id}/close`);
    expect(await mark()).toBe("closed");
    await server.db.updateTable("event_session").set({ cancelled: true }).where("id", "=", shop.session.id).execute();
    expect(await mark()).toBe("cancelled");
  });
});

test("a board with more sessions than it lists says how many are not listed", async () => {
  const { start_datetime, end_datetime } = startsIn(15);
  const sessions = Array.from({ length: 402 }, (_, seconds) => ({
    start_datetime: Temporal.Instant.from(start_datetime).add({ seconds }).toString(),
    end_datetime,
  }));
  const shop = await createGateShop(server, { sessions });
  const board = await boardOf(shop);
  expect([board.sessions.length, board.more_sessions]).toEqual([400, 2]);
  expect((await boardOf(await createGateShop(server))).more_sessions).toBe(0);
});

describe("closing the sales of a session", () => {
  const hold = (shop: TestShop) =>
    new TestBuyer(server, shop).post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
        },
      ],
    });

  test("stops new holds at once, leaves existing holds, and can be undone; both are in the log", async () => {
    const shop = await createGateShop(server);
    const manager = await signedIn(server, shop, ["box_office"]);
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    expect((await manager.post(`/sessions/${shop.session.id}/close`)).status).toBe(200);
    expect(refusalOf(await hold(shop))).toBe("422 event_session_not_on_sale");
    await buyer.pay(cart, "4242424242424242");
    expect((await buyer.checkOut(cart)).status).toBe(200);
    expect((await manager.post(`/sessions/${shop.session.id}/open`)).status).toBe(200);
    expect((await hold(shop)).status).toBe(200);
    const log = (await auditOf(server.db, shop.seller_id)).filter(({ entity_kind }) => entity_kind === "session");
    expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["session.closed", { sales: "open" }, { sales: "closed" }],
      ["session.opened", { sales: "closed" }, { sales: "open" }],
    ]);
  });

  test("removes it from the storefront's list, and leaves other sessions on sale", async () => {
    const shop = await createGateShop(server, { sessions: [startsIn(15), startsIn(120)] });
    const manager = await signedIn(server, shop, ["manager"]);
    await manager.post(`/sessions/${shop.session.id}/close`);
    const { body } = await new TestBuyer(server, shop).get(`/events/${shop.event.id}/sessions`);
    expect(body.event_session._data.map(({ id }: { id: string }) => id)).toEqual([shop.event.sessions[1]?.id]);
    const one = await new TestBuyer(server, shop).get(`/events/${shop.event.id}/sessions/${shop.session.id}`);
    expect(one.body.event_session._data[0].sold_out).toBe(true);
  });

  test("of another seller's session is not found", async () => {
    const [shop, other] = [await createGateShop(server), await createGateShop(server)];
    const manager = await signedIn(server, shop, ["manager"]);
    expect((await manager.post(`/sessions/${other.session.id}/close`)).status).toBe(404);
    expect((await hold(other)).status).toBe(200);
  });
});

describe("exceptions", () => {
  const kinds = async (shop: TestShop, role: Parameters<typeof boardOf>[1]): Promise<readonly string[]> =>
    (await boardOf(shop, role)).exceptions.map(({ kind }: { kind: string }) => kind);

  test("are shown with their number only to staff who can act on them", async () => {
    const shop = await createGateShop(server);
    const order = await buyForGate(server, shop, 1);
    const device = await pairedDevice(server, shop);
    const longAgo = Temporal.Now.instant().subtract({ minutes: 11 }).toString();
    await server.db
      .updateTable("scan_device")
      .set({ waiting: 3, seen_at: longAgo })
      .where("id", "=", device.id)
      .execute();
    await server.db.updateTable("outbox").set({ state: "dead" }).where("ref_id", "=", order.id).execute();
    const { exceptions } = await boardOf(shop, "owner");
    expect(exceptions).toEqual([
      { kind: "emails", count: 1, order_numbers: [expect.any(Number)] },
      { kind: "devices", count: 1, order_numbers: [] },
      { kind: "test_keys", count: 1, order_numbers: [] },
    ]);
    expect(await kinds(shop, "box_office")).toEqual(["emails"]);
    expect(await kinds(shop, "finance")).toEqual([]);
    expect(await kinds(shop, "reporter")).toEqual([]);
    await server.db.updateTable("scan_device").set({ waiting: 0 }).where("id", "=", device.id).execute();
    expect(await kinds(shop, "manager")).toEqual(["emails"]);
  });

  test("show e-mails without an order only to staff who can resend them", async () => {
    const shop = await createGateShop(server);
    const order = await buyForGate(server, shop, 1);
    const about = (before: string, ref_id: string) =>
      server.db.updateTable("outbox").set({ state: "dead", ref_id }).where("ref_id", "=", before).execute();
    const nothing = newId();
    await about(order.id, nothing);
    const emails = { kind: "emails", count: 1, order_numbers: [] };
    expect((await boardOf(shop, "manager")).exceptions).toEqual([emails]);
    // Box office resends e-mails from an order's page, and these e-mails belong to no order.
    expect(await kinds(shop, "box_office")).toEqual([]);
    await about(nothing, order.id);
    expect(await kinds(shop, "box_office")).toEqual(["emails"]);
  });

  test("show money that needs attention with its order, to staff who can act on it", async () => {
    const shop = await createGateShop(server);
    const order = await buyForGate(server, shop, 1);
    const { id } = await server.db
      .selectFrom("payment")
      .select("id")
      .where("ticket_order_id", "=", order.id)
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
        provider_ref: "dp_board",
      })
      .execute();
    expect((await boardOf(shop, "finance")).exceptions).toEqual([
      { kind: "money", count: 1, order_numbers: [expect.any(Number)] },
    ]);
    expect(await kinds(shop, "box_office")).toEqual([]);
  });
});

describe("what is left to do before opening", () => {
  const steps = async (shop: TestShop, role: Parameters<typeof boardOf>[1]) => {
    const { opening } = (await boardOf(shop, role)) as { opening: { step: string; is_done: boolean }[] | null };
    return opening && Object.fromEntries(opening.map(({ step, is_done }) => [step, is_done]));
  };
  const change = (shop: TestShop, columns: string) =>
    server.runAsOwner(`set app.seller = '*'; update seller set ${columns} where id = '${shop.seller_id}'`);

  test("is shown to catalogue editors with the completed steps, until the first real sale", async () => {
    const shop = await createGateShop(server);
    await change(shop, "theme = '{}', meta = meta - 'logo', web = web - 'terms'");
    const begun = { brand: false, event: true, terms: false, keys: false, test_purchase: false };
    await expect.poll(() => steps(shop, "owner"), { timeout: 10_000 }).toEqual(begun);
    expect((await boardOf(shop, "owner")).storefront).toBe(`http://localhost/${shop.slug}/events`);
    expect(await steps(shop, "box_office")).toBeNull();
    expect(await steps(shop, "finance")).toBeNull();
    await change(
      shop,
      `theme = '{"tier": 3}', web = web || '{"terms": {"html": "<p>Terms</p>", "version": "1"}}'::jsonb`,
    );
    await buyForGate(server, shop, 1);
    // A server caches a seller briefly.
    await expect
      .poll(() => steps(shop, "manager"), { timeout: 10_000 })
      .toEqual({ ...begun, brand: true, terms: true, test_purchase: true });
  });

  test("is not shown to a seller with more orders than one makes for testing", async () => {
    const shop = await createGateShop(server, withLimit(-1));
    for (let bought = 0; bought < 20; bought++) await buyForGate(server, shop, 1);
    expect(await steps(shop, "owner")).toMatchObject({ test_purchase: true });
    await buyForGate(server, shop, 1);
    expect(await steps(shop, "owner")).toBeNull();
  }, 60_000);

  test("is not shown to a seller that has sold something and is not in test mode", async () => {
    const shop = await createGateShop(server);
    await buyForGate(server, shop, 1);
    await change(shop, `configuration = configuration || '{"gateway": "stripe"}'::jsonb`);
    await expect.poll(() => steps(shop, "owner"), { timeout: 10_000 }).toBeNull();
  });
});
