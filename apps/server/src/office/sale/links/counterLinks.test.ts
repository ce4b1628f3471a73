import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  endTime,
  linkOf,
  LinkPayer,
  linkRequest,
  makeTestLink,
  openLinkShop,
} from "../../../../test/office/counterLinks.ts";
import { auditOf, mailsTo, signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import { ada, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("a link holds the tickets for half an hour, can be paid by anybody who has it, and the counter sees that it is paid", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const link = await makeTestLink(clerk, shop);
  expect(link).toMatchObject({ state: "open", total: "40.00", currency: "USD", order_number: null });
  expect(link.url).toContain(`/${shop.slug}/checkout/`);
  const minutes = (Date.parse(link.expires_at) - Date.parse(link.made_at)) / 60_000;
  expect(Math.abs(minutes - 30)).toBeLessThan(1);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);

  const payer = new LinkPayer(server, shop, link);
  expect((await payer.buyer.get(`/cart/${payer.cart_id}`)).body.cart._data[0].outstanding_balance).toBe("40.00");
  expect((await payer.pay()).status).toBe(200);
  expect(await linkOf(clerk, link)).toMatchObject({ state: "paying" });
  const done = await payer.checkOut();
  expect(done.body.outcome).toBe("completed");
  const [order] = done.body.ticket_order._data;
  expect(await linkOf(clerk, link)).toMatchObject({ state: "paid", order_number: Number(order.order_number) });
  expect((await clerk.get(`/orders/${order.order_number}`)).body).toMatchObject({
    channel_id: "box_office",
    purchaser: { first_name: ada.first_name, email: ada.email },
    sums: { paid: "40.00" },
  });
  const { history } = (await clerk.get(`/orders/${order.order_number}`)).body;
  expect(history).toContainEqual(expect.objectContaining({ kind: "held", by: clerk.person.name }));
  expect(history).toContainEqual(expect.objectContaining({ kind: "bought", by: "The buyer", tickets: 2 }));
  // No payment was taken at the counter.
  expect((await clerk.post("/till/count", { counts: [] })).body.till.count.expected).toBe("100.00");
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
});

test("a link is sent if an address is given, and leads to the payment", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const link = await makeTestLink(clerk, shop, { email: "grace@counter.example", first_name: "Grace" });
  const mails = await mailsTo(server.db, "grace@counter.example");
  expect(mails.map(({ kind }) => kind)).toEqual(["counter_link"]);
  expect(JSON.stringify(mails)).toContain(new URL(link.url).pathname);
  expect((await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "order.link_made")).toMatchObject(
    [{ entity_kind: "counter_sale", entity_id: link.sale_id, after: { total: "40.00" } }],
  );
});

test("whoever has the link pays for it as it is: they neither change it nor make it their own", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const payer = new LinkPayer(server, shop, await makeTestLink(clerk, shop));
  expect(refusalOf(await payer.buyer.post(`/cart/${payer.cart_id}/modify`, { remove: [] }))).toBe("403 access_denied");
  expect(refusalOf(await payer.buyer.post(`/my/cart/${payer.cart_id}/transfer`, {}))).toBe("409 cart_not_editable");
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
});

test.each([
  ["less than the tickets come to", { total: "39.00" }, "422 payment_incorrect_amount"],
  ["nothing", { total: "0" }, "422 payment_incorrect_amount"],
])("a link for %s is refused, and nothing is held", async (_, more, refusal) => {
  const { shop, clerk } = await openLinkShop(server);
  const refused = await clerk.post("/counter_links", linkRequest(shop, more));
  expect(refusalOf(refused)).toBe(refusal);
  expect(refused.body._data[0]._extra).toEqual({ total: "40.00" });
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
});

test("without an open till no link is made", async () => {
  const { shop } = await openLinkShop(server);
  const other = await signedIn(server, shop, ["manager"]);
  expect(refusalOf(await other.post("/counter_links", linkRequest(shop)))).toBe("409 till_closed");
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
});

test("a link that is asked for again is the same one; its sale is not made by other means, and nobody else has it", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const sent = linkRequest(shop);
  const [first, again] = [await clerk.post("/counter_links", sent), await clerk.post("/counter_links", sent)];
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  const { total: _, ...sale } = sent;
  const cash = { ...sale, means: [{ kind: "cash", amount: "40.00" }] };
  expect(refusalOf(await clerk.post("/counter_sales", cash))).toBe("422 validation_failed");
  const other = await signedIn(server, shop, ["box_office"]);
  await other.post("/till/open", { float: "0" });
  expect(refusalOf(await other.post("/counter_links", sent))).toBe("422 validation_failed");
  expect((await other.get("/counter_links")).body.links).toEqual([]);
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
});

test("a link is refused with the sale id of an earlier sale", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const { total, ...sale } = linkRequest(shop);
  await clerk.post("/counter_sales", { ...sale, means: [{ kind: "cash", amount: total }] });
  expect(refusalOf(await clerk.post("/counter_links", { ...sale, total }))).toBe("422 validation_failed");
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
});

test("a withdrawn link releases its tickets and takes no money", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const link = await makeTestLink(clerk, shop);
  const payer = new LinkPayer(server, shop, link);
  const withdraw = () => clerk.post(`/counter_links/${link.sale_id}/withdraw`, {});
  expect(refusalOf(await withdraw())).toBe("200");
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
  expect(await linkOf(clerk, link)).toMatchObject({ state: "ended" });
  expect(refusalOf(await payer.pay())).toBe("410 cart_expired");
  expect(await shopStates(server, "payment", shop)).toEqual([]);
  expect(refusalOf(await withdraw())).toBe("410 cart_expired");
});

test("a link of another seller is not found, nor is one that does not exist", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const link = await makeTestLink(clerk, shop);
  const { clerk: stranger } = await openLinkShop(server);
  expect(refusalOf(await stranger.post(`/counter_links/${link.sale_id}/withdraw`, {}))).toBe("404 not_found");
  expect(await linkOf(clerk, link)).toMatchObject({ state: "open" });
});

test("an expired link has ended, and its tickets are sold to others", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const link = await makeTestLink(clerk, shop);
  const payer = new LinkPayer(server, shop, link);
  await endTime(server, payer);
  expect(await linkOf(clerk, link)).toMatchObject({ state: "ended" });
  await server.db.updateTable("event_session").set({ capacity: 2 }).where("id", "=", shop.session.id).execute();
  expect((await new TestBuyer(server, shop).hold(2)).id).toBeDefined();
  expect(refusalOf(await payer.pay())).toBe("410 cart_expired");
  expect(await usedPlaces(server, shop)).toEqual([2, 0]);
});
