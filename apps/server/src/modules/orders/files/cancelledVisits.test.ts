import { describe, expect, test } from "vitest";
import { type TestApp, type TestResponse } from "../../../../test/app/testApp.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchOrder,
  orderOf,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { linkIn, sendOn } from "../../../../test/orders/sentTickets.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import type { AttachmentSource } from "../../../providers/mail/mailTransport.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Bought = { readonly shop: TestShop; readonly order: TestOrder };
type DoorTicket = { readonly id: string; readonly token: string; readonly scan_code: string };

/** An order with one ticket for each of the given number of days. */
const buyDays = async (days: number): Promise<Bought> => {
  const shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
  const buyer = new TestBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", {
    add: shop.event.sessions.slice(0, days).map(({ id }) => ({
      event_template_id: shop.event.id,
      event_session_id: id,
      ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
    })),
  });
  const [cart] = body.cart._data;
  await buyer.pay(cart, cards.good);
  return { shop, order: orderOf(await buyer.checkOut(cart)) };
};
const openOrder = ({ shop, order }: Bought): Promise<TestResponse> => fetchOrder(withLink(server, shop), order);
const doorTickets = async (bought: Bought): Promise<readonly DoorTicket[]> =>
  (await openOrder(bought)).body.door_ticket._data;
/** The venue cancels the first day. */
const cancelFirstDay = ({ shop }: Bought) =>
  server.runAsOwner(
    `set app.seller = '*'; update event_session set cancelled = true where id = '${shop.event.sessions[0]?.id}'`,
  );
const fetchFile = async ({ shop }: Bought, path: string, token: string) => {
  const answer = await server.app.inject({ url: `${path}?_seller=${shop.slug}&token=${token}` });
  return { status: answer.statusCode, bytes: answer.rawPayload };
};
const fetchTickets = (bought: Bought) =>
  fetchFile(bought, `/api/ticket_order/${bought.order.id}/tickets.pdf`, bought.order.token);

describe("once the venue has cancelled the only visit of an order", () => {
  test("the order shows no code and offers neither tickets nor a calendar", async () => {
    const bought = await buyDays(1);
    expect((await openOrder(bought)).body.files[bought.order.id]).toMatchObject({ tickets: true, calendar: true });
    await cancelFirstDay(bought);
    const { body } = await openOrder(bought);
    expect(body.door_ticket._data).toEqual([]);
    expect(body.files[bought.order.id]).toMatchObject({ tickets: false, calendar: false });
    expect((await fetchTickets(bought)).status).toBe(404);
    const path = `/api/ticket_order/${bought.order.id}/qrcode`;
    expect((await fetchFile(bought, path, bought.order.token)).status).toBe(404);
  });

  test("a ticket's own link opens neither its code nor its PDF", async () => {
    const bought = await buyDays(1);
    const [ticket] = await doorTickets(bought);
    const files = [`/cached_api/ticket/${ticket?.id}/qrcode`, `/api/ticket/${ticket?.id}/ticket.pdf`];
    const statuses = () =>
      Promise.all(files.map(async (path) => (await fetchFile(bought, path, ticket?.token ?? "")).status));
    expect(await statuses()).toEqual([200, 200]);
    await cancelFirstDay(bought);
    expect(await statuses()).toEqual([404, 404]);
  });

  test("the recipient of a ticket sees that it has ended, and no code", async () => {
    const bought = await buyDays(1);
    await sendOn(withLink(server, bought.shop), bought.order, bought.order.tickets);
    const { path, query } = linkIn((await emailsOf(server, bought.shop, "tickets_sent"))[0]);
    await cancelFirstDay(bought);
    expect((await withLink(server, bought.shop).get(`${path}?${query}`)).body).toMatchObject({
      door_ticket: { _data: [] },
      ended: 1,
    });
    expect((await fetchFile(bought, `/api${path}/tickets.pdf`, query.replace("token=", ""))).status).toBe(404);
  });

  test("the order's e-mail brings no code and no tickets when it is sent again", async () => {
    const bought = await buyDays(1);
    await cancelFirstDay(bought);
    expect((await resend(bought)).makes).toEqual([]);
    expect((await resend(bought)).text).not.toContain("Show this code at the door");
  });
});

test("the order's own QR code is there while the order has a valid ticket", async () => {
  const bought = await buyDays(2);
  const qrCode = async (): Promise<number> =>
    (await fetchFile(bought, `/cached_api/ticket_order/${bought.order.id}/qrcode`, bought.order.token)).status;
  await cancelFirstDay(bought);
  expect(await qrCode()).toBe(200);
  await cancelTickets(withLink(server, bought.shop), bought.order, bought.order.tickets);
  expect(await qrCode()).toBe(404);
});

test("a visit that takes place keeps its code, its PDF and the calendar when the order has another visit that the venue has cancelled", async () => {
  const bought = await buyDays(2);
  const [, kept] = await doorTickets(bought);
  await cancelFirstDay(bought);
  expect((await doorTickets(bought)).map(({ id }) => id)).toEqual([kept?.id]);
  expect((await openOrder(bought)).body.files[bought.order.id]).toMatchObject({ tickets: true, calendar: true });
  const { pages } = readPdf((await fetchTickets(bought)).bytes);
  expect(pages.map(({ code }) => code)).toEqual([kept?.scan_code]);
  expect((await resend(bought)).makes).toEqual(["code", "tickets", "calendar"]);
});

test("the order's e-mail brings no code when it is sent again and all tickets are with somebody else", async () => {
  const bought = await buyDays(1);
  await sendOn(withLink(server, bought.shop), bought.order, bought.order.tickets);
  expect((await resend(bought)).makes).toEqual([]);
});

/** Sends the confirmation again, and returns it with its attachments. */
const resend = async ({ shop, order }: Bought) => {
  const known = (await confirmations(shop)).length;
  await withLink(server, shop).post(`/ticket_order/${order.id}/email?token=${order.token}`, {});
  const [sent, ...others] = (await confirmations(shop)).toSorted((one, next) => next.at - one.at);
  expect(others).toHaveLength(known);
  return { makes: (sent?.message.enclosed ?? []).map(({ make }) => make), text: sent?.message.text ?? "" };
};
type Message = { readonly text: string; readonly enclosed?: readonly AttachmentSource[] };
const confirmations = async (shop: TestShop) =>
  (await shopRows(server, "outbox", shop))
    .filter(({ kind }) => kind === "order_confirmation")
    .map(({ created_at, message }) => ({ at: Date.parse(String(created_at)), message: message as Message }));
