import { beforeAll, expect, test } from "vitest";
import type { PersonPage } from "@foyer/contract/office/orders/person.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createDeskShop } from "../../../../test/office/deskShop.ts";
import { signedIn, type NewStaff, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { venueContext } from "../../../../test/orders/venueChanges.ts";
import { indexOrders } from "../../../modules/orders/search/indexOrders.ts";

let server: TestApp;
let shop: TestShop;
let clerk: OfficeBrowser & { readonly person: NewStaff };
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createDeskShop(server);
  clerk = await signedIn(server, shop, ["box_office"], { name: "Bo Booth" });
});

/** The number of an order that was bought with an address, as another guest each time. */
const buyAs = async (email: string, of = shop): Promise<number> => {
  const buyer = new TestBuyer(server, of);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const { body } = await buyer.checkOut(cart, { identity: { ...ada, email } });
  return Number(body.ticket_order._data[0].order_number);
};
/** Lets the orders be found. */
const index = async (): Promise<void> => {
  const ctx = await venueContext(server, shop);
  while ((await indexOrders(ctx)) > 0);
};
const read = async (number: number, who: OfficeBrowser = clerk): Promise<PersonPage> => {
  const { status, body } = await who.get(`/orders/${number}/person`);
  expect(status).toBe(200);
  return body;
};
const numbersOf = ({ orders }: PersonPage): number[] => orders.map(({ order_number }) => order_number);

test("a purchaser without a membership has a page with their orders, the newest first, and nobody else's", async () => {
  const first = await buyAs("rosa@person.example");
  const second = await buyAs("Rosa@person.example");
  await buyAs("rosa.other@person.example");
  await buyAs("rosa@person.example", await createDeskShop(server));
  await index();
  for (const number of [first, second]) expect(numbersOf(await read(number))).toEqual([second, first]);
  expect(await read(first)).toMatchObject({
    name: `${ada.first_name} ${ada.last_name}`,
    email: "rosa@person.example",
    has_account: false,
    more: false,
    member_id: null,
    notes: [],
  });
});

test("notes on each of their orders are on their page, pinned ones first, and a note is in the audit log of its order", async () => {
  const [older, newer] = [await buyAs("kim@person.example"), await buyAs("kim@person.example")];
  await index();
  const write = async (number: number, text: string): Promise<string> =>
    (await clerk.post(`/orders/${number}/notes`, { text, is_pinned: false })).body.id;
  const pinned = await write(older, "Needs a step-free way");
  await write(newer, "Rang about parking");
  expect((await clerk.post(`/orders/${older}/notes/${pinned}/pin`, { is_pinned: true })).status).toBe(200);
  const { notes } = await read(newer);
  expect(notes.map(({ text, by, is_pinned, order_number }) => ({ text, by, is_pinned, order_number }))).toEqual([
    { text: "Needs a step-free way", by: "Bo Booth", is_pinned: true, order_number: older },
    { text: "Rang about parking", by: "Bo Booth", is_pinned: false, order_number: newer },
  ]);
  const owner = await signedIn(server, shop, ["owner"]);
  const { entries } = (await owner.get(`/audit?entity_kind=order&entity_id=${older}`)).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(["order.note_pinned", "order.note_added"]);
});

test("an order that was just bought is on the page before it can be found", async () => {
  const number = await buyAs("new@person.example");
  expect(numbersOf(await read(number))).toEqual([number]);
});

test("a person of another seller is not found", async () => {
  const number = await buyAs("away@person.example");
  const stranger = await signedIn(server, await createDeskShop(server), ["owner"]);
  expect((await stranger.get(`/orders/${number}/person`)).status).toBe(404);
});
