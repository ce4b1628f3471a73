import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let order: OrderReply["ticket_order"]["_data"][number];
let tickets: OrderReply["door_ticket"]["_data"];
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { event: { name: "Whales" } });
  await recordPrices(server, shop);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  order = (await buyer.checkOut(cart, { identity: ada })).body.ticket_order._data[0];
  tickets = (await server.get(shop.slug, `/api/ticket_order/${order.id}?token=${order.token}`)).body.door_ticket._data;
});
afterAll(() => server.close());

const fetchFile = (path: string) =>
  server.app.inject({ url: `${path}${path.includes("?") ? "&" : "?"}_seller=${shop.slug}` });
const ticketAt = (index: number) => {
  const ticket = tickets[index];
  if (!ticket) throw new Error(`no ticket ${index}`);
  return ticket;
};

test("an order lists each ticket that admits somebody, with a token of its own", () => {
  expect(tickets.map(({ event_name, type_name, kind, is_used }) => [event_name, type_name, kind, is_used])).toEqual([
    ["Whales", "Adult", "ticket", false],
    ["Whales", "Adult", "ticket", false],
  ]);
  expect(new Set([order.token, ...tickets.map(({ token }) => token)]).size).toBe(3);
});

describe("a ticket's own token", () => {
  test("opens its QR code, which no cache keeps", async () => {
    const { id, token } = ticketAt(0);
    const answer = await fetchFile(`/cached_api/ticket/${id}/qrcode?token=${token}`);
    expect([answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
      200,
      "image/png",
      "private, no-store",
    ]);
  });

  test("opens a PDF of this ticket alone, without its price", async () => {
    const { id, token, scan_code } = ticketAt(1);
    const answer = await fetchFile(`/api/ticket/${id}/ticket.pdf?token=${token}`);
    expect(answer.statusCode).toBe(200);
    const { pages } = readPdf(answer.rawPayload);
    expect(pages.map(({ code }) => code)).toEqual([scan_code]);
    expect(pages[0]?.text).toContain("Whales");
    expect(pages[0]?.text).not.toContain("$20.00");
  });

  test("a ticket's own token does not open the order", async () => {
    const answer = await fetchFile(`/api/ticket_order/${order.id}?token=${ticketAt(0).token}`);
    expect(answer.statusCode).toBe(404);
  });
});

describe("a ticket's code and PDF are not found", () => {
  test.each([
    ["without a token", () => ""],
    ["with the order's token", () => `?token=${order.token}`],
    ["with another ticket's token", () => `?token=${ticketAt(1).token}`],
  ])("%s", async (_, query) => {
    const { id } = ticketAt(0);
    for (const path of [`/api/ticket/${id}/qrcode`, `/cached_api/ticket/${id}/qrcode`, `/api/ticket/${id}/ticket.pdf`])
      expect((await fetchFile(`${path}${query()}`)).statusCode, path).toBe(404);
  });

  test("a ticket's code and PDF are not found at another seller", async () => {
    const other = await createTestShop(server.db);
    const { id, token } = ticketAt(0);
    const answer = await server.app.inject({
      url: `/cached_api/ticket/${id}/qrcode?token=${token}&_seller=${other.slug}`,
    });
    expect(answer.statusCode).toBe(404);
  });

  test("once the ticket is cancelled", async () => {
    const { id, token } = ticketAt(1);
    await server.db.updateTable("ticket").set({ state: "cancelled" }).where("id", "=", id).execute();
    expect((await fetchFile(`/cached_api/ticket/${id}/qrcode?token=${token}`)).statusCode).toBe(404);
  });
});
