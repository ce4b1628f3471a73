import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "@foyer/contract/office/money/reports.ts";
import type { IncludedTax, TicketTax } from "@foyer/contract/shop/tax.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";
import { buyAtDesk, DeskClerk } from "../../../../test/office/deskShop.ts";
import { readReportNow } from "../../../../test/office/readReport.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import {
  cancelTickets,
  everyChange,
  fetchOrder,
  orderOf,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { createInvoiceShop, testInvoice } from "../../../../test/orders/invoices.ts";
import { closeDaysOf } from "../../../../test/orders/journalDays.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";

let server: TestApp;
let daysAhead = 0;
beforeAll(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${daysAhead} days`);
});
afterEach(async () => {
  daysAhead = 0;
  expect(await checkInvariants(server.db)).toEqual([]);
});
afterAll(() => server.close());

const vat = { name: "VAT", percent: 6.9 };
const full = { name: "VAT", percent: 20 };
const inJson = (tax: TicketTax | null): string | null => tax && JSON.stringify(tax);

/** Adults at 12.50 with VAT, children at 10.00 with another tax, guides at 6.00 without one. */
const openShop = (invoice: typeof testInvoice | null = null): Promise<TestShop> =>
  createInvoiceShop(
    server,
    { invoice, self_edit: { ...everyChange, cancel_fee: { fixed: "1.20" } } },
    {
      sessions: [{ inDays: 7 }, { inDays: 8 }],
      groups: [
        {
          types: [
            { name: "Adult", currency_amount: 1250, tax: inJson(vat) },
            { name: "Child", currency_amount: 1000, tax: inJson({ name: 'City tax, "new"', percent: 0.125 }) },
            { name: "Guide", currency_amount: 600 },
          ],
        },
      ],
    },
  );

const setTax = ({ type }: TestShop, tax: TicketTax | null) =>
  sql`update ticket_type set tax = ${inJson(tax)}::jsonb where id = ${type.id}`.execute(server.db);
const typeOf = ({ event }: TestShop, nth: number): string => event.groups[0]?.types[nth]?.id ?? "";

/** Buys the given number of tickets of each type. */
const buy = async (buyer: SplitPaymentBuyer, ...numbers: readonly number[]): Promise<TestOrder> => {
  const { shop } = buyer;
  const { body } = await buyer.post("/my/cart/modify", {
    add: [
      {
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        ticket_types_required: numbers.flatMap((quantity, nth) =>
          quantity > 0 ? [{ ticket_type_id: typeOf(shop, nth), quantity }] : [],
        ),
      },
    ],
  });
  const [cart] = body.cart._data;
  expect((await buyer.payWith(cart, cardTender(Math.round(100 * Number(cart.outstanding_balance))))).status).toBe(200);
  return orderOf(await buyer.checkOut(cart));
};
const inShort = (taxes: readonly IncludedTax[] | undefined): readonly string[] | undefined =>
  taxes?.map(({ name, percent, net, tax, gross }) => `${name} ${percent}: ${net} + ${tax} = ${gross}`);
const taxesOf = async (who: SplitPaymentBuyer, order: TestOrder) =>
  inShort((await fetchOrder(who, order)).body.taxes?.[order.id]);

/** The balances of a shop's tax accounts in the journal, in cents. */
const accounts = async ({ seller_id }: TestShop): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await sql<{ account: string; due: number }>`
    select side.account, sum(case when side.account = l.credit then l.amount else -l.amount end)::int as due
    from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
    cross join lateral (values (l.debit), (l.credit)) as side (account)
    where e.seller_id = ${seller_id} and side.account like 'tax:%' group by 1 order by 1`.execute(server.db);
  return Object.fromEntries(rows.map(({ account, due }) => [account, due]));
};

/** Rows of the tax report: name and rate, net, tax and gross. */
const reportOf = async (shop: TestShop): Promise<readonly string[]> => {
  const owner = await signedIn(server, shop, ["finance"]);
  const { status, body } = await readReportNow(owner, "/reports/tax?from=2026-01-01&to=2027-12-31");
  expect(status).toBe(200);
  return (body as Report).rows.map(({ label, values }) => `${label}: ${values.join(" ")}`).toSorted();
};

describe("the taxes of an order", () => {
  test("are shown as sums by name and rate, on the order, in its e-mail and at the desk", async () => {
    const shop = await openShop();
    const buyer = new SplitPaymentBuyer(server, shop);
    const order = await buy(buyer, 2, 1, 1);
    const taxes = ["VAT 6.9: 23.39 + 1.61 = 25.00", 'City tax, "new" 0.125: 9.99 + 0.01 = 10.00'];
    expect(await taxesOf(buyer, order)).toEqual(taxes);
    const [email] = await emailsOf(server, shop, "order_confirmation");
    expect(email?.text).toMatch(/Includes VAT \(6\.9%\)\D+1\.61/);
    expect(email?.text).toMatch(/Includes City tax, "new" \(0\.125%\)\D+0\.01/);
    const number = Number((await buyer.get(`/ticket_order/${order.id}`)).body.ticket_order._data[0].order_number);
    const desk = await new DeskClerk(await signedIn(server, shop, ["box_office"]), number).look();
    expect(inShort(desk.taxes)).toEqual(taxes);
    // Each ticket is rounded separately in the journal.
    expect(await accounts(shop)).toEqual({ 'tax:0.125:City tax, "new"': 1, "tax:6.9:VAT": 162 });
    expect(await reportOf(shop)).toEqual([
      'City tax, "new" 0.125 %: 9.99 0.01 10.00',
      "No tax: 6.00 0 6.00",
      "VAT 6.9 %: 23.38 1.62 25.00",
    ]);
  });

  test("is nothing where no type names one, with the seller's rates as they were", async () => {
    const shop = await openShop(testInvoice);
    await setTax(shop, null);
    const buyer = new SplitPaymentBuyer(server, shop);
    const order = await buy(buyer, 2);
    expect((await buyer.get(`/ticket_order/${order.id}`)).body).not.toHaveProperty("taxes");
    expect((await emailsOf(server, shop, "order_confirmation"))[0]?.text).not.toContain("Includes");
    expect(await accounts(shop)).toEqual({ "tax:20": 416 });
  });

  test("has the seller's tax of the other tickets too, and so has the invoice", async () => {
    const shop = await openShop(testInvoice);
    const buyer = new SplitPaymentBuyer(server, shop);
    const order = await buy(buyer, 1, 1, 1);
    expect(await taxesOf(buyer, order)).toEqual([
      "VAT 20: 5.00 + 1.00 = 6.00",
      "VAT 6.9: 11.69 + 0.81 = 12.50",
      'City tax, "new" 0.125: 9.99 + 0.01 = 10.00',
    ]);
    const url = `/api/ticket_order/${order.id}/invoice.pdf?_seller=${shop.slug}&token=${order.token}`;
    const text = readPdf((await server.app.inject({ url })).rawPayload)
      .pages.map((page) => page.text)
      .join("\n");
    const cells = text.split("\n").map((cell) => cell.trim());
    const rowOf = (first: string) => cells.slice(cells.indexOf(first) + 1, cells.indexOf(first) + 4);
    expect(rowOf("VAT 6.9%")).toEqual(["$11.69", "$0.81", "$12.50"]);
    expect(rowOf("VAT 20%")).toEqual(["$5.00", "$1.00", "$6.00"]);
    expect(cells).toContain('City tax, "new" 0.125%');
    expect(text).toContain("Total, including VAT, City tax");
    // The seller's tax is listed together with that of types that use the same name for it.
    expect(await accounts(shop)).toEqual({ 'tax:0.125:City tax, "new"': 1, "tax:20": 100, "tax:6.9:VAT": 81 });
    expect(await reportOf(shop)).toContain("VAT 20 %: 5.00 1.00 6.00");
  });
});

describe("tickets keep the tax that they were sold with", () => {
  test("when their type gets another one, until they are exchanged", async () => {
    const shop = await openShop();
    const buyer = new SplitPaymentBuyer(server, shop);
    const order = await buy(buyer, 2);
    await setTax(shop, full);
    expect(await taxesOf(buyer, order)).toEqual(["VAT 6.9: 23.39 + 1.61 = 25.00"]);
    expect(await accounts(shop)).toEqual({ "tax:6.9:VAT": 162 });
    const given = order.tickets.slice(0, 1);
    const cart = changeCartOf(
      await requestChange(buyer, order, { remove: given, add: newTickets(shop, { session: 1 }) }),
    );
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await taxesOf(buyer, order)).toEqual(["VAT 20: 10.42 + 2.08 = 12.50", "VAT 6.9: 11.69 + 0.81 = 12.50"]);
    expect(await accounts(shop)).toEqual({ "tax:20:VAT": 208, "tax:6.9:VAT": 81 });
  });

  test("when they are cancelled, with a fee of the seller's tax", async () => {
    const shop = await openShop(testInvoice);
    const buyer = new SplitPaymentBuyer(server, shop);
    const order = await buy(buyer, 2);
    await setTax(shop, null);
    expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
    expect(await taxesOf(buyer, order)).toEqual(["VAT 20: 1.00 + 0.20 = 1.20", "VAT 6.9: 11.69 + 0.81 = 12.50"]);
    expect(await accounts(shop)).toEqual({ "tax:20": 20, "tax:6.9:VAT": 81 });
    expect((await cancelTickets(buyer, order, order.tickets.slice(1))).status).toBe(200);
    expect(await taxesOf(buyer, order)).toBeUndefined();
    expect(await accounts(shop)).toEqual({ "tax:20": 40, "tax:6.9:VAT": 0 });
  });

  test("in a cart from before the catalogue named another one: one type and session with two taxes", async () => {
    const shop = await openShop();
    const buyer = new SplitPaymentBuyer(server, shop);
    const { id: cart_id } = await buyer.hold(1);
    await setTax(shop, full);
    const { body } = await buyer.post(`/my/cart/${cart_id}/modify`, { add: [ticketLine(shop.event, 2)] });
    await buyer.payWith(body.cart._data[0], cardTender(3750));
    const order = orderOf(await buyer.checkOut(body.cart._data[0]));
    expect(await taxesOf(buyer, order)).toEqual(["VAT 20: 20.83 + 4.17 = 25.00", "VAT 6.9: 11.69 + 0.81 = 12.50"]);
    const rows = ["VAT 20 %: 20.84 4.16 25.00", "VAT 6.9 %: 11.69 0.81 12.50"];
    expect(await reportOf(shop)).toEqual(rows);
    daysAhead = 4;
    expect(await closeDaysOf(server, shop)).toBeGreaterThanOrEqual(1);
    expect(await reportOf(shop)).toEqual(rows);
  });

  test("at the price after discounts, also paid by gift card", async () => {
    const shop = await openShop();
    const { id } = await createCodes(server.db, shop, { HALF: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 5000 }, code_group_ids: [id] });
    const card = await createGiftCard(server, shop, 500);
    const buyer = new SplitPaymentBuyer(server, shop);
    const { body } = await buyer.post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1)],
      preReservePromoCodes: { codes: ["HALF"] },
    });
    const [cart] = body.cart._data;
    expect(cart.outstanding_balance).toBe("6.25");
    await buyer.payWith(cart, giftCardTender(card, 500), cardTender(125));
    const order = orderOf(await buyer.checkOut(cart));
    expect(await taxesOf(buyer, order)).toEqual(["VAT 6.9: 5.85 + 0.40 = 6.25"]);
    expect(await accounts(shop)).toEqual({ "tax:6.9:VAT": 40 });
  });

  test("when staff give the money back for part of them", async () => {
    const shop = await openShop();
    const order = await buyAtDesk(server, shop, 3);
    const clerk = new DeskClerk(await signedIn(server, shop, ["manager"]), order.number);
    await clerk.look();
    expect((await clerk.cancel(order.tickets.slice(0, 2), "22.60")).status).toBe(200);
    expect(inShort((await clerk.look()).taxes)).toEqual(["VAT 6.9: 11.69 + 0.81 = 12.50"]);
    expect(await accounts(shop)).toEqual({ "tax:6.9:VAT": 81 });
  });
});
