import { sql } from "kysely";
import { expect, test } from "vitest";
import { flagDefaults } from "@foyer/contract/flags.ts";
import { notifyBuyersOfCancellations } from "../../../jobs/notifyBuyersOfCancellations.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { testProviders, type TestApp } from "../../../../test/app/testApp.ts";
import type { OrderEvent } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import {
  buyInChangeShop,
  cancelTickets,
  createChangeShop,
  fetchActions,
  orderOf,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const setCancelled = (shop: TestShop, cancelled: boolean) =>
  sql`update event_session set cancelled = ${cancelled} where id = ${shop.session.id}`.execute(server.db);

const runJob = ({ newer_manage = true } = {}) =>
  notifyBuyersOfCancellations({
    flagsOf: () => ({ ...flagDefaults, newer_manage }),
    connections: server.connections,
    providers: testProviders(server.connections),
    findSeller: sellerFinder(server.db, 0),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => {
        throw new Error(JSON.stringify(fields));
      },
    },
  });

const notice = "session_cancelled";
const historyOf = async (shop: TestShop, order: TestOrder): Promise<readonly OrderEvent[]> =>
  (await fetchActions(withLink(server, shop), order)).body.history;

test("every buyer with tickets for a cancelled session is notified once, with a link to choose", async () => {
  const shop = await createChangeShop(server);
  const orders = [orderOf(await new TestBuyer(server, shop).buy(2)), orderOf(await new TestBuyer(server, shop).buy(1))];
  await runJob();
  expect(await emailsOf(server, shop, notice)).toEqual([]);

  await setCancelled(shop, true);
  await Promise.all([runJob(), runJob()]);
  await runJob();
  const emails = await emailsOf(server, shop, notice);
  expect(emails.map(({ ref_id }) => ref_id).toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
  const entries = await auditOf(server.db, shop.seller_id);
  expect(entries.map(({ action, actor, via }) => [action, actor, via])).toEqual([
    ["order.session_cancelled", "job", "job"],
    ["order.session_cancelled", "job", "job"],
  ]);
  const email = emails.find(({ ref_id }) => ref_id === orders[0]?.id);
  expect(email?.subject).toMatch(/^Whales of the Harbor on .+ is cancelled$/);
  expect(email?.text).toContain("2 × Adult");
  expect(email?.text).toContain("$40.00");
  expect(email?.text).toContain("You can have your money back, or choose another time.");
  expect(email?.text).toContain(`/${shop.slug}/manage/${orders[0]?.id}?token=${orders[0]?.token}`);
});

test("no buyer whose tickets were cancelled before is notified", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  await cancelTickets(withLink(server, shop), order, order.tickets);
  await setCancelled(shop, true);
  await runJob();
  expect(await emailsOf(server, shop, notice)).toEqual([]);
});

test("another time is offered only where the order's page moves tickets", async () => {
  const shop = await createChangeShop(server);
  await new TestBuyer(server, shop).buy(1);
  await setCancelled(shop, true);
  await runJob({ newer_manage: false });
  const [email] = await emailsOf(server, shop, notice);
  expect(email?.text).toContain("You can have your money back.");
  expect(email?.text).not.toContain("another time");
});

test("buyers who were notified and still have the tickets are notified once that the session takes place after all", async () => {
  const shop = await createChangeShop(server);
  const [kept, given] = [
    orderOf(await new TestBuyer(server, shop).buy(2)),
    orderOf(await new TestBuyer(server, shop).buy(1)),
  ];
  await setCancelled(shop, true);
  await runJob();
  await cancelTickets(withLink(server, shop), given, given.tickets);
  await setCancelled(shop, false);
  const later = orderOf(await new TestBuyer(server, shop).buy(1));
  await Promise.all([runJob(), runJob()]);
  await runJob();
  const emails = await emailsOf(server, shop, "session_reinstated");
  expect(emails.map(({ ref_id }) => ref_id)).toEqual([kept.id]);
  expect(emails[0]?.subject).toMatch(/^Whales of the Harbor on .+ is going ahead after all$/);
  for (const part of [
    "Your visit is going ahead after all.",
    "2 × Adult",
    `/${shop.slug}/manage/${kept.id}?token=${kept.token}`,
  ])
    expect(emails[0]?.text).toContain(part);
  expect((await historyOf(shop, kept)).map(({ kind }) => kind)).toEqual([
    "bought",
    "session_cancelled",
    "session_reinstated",
  ]);
  expect((await historyOf(shop, later)).map(({ kind }) => kind)).toEqual(["bought"]);
  const { body } = await server.app.inject({
    url: `/api/ticket_order/${kept.id}/calendar.ics?_seller=${shop.slug}&token=${kept.token}`,
  });
  expect(body).not.toContain("STATUS:CANCELLED");
  expect(body).toContain("SEQUENCE:2\r\n");
});

