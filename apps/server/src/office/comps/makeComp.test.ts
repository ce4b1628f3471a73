import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import { createGiftCardEvent } from "../../../test/payments/giftCards.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const comp = (shop: TestShop, more: object = {}) => ({
  event_template_id: shop.event.id,
  event_session_id: shop.session.id,
  tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@comp.example",
  reason: "Press",
  ...more,
});
const configure = (shop: TestShop, configuration: object) =>
  server.db
    .updateTable("seller")
    .set({ configuration: JSON.stringify({ ledger_id: "cards", ...configuration }) })
    .where("id", "=", shop.seller_id)
    .execute();

test("tickets are held and booked free of charge, with the reason, the person and their value", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  const made = await clerk.post("/comp_orders", comp(shop));
  expect(made.status).toBe(200);
  const { body } = await clerk.get(`/orders/${made.body.order_number}`);
  expect(body).toMatchObject({
    total: "0",
    state: "valid",
    channel_id: "comp",
    purchaser: { first_name: "Grace", last_name: "Hopper", email: "grace@comp.example" },
    tickets: [
      { price: "20.00", discount: "20.00", value: "0" },
      { price: "20.00", value: "0" },
    ],
    sums: { paid: "0", left: "0" },
  });
  const by = clerk.person.name;
  expect(body.history).toContainEqual(expect.objectContaining({ kind: "given", by, tickets: 2, text: "Press" }));
  expect(JSON.stringify(body.history)).not.toContain("The buyer");
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  expect((await mailsTo(server.db, "grace@comp.example")).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
  const rows = await server.db
    .selectFrom("comp_order")
    .select(["reason", "tickets", "worth", "staff_id"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(rows).toEqual([{ reason: "Press", tickets: 2, worth: 4000, staff_id: clerk.person.id }]);
  const entries = await auditOf(server.db, shop.seller_id);
  expect(entries.filter(({ action }) => action === "order.comped")).toMatchObject([
    { actor: "staff", entity_id: String(made.body.order_number), after: { tickets: 2, worth: "40.00" } },
  ]);
  expect((await clerk.get("/orders?channel_id=comp")).body.orders).toMatchObject([
    { order_number: made.body.order_number },
  ]);
});

test("the e-mail can have a sentence, or be left out", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  const give = async (email: string, email_choice: object) => {
    expect((await clerk.post("/comp_orders", comp(shop, { email, email_choice }))).status).toBe(200);
    return mailsTo(server.db, email);
  };
  const [told, ...more] = await give("told@comp.example", { is_sent: true, sentence: "Enjoy the preview." });
  expect([more, JSON.stringify(told?.message).includes("Enjoy the preview.")]).toEqual([[], true]);
  expect(await give("silent@comp.example", { is_sent: false })).toEqual([]);
  const comps = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "order.comped");
  expect(comps).toMatchObject([{ after: { email: "with a sentence" } }, { after: { email: "not sent" } }]);
  // Sent later, the e-mail is the order's confirmation.
  const { orders } = (await clerk.get("/orders?channel_id=comp")).body;
  for (const { order_number } of orders)
    expect((await clerk.post(`/orders/${order_number}/resend`, {})).status).toBe(200);
  expect((await mailsTo(server.db, "silent@comp.example")).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
});

test("box office gives away a limited number of tickets a day, a manager any number", async () => {
  const shop = await createDeskShop(server);
  await configure(shop, { comp_limits: { day: 3 } });
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect((await clerk.post("/comp_orders", comp(shop))).status).toBe(200);
  const refused = await clerk.post("/comp_orders", comp(shop, { reason: "Also press" }));
  expect([refusalOf(refused), refused.body._data[0]._extra]).toEqual(["403 comp_limit", { left: 1 }]);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  const colleague = await signedIn(server, shop, ["box_office"]);
  expect((await colleague.post("/comp_orders", comp(shop))).status).toBe(200);
  const manager = await signedIn(server, shop, ["manager"]);
  expect((await manager.post("/comp_orders", comp(shop))).status).toBe(200);
  expect((await manager.post("/comp_orders", comp(shop, { reason: "Also press" }))).status).toBe(200);
  expect(await usedPlaces(server, shop)).toEqual([8, 0]);
});

test("a full session is refused, unless staff with the permission to override give the tickets away", async () => {
  const shop = await createDeskShop(server);
  await server.db.updateTable("event_session").set({ capacity: 1 }).where("id", "=", shop.session.id).execute();
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect(refusalOf(await clerk.post("/comp_orders", comp(shop)))).toBe("409 session_capacity_exceeded");
  expect(refusalOf(await clerk.post("/comp_orders", comp(shop, { oversells: true })))).toBe("422 policy_refuses");
  const manager = await signedIn(server, shop, ["manager"]);
  expect((await manager.post("/comp_orders", comp(shop, { oversells: true }))).status).toBe(200);
  expect(await usedPlaces(server, shop)).toEqual([1, 0]);
});

test("gift cards are not given away", async () => {
  const shop = await createDeskShop(server);
  const event = await createGiftCardEvent(server, shop);
  const clerk = await signedIn(server, shop, ["manager"]);
  const request = comp(shop, {
    event_template_id: event.id,
    event_session_id: undefined,
    tickets: [{ ticket_type_id: event.groups[0]?.types[0]?.id, quantity: 1 }],
  });
  expect(refusalOf(await clerk.post("/comp_orders", request))).toBe("422 ticket_type_not_available");
  expect(await shopStates(server, "ticket", shop)).toEqual([]);
});

test.each([{ reason: " " }, { first_name: "" }, { tickets: [] }, { email: "nobody" }, { email: "a..b@comp.example" }])(
  "%o is refused, and nothing is held",
  async (more) => {
    const shop = await createDeskShop(server);
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect((await clerk.post("/comp_orders", comp(shop, more))).status).toBe(422);
    expect(await shopStates(server, "ticket", shop)).toEqual([]);
  },
);

describe("the e-mail of a comp", () => {
  const preview = (shop: TestShop, who: OfficeBrowser, more: object = {}) => {
    const { reason: _, ...asked } = comp(shop, more) as ReturnType<typeof comp> & { reason: string };
    return who.post("/comp_orders/preview", asked);
  };

  test("is previewed as it is sent, and the preview holds, books and sends nothing", async () => {
    const shop = await createDeskShop(server);
    const clerk = await signedIn(server, shop, ["box_office"]);
    const email = "previewed@comp.example";
    const { status, body } = await preview(shop, clerk, { email });
    expect([status, body.email.to]).toEqual([200, email]);
    expect(body.email.text).toContain("Grace");
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
    expect(await mailsTo(server.db, email)).toEqual([]);
    for (const table of ["cart", "ticket_order", "ticket", "comp_order", "identity", "journal_entry"] as const)
      expect(
        (
          await server.db
            .selectFrom(table as "cart")
            .select("seller_id")
            .where("seller_id", "=", shop.seller_id)
            .execute()
        ).length,
        table,
      ).toBe(0);
    expect((await clerk.post("/comp_orders", comp(shop, { email }))).status).toBe(200);
    const [sent] = await mailsTo(server.db, email);
    expect(sent?.message.subject).toBe(body.email.subject);
  });

  test("is null without an address, and refused as giving them away is", async () => {
    const shop = await createDeskShop(server);
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect((await preview(shop, clerk, { email: null })).body).toEqual({ email: null });
    expect(refusalOf(await preview(shop, clerk, { oversells: true }))).toBe("422 policy_refuses");
    const many = await preview(shop, clerk, { tickets: [{ ticket_type_id: shop.type.id, quantity: 100 }] });
    expect(many.status).toBeGreaterThanOrEqual(409);
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
  });
});
