import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, mailsTo, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import { createGiftCard, createGiftCardEvent } from "../../../test/payments/giftCards.ts";
import { createGiftCardShop } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const sale = (shop: TestShop, means: readonly object[], more: object = {}) => ({
  sale_id: newId(),
  event_template_id: shop.event.id,
  event_session_id: shop.session.id,
  tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
  means,
  email: null,
  ...more,
});
const cash = (amount: string, tendered?: string) => ({ kind: "cash", amount, ...(tendered && { tendered }) });

/** A box office clerk with an open till of 100.00, at a shop whose tickets cost 20.00 each. */
const openShop = async (shop?: TestShop) => {
  const at = shop ?? (await createDeskShop(server));
  const clerk = await signedIn(server, at, ["box_office"]);
  await clerk.post("/till/open", { float: "100.00" });
  return { shop: at, clerk };
};
const expectedIn = async (clerk: Awaited<ReturnType<typeof signedIn>>) =>
  (await clerk.post("/till/count", { counts: [] })).body.till.count.expected;
const journalOf = async (shop: TestShop) =>
  (
    await server.db
      .selectFrom("journal_entry")
      .select(["cause", "debit", "credit", "amount", "channel_id"])
      .where("seller_id", "=", shop.seller_id)
      .where("cause", "in", ["order", "capture"])
      .orderBy("cause")
      .execute()
  ).map(({ cause, debit, credit, amount, channel_id }) => [cause, channel_id, debit, credit, amount.map(Number)]);
const unchanged = async (shop: TestShop, clerk: Awaited<ReturnType<typeof signedIn>>) => {
  expect((await usedPlaces(server, shop)).every((used) => used === 0)).toBe(true);
  expect(await shopStates(server, "payment", shop)).toEqual([]);
  expect(await expectedIn(clerk)).toBe("100.00");
};

test("two tickets are sold for cash: the order, its money and the till's entry are one", async () => {
  const { shop, clerk } = await openShop();
  const made = await clerk.post("/counter_sales", sale(shop, [cash("40.00", "50.00")]));
  expect([made.status, made.body]).toMatchObject([200, { total: "40.00", change: "10.00", currency: "USD" }]);
  const { body } = await clerk.get(`/orders/${made.body.order_number}`);
  expect(body).toMatchObject({ state: "valid", total: "40.00", channel_id: "box_office", sums: { paid: "40.00" } });
  const by = clerk.person.name;
  expect(body.history).toContainEqual(expect.objectContaining({ kind: "held", by }));
  expect(body.history).toContainEqual(expect.objectContaining({ kind: "sold", by, tickets: 2, amount: "40.00" }));
  expect(body.history).toContainEqual(expect.objectContaining({ after: { total: "40.00", means: ["cash 40.00"] } }));
  expect(JSON.stringify(body.history)).not.toContain("The buyer");
  for (const filter of ["channel_id=box_office", "means=cash", "means=cash&channel_id=box_office"])
    expect((await clerk.get(`/orders?${filter}`)).body.orders).toMatchObject([
      { order_number: made.body.order_number },
    ]);
  for (const filter of ["channel_id=web", "means=gift_card", "means=card", "means=terminal"])
    expect((await clerk.get(`/orders?${filter}`)).body.orders).toEqual([]);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  expect(await journalOf(shop)).toEqual([
    ["capture", null, ["cash:cash"], ["suspense"], [4000]],
    ["order", "box_office", ["suspense"], ["sales"], [4000]],
  ]);
  expect((await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "order.sold")).toMatchObject([
    { entity_id: String(made.body.order_number), after: { total: "40.00", means: ["cash 40.00"] } },
  ]);
  expect(await expectedIn(clerk)).toBe("140.00");
});

