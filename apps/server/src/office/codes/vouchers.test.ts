import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { cancelTickets, orderOf, refusalOf, type TestOrder } from "../../../test/orders/changedOrders.ts";
import { needsVouchers, openChangeShop, withVouchers } from "../../../test/orders/cityPass.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let finance: OfficeBrowser;
let today: Temporal.PlainDate;
/** Order numbers. */
let first: number;
let second: number;
setUpTestApp((opened) => void (server = opened));

const buy = async (codes: readonly string[]) => {
  const buyer = new TestBuyer(server, shop);
  const held = await buyer.post("/my/cart/modify", {
    add: [ticketLine(shop.event, codes.length)],
    ...withVouchers(shop, codes),
  });
  expect(refusalOf(held)).toBe("200");
  const [cart] = held.body.cart._data;
  await buyer.pay(cart, cards.good);
  return { buyer, order: orderOf(await buyer.checkOut(cart)) };
};

const numberOf = async ({ id }: TestOrder): Promise<number> =>
  (await server.db.selectFrom("ticket_order").select("order_number").where("id", "=", id).executeTakeFirstOrThrow())
    .order_number;

beforeAll(async () => {
  shop = await openChangeShop(server, needsVouchers);
  await recordPrices(server, shop);
  finance = await signedIn(server, shop, ["finance"]);
  first = await numberOf((await buy(["CP111111", "cp222222"])).order);
  const { buyer, order } = await buy(["CP333333", "CP444444"]);
  second = await numberOf(order);
  // The last ticket is given up, so its voucher can be used again.
  expect((await cancelTickets(buyer, order, order.tickets.slice(1))).status).toBe(200);
  today = Temporal.Now.plainDateISO(shop.timezone);
});

const span = (from: number, to: number, more = ""): string =>
  `from=${today.add({ days: from }).toString()}&to=${today.add({ days: to }).toString()}${more}`;
const listed = async (query = span(-1, 1), who = finance) => (await who.get(`/vouchers?${query}`)).body;
const endings = ({ vouchers }: { vouchers: { order_number: number; ending: string }[] }) =>
  vouchers.map(({ order_number, ending }) => `${order_number} ${ending}`);

describe("city-pass vouchers that were used", () => {
  test("are listed by order, without those that were given up, and by their ends alone", async () => {
    const body = await listed();
    expect(endings(body).toSorted()).toEqual([`${first} …1111`, `${first} …2222`, `${second} …3333`].toSorted());
    expect(body.vouchers[0]).toMatchObject({ order_number: second, is_checked_in: false });
    expect(JSON.stringify(body)).not.toMatch(/CP111111/i);
    expect(body.next).toBeNull();
  });

  test("show whether their tickets were used for entry", async () => {
    const [{ ticket_id }] = (await listed()).vouchers;
    const set = (state: "redeemed" | "booked") =>
      server.db.updateTable("ticket").set({ state }).where("id", "=", ticket_id).execute();
    await set("redeemed");
    const { vouchers } = await listed();
    await set("booked");
    expect(vouchers.map(({ is_checked_in }: { is_checked_in: boolean }) => is_checked_in)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("are listed by the day of the order or of the visit", async () => {
    expect(endings(await listed(span(-3, -2)))).toEqual([]);
    expect(endings(await listed(span(-1, 1, "&dated=visit")))).toEqual([]);
    expect(endings(await listed(span(6, 9, "&dated=visit")))).toHaveLength(3);
  });

  test("are paginated without repetition", async () => {
    const [newest] = (await listed()).vouchers;
    const rest = await listed(span(-1, 1, `&after=${newest.order_number}_${newest.ticket_id}`));
    expect(endings(rest).every((one) => one.startsWith(`${first} `))).toBe(true);
    expect(rest.vouchers).toHaveLength(2);
  });

  test("can be exported in full by staff who can download rows, which the audit log records", async () => {
    const { body, status } = await finance.get(`/vouchers/download?${span(-1, 1)}&format=csv`);
    expect(status).toBe(200);
    const [head, ...lines] = String(body).trim().split("\r\n");
    expect(head).toBe("order_number,sold_on,visit_on,event,ticket_type,voucher,checked_in");
    expect(lines.map((line) => line.split(",").slice(-2).join()).toSorted()).toEqual([
      "CP111111,no",
      "CP333333,no",
      "cp222222,no",
    ]);
    const entries = await auditOf(server.db, shop.seller_id);
    expect(entries.map(({ action }) => action)).toContain("rows.downloaded");
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect((await listed(span(-1, 1), clerk)).vouchers).toHaveLength(3);
    expect((await clerk.get(`/vouchers/download?${span(-1, 1)}&format=csv`)).status).toBe(403);
  });

  test("exclude other sellers", async () => {
    const other = await openChangeShop(server, needsVouchers);
    const stranger = await signedIn(server, other, ["owner"]);
    expect(endings(await listed(span(-1, 1), stranger))).toEqual([]);
    expect(endings(await listed(span(6, 9, "&dated=visit"), stranger))).toEqual([]);
  });

  test.each([
    ["ends before it begins", "from=2026-02-02&to=2026-02-01", "400 bad_field_value"],
    ["is too long", "from=2026-01-01&to=2027-03-01", "422 validation_failed"],
  ])("for a span that %s are refused", async (_, query, refusal) => {
    expect(refusalOf(await finance.get(`/vouchers?${query}`))).toBe(refusal);
  });
});
