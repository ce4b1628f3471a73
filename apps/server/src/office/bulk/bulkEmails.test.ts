import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { bulkRequest, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { shopRows } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A shop with a manager and orders of its first session, the last of which has no address. */
const open = async () => {
  const shop = await createDeskShop(server);
  const manager = await signedIn(server, shop, ["manager"]);
  const orders = [];
  for (const quantity of [1, 2, 1]) orders.push(await buyAtDesk(server, shop, quantity));
  const last = orders[2]?.id ?? "";
  const { identity_id } = await server.db
    .selectFrom("ticket_order")
    .select("identity_id")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", last)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable("identity")
    .set({ email: null })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", identity_id)
    .execute();
  return { shop, manager, orders, numberless: orders[2]?.number };
};
const wordsOf = (shop: TestShop) => ({
  offers_choice: true,
  from_day: Temporal.Now.plainDateISO(shop.timezone).add({ days: 2 }).toString(),
  subject: "The pier is closed",
  message: "A storm has damaged the pier.",
});
const sentOf = async (shop: TestShop, kind: string) =>
  (await shopRows(server, "outbox", shop)).filter((row) => row["kind"] === kind);
const same = (text: string): string => text.replaceAll(/token=[\w-]+/g, "token=…");

test.each([
  ["cancel", "order_cancelled", () => ({})],
  ["move", "order_changed", (shop: TestShop) => ({ target_session_id: shop.event.sessions[1]?.id })],
] as const)(
  "a preview of %s counts the e-mails that are then sent, shows them, and the report names who got none",
  async (action, kind, more) => {
    const { shop, manager, numberless } = await open();
    const request = bulkRequest(shop, { action, ...more(shop) });
    const { body } = await manager.post("/bulk/preview", request);
    expect(body).toMatchObject({ with_email: 2, without_email: 1 });
    const started = await startBulk(manager, request);
    await runBulk(server);
    const sent = await sentOf(shop, kind);
    expect(sent).toHaveLength(body.with_email);
    const texts = sent.map(({ message }) => same((message as { text: string }).text));
    expect(texts.toSorted()).toEqual(body.emails.map(({ text }: { text: string }) => text).toSorted());
    expect(await jobOf(manager, started)).toMatchObject({
      without_email: { orders: 1, order_numbers: [numberless] },
      undelivered: { orders: 0, order_numbers: [] },
    });
  },
);

test("a preview of a message counts and shows what is sent", async () => {
  const { shop, manager, numberless } = await open();
  const request = bulkRequest(shop, { action: "write", subject: "Bring a coat", message: "It is cold." });
  const { body } = await manager.post("/bulk/preview", request);
  expect(body).toMatchObject({ with_email: 2, without_email: 0, cannot: [{ reason: "no_email", orders: 1 }] });
  const started = await startBulk(manager, request);
  await runBulk(server);
  const texts = (await sentOf(shop, "bulk_message")).map(({ message }) => same((message as { text: string }).text));
  expect(texts.toSorted()).toEqual(body.emails.map(({ text }: { text: string }) => text).toSorted());
  // It is among those that need attention.
  const job = await jobOf(manager, started);
  expect([job.without_email.orders, job.open]).toMatchObject([0, [{ order_number: numberless, reason: "no_email" }]]);
});

test("a choice is also sent to buyers whose order will be left to people, and the preview counts them", async () => {
  const { shop, manager, orders, numberless } = await open();
  const setTicket = (state: "redeemed" | "booked") =>
    server.db
      .updateTable("ticket")
      .set({ state })
      .where("id", "=", orders[1]?.tickets[0] ?? "")
      .execute();
  await setTicket("redeemed");
  const request = bulkRequest(shop, wordsOf(shop));
  const { body } = await manager.post("/bulk/preview", request);
  expect(body).toMatchObject({ with_email: 2, without_email: 1, cannot: [{ reason: "used", orders: 1 }] });
  const started = await startBulk(manager, request);
  await runBulk(server);
  expect(await sentOf(shop, "bulk_message")).toHaveLength(2);
  expect((await jobOf(manager, started)).without_email).toEqual({ orders: 1, order_numbers: [numberless] });
  await setTicket("booked");
});

test("the report names orders whose e-mail could not be sent, and not those of another job", async () => {
  const { shop, manager, orders } = await open();
  const write = (subject: string) =>
    startBulk(manager, bulkRequest(shop, { action: "write", subject, message: "It is cold." }));
  const first = await write("Bring a coat");
  await runBulk(server);
  await server.db
    .updateTable("outbox")
    .set({ state: "dead" })
    .where("seller_id", "=", shop.seller_id)
    .where("kind", "=", "bulk_message")
    .where("ref_id", "=", orders[0]?.id ?? "")
    .execute();
  const second = await write("Bring a hat");
  await runBulk(server);
  expect((await jobOf(manager, first)).undelivered).toEqual({ orders: 1, order_numbers: [orders[0]?.number] });
  expect((await jobOf(manager, second)).undelivered.orders).toBe(0);
});