test("an e-mail with the tickets is sent if an address is given", async () => {
  const { shop, clerk } = await openShop();
  const buyer = { first_name: "Grace", last_name: "Hopper", email: "grace@counter.example" };
  expect((await clerk.post("/counter_sales", sale(shop, [cash("40.00")], buyer))).status).toBe(200);
  expect((await mailsTo(server.db, "grace@counter.example")).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
});

test("cash, a card on another terminal and a gift card pay for one sale together", async () => {
  const shop = await createGiftCardShop(server);
  const { clerk } = await openShop(shop);
  const { number } = await createGiftCard(server, shop, 1000);
  const means = [
    { kind: "gift_card", amount: "10.00", number },
    { kind: "terminal", amount: "12.00", slip: "0017" },
    { kind: "terminal", amount: "8.00", slip: "0018" },
    cash("10.00"),
  ];
  const made = await clerk.post("/counter_sales", sale(shop, means));
  expect([made.status, made.body.change]).toEqual([200, "0"]);
  const finance = await signedIn(server, shop, ["finance"]);
  const day = Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate().toString();
  expect((await finance.get(`/tills?day=${day}`)).body.tills[0].means).toEqual([
    { gateway_id: "cash", sales: 1, sold: "10.00", refunded: "0" },
    { gateway_id: "ledger", sales: 1, sold: "10.00", refunded: "0" },
    { gateway_id: "terminal", sales: 2, sold: "20.00", refunded: "0" },
  ]);
  expect(await expectedIn(clerk)).toBe("110.00");
  const again = await clerk.post("/counter_sales", sale(shop, [{ kind: "gift_card", amount: "40.00", number }]));
  expect(refusalOf(again)).toBe("409 till_counted");
});

test.each([
  ["too little", [cash("39.99")], "422 payment_incorrect_amount"],
  ["too much", [cash("40.01")], "422 payment_incorrect_amount"],
  ["nothing", [], "422 payment_incorrect_amount"],
  ["less cash than is due", [cash("40.00", "39.99")], "422 validation_failed"],
  ["cash twice", [cash("20.00"), cash("20.00")], "422 validation_failed"],
  ["a slip twice", [1, 2].map(() => ({ kind: "terminal", amount: "20.00", slip: "7" })), "422 validation_failed"],
  ["a gift card that there is not", [{ kind: "gift_card", amount: "40.00", number: "NONE" }], "404 not_found"],
])("a sale for %s is refused, and nothing is held or taken", async (_, means, refusal) => {
  const { shop, clerk } = await openShop();
  expect(refusalOf(await clerk.post("/counter_sales", sale(shop, means)))).toBe(refusal);
  await unchanged(shop, clerk);
});

test("a gift card with too little takes nothing from the till either", async () => {
  const shop = await createGiftCardShop(server);
  const { clerk } = await openShop(shop);
  const { number } = await createGiftCard(server, shop, 900);
  const means = [cash("30.00"), { kind: "gift_card", amount: "10.00", number }];
  expect(refusalOf(await clerk.post("/counter_sales", sale(shop, means)))).toContain("insufficient_balance");
  await unchanged(shop, clerk);
});

test("the amount due is shown, and the field when cash is missing", async () => {
  const { shop, clerk } = await openShop();
  const wrong = await clerk.post("/counter_sales", sale(shop, [cash("10.00")]));
  expect(wrong.body._data[0]._extra).toEqual({ total: "40.00" });
  const short = await clerk.post("/counter_sales", sale(shop, [cash("40.00", "20.00")]));
  expect(short.body._data[0]._extra).toEqual({ fields: ["means.0.tendered"] });
});

test("without an open till nothing is sold", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect(refusalOf(await clerk.post("/counter_sales", sale(shop, [cash("40.00")])))).toBe("409 till_closed");
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
});

test("a sale that is sent again sells nothing twice and counts the cash once", async () => {
  const { shop, clerk } = await openShop();
  const sent = sale(shop, [cash("40.00", "100.00")]);
  const replies = [await clerk.post("/counter_sales", sent), await clerk.post("/counter_sales", sent)];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  const stranger = await signedIn(server, shop, ["box_office"]);
  expect(refusalOf(await stranger.post("/counter_sales", sent))).toBe("422 validation_failed");
  expect(await expectedIn(clerk)).toBe("140.00");
});

test("a full session is refused, as in the web shop", async () => {
  const { shop, clerk } = await openShop();
  await server.db.updateTable("event_session").set({ capacity: 1 }).where("id", "=", shop.session.id).execute();
  expect(refusalOf(await clerk.post("/counter_sales", sale(shop, [cash("40.00")])))).toBe(
    "409 session_capacity_exceeded",
  );
  await unchanged(shop, clerk);
});

test("gift cards are not sold here", async () => {
  const { shop, clerk } = await openShop();
  const event = await createGiftCardEvent(server, shop);
  const request = sale(shop, [cash("40.00")], {
    event_template_id: event.id,
    event_session_id: undefined,
    tickets: [{ ticket_type_id: event.groups[0]?.types[0]?.id, quantity: 1 }],
  });
  expect(refusalOf(await clerk.post("/counter_sales", request))).toBe("422 ticket_type_not_available");
});