test("no buyer of a past session is notified", async () => {
  const shop = await createChangeShop(server);
  await new TestBuyer(server, shop).buy(1);
  await setCancelled(shop, true);
  await runJob();
  await sql`update event_session set cancelled = false, start_datetime = (start_datetime at time zone 'utc' - interval '400 days') at time zone 'utc',
    end_datetime = (end_datetime at time zone 'utc' - interval '400 days') at time zone 'utc' where id = ${shop.session.id}`.execute(
    server.db,
  );
  await runJob();
  expect(await emailsOf(server, shop, "session_reinstated")).toEqual([]);
});

test("a session that takes place after all and is cancelled again notifies its buyers again", async () => {
  const shop = await createChangeShop(server);
  await new TestBuyer(server, shop).buy(1);
  for (const cancelled of [true, false, true]) {
    await setCancelled(shop, cancelled);
    await runJob();
  }
  expect(await emailsOf(server, shop, notice)).toHaveLength(2);
});

test("the link refunds the full price without a fee, even if the seller allows no cancellations", async () => {
  const { shop, order } = await buyInChangeShop(server, {
    self_edit: {
      enabled: true,
      anon_editing: false,
      allow: ["names"],
      cancel_fee: { percent: 50 },
      refund_to: "gift_card",
    },
    quantity: 1,
  });
  await setCancelled(shop, true);
  const { status, body } = await cancelTickets(withLink(server, shop), order, order.tickets);
  expect(status).toBe(200);
  expect(body.cancellation).toMatchObject({ fee: "0", refund: "20.00", gift_card: "0" });
  const [email] = await emailsOf(server, shop, "order_cancelled");
  expect(email?.subject).toMatch(/^Your refund from /);
  expect(email?.text).toContain("You will get your money back.");
  expect(email?.text).not.toContain("Your order has been cancelled.");
});

test("the order's history says once which visit the venue has cancelled, and when", async () => {
  const { shop, order } = await buyInChangeShop(server);
  await setCancelled(shop, true);
  await runJob();
  await runJob();
  const [session] = await server.db
    .selectFrom("event_session")
    .select("buyers_told_at")
    .where("id", "=", shop.session.id)
    .execute();
  expect(await historyOf(shop, order)).toMatchObject([
    { kind: "bought" },
    {
      kind: "session_cancelled",
      tickets: 2,
      amount: "0",
      event_name: "Whales of the Harbor",
      by_venue: true,
      at: session?.buyers_told_at,
    },
  ]);
});

test("the history of an order whose tickets were cancelled earlier does not mention the session", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  await cancelTickets(withLink(server, shop), order, order.tickets);
  await setCancelled(shop, true);
  await runJob();
  expect((await historyOf(shop, order)).map(({ kind }) => kind)).not.toContain("session_cancelled");
});

test("the e-mail contains the calendar, whose sequence increases so that calendars apply the cancellation", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  await setCancelled(shop, true);
  await runJob();
  const [email] = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "session_cancelled");
  expect(email?.["message"]).toMatchObject({ enclosed: [{ make: "calendar", ticket_order_id: order.id }] });
  const { body } = await server.app.inject({
    url: `/api/ticket_order/${order.id}/calendar.ics?_seller=${shop.slug}&token=${order.token}`,
  });
  expect(body).toContain("STATUS:CANCELLED");
  expect(body).toContain("SEQUENCE:1\r\n");
});
