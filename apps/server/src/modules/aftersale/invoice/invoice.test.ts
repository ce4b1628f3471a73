import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { type TestApp, type TestResponse } from "../../../../test/app/testApp.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { openChange } from "../../../../test/orders/requestChange.ts";
import {
  buyToChange,
  cancelTickets,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { createInvoiceShop, type InvoiceShop } from "../../../../test/orders/invoices.ts";
import { readPdf, type ReadPdf } from "../../../../test/orders/readPdf.ts";
import { buyMembership, createLevels, membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import { createGiftCard, createGiftCardEvent } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));
afterEach(() => pauseAt("invoice_details_read", undefined));

type Bought = { readonly shop: TestShop; readonly buyer: TestBuyer; readonly order: TestOrder };
const buyTwo = async (settings?: InvoiceShop, event?: EventOverrides): Promise<Bought> =>
  buyToChange(server, await createInvoiceShop(server, settings, event));
const download = (who: TestBuyer, { id, token }: TestOrder) =>
  server.app.inject({
    url: `/api/ticket_order/${id}/invoice.pdf?_seller=${who.shop.slug}&token=${token}`,
    ...(who.cookie && { headers: { cookie: who.cookie } }),
  });
const readFile = async (who: TestBuyer, order: TestOrder): Promise<ReadPdf> => {
  const answer = await download(who, order);
  expect(answer.statusCode).toBe(200);
  return readPdf(answer.rawPayload);
};
/** The texts of all pages, with one structure element of the PDF per line. */
const textOf = async (who: TestBuyer, order: TestOrder): Promise<string> =>
  (await readFile(who, order)).pages.map(({ text }) => text).join("\n");
/** Cells of the table row that begins with a text. */
const rowOf = (text: string, first: string): readonly string[] => {
  const cells = text.split("\n").map((cell) => cell.trim());
  const at = cells.findIndex((cell) => cell.startsWith(first));
  return at < 0 ? [] : cells.slice(at + 1, at + 5);
};
const company = { company: "Analytical Engines Ltd", tax_id: "DE 123 456 789", address: "12 Dorset Street\n\nLondon" };
const save = (who: TestBuyer, { id, token }: TestOrder, body: object = company): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/invoice?token=${token}`, body);
const readDetails = (who: TestBuyer, { id, token }: TestOrder): Promise<TestResponse> =>
  who.get(`/ticket_order/${id}/invoice?token=${token}`);
const numberOf = async (order: TestOrder): Promise<string> =>
  String(
    (
      await server.db
        .selectFrom("ticket_order")
        .select("order_number")
        .where("id", "=", order.id)
        .executeTakeFirstOrThrow()
    ).order_number,
  );
const setRates = (order: TestOrder, rates: InvoiceSettings["rates"]) =>
  sql`update ticket_order set invoice_settings = jsonb_set(invoice_settings, '{rates}', ${JSON.stringify(rates)}::jsonb) where id = ${order.id}`.execute(
    server.db,
  );

describe("the invoice of an order", () => {
  test("shows the seller, what was bought, its tax, and how it was paid", async () => {
    const { buyer, order } = await buyTwo();
    const answer = await download(buyer, order);
    const number = await numberOf(order);
    expect(answer.headers["content-disposition"]).toBe(`attachment; filename="invoice-${number}.pdf"`);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const text = await textOf(buyer, order);
    for (const line of [
      "Long Room Trust",
      "1 Museum Street",
      "VAT number: GB 999 9999 73",
      "Ada Lovelace",
      `Invoice number: ${number}\n`,
      "Paid by card or online: $40.00",
    ])
      expect(text).toContain(line);
    expect(rowOf(text, "Whales of the Harbor, Adult")).toEqual(["2", "$20.00", "20%", "$40.00"]);
    expect(rowOf(text, "VAT 20%")).toEqual(["$33.33", "$6.67", "$40.00", "Payment"]);
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$40.00");
    expect(text).not.toContain("Changes since");
    expect((await readFile(buyer, order)).pages[0]?.tags).toEqual(expect.arrayContaining(["H1", "TH", "TD", "P"]));
  });

  test("names the level of a membership, and that it was given", async () => {
    const shop = await createInvoiceShop(server);
    const levels = await createLevels(server, shop);
    for (const [more, description] of [
      [{}, "Membership, Individual, Member"],
      [{ people: [{ type: 0 }], action: "gift" }, "Membership, Individual, gift, Member"],
    ] as const) {
      const wanted = membershipRequest(levels, levels.individual, more);
      const { buyer, response } = await buyMembership(server, shop, wanted);
      const text = await textOf(buyer, orderOf(response));
      expect(rowOf(text, description)).toEqual(["1", "$80.00", "20%", "$80.00"]);
    }
  });

  test("gives the same bytes each time", async () => {
    const { buyer, order } = await buyTwo();
    expect((await download(buyer, order)).rawPayload).toEqual((await download(buyer, order)).rawPayload);
  });

  test("does not show the buyer to a visitor with only the link", async () => {
    const { shop, buyer, order } = await buyTwo();
    expect(await textOf(withLink(server, shop), order)).not.toContain("Lovelace");
    await save(buyer, order);
    for (const who of [buyer, withLink(server, shop)]) {
      const text = await textOf(who, order);
      expect(text).toContain("Analytical Engines Ltd\n12 Dorset Street\nLondon\nTax number: DE123456789");
      expect(text).not.toContain("Lovelace");
    }
  });

  test("is neither there nor linked at a seller without invoices", async () => {
    const { buyer, order } = await buyTwo({ invoice: null });
    expect((await download(buyer, order)).statusCode).toBe(404);
    expect(refusalOf(await save(buyer, order))).toBe("404 not_found");
    expect((await buyer.get(`/ticket_order/${order.id}`)).body.files[order.id].invoice).toBeUndefined();
  });

  test("is among the files of an order at a seller with invoices", async () => {
    const { buyer, order } = await buyTwo();
    expect((await buyer.get(`/ticket_order/${order.id}`)).body.files[order.id].invoice).toBe(true);
  });

  test("goes on over several pages", async () => {
    const types = Array.from({ length: 40 }, (_, index) => ({ name: `Type ${index + 1}` }));
    const shop = await createInvoiceShop(server, {}, { groups: [{ name: "Many", types, max_tickets_per_order: 100 }] });
    const buyer = new TestBuyer(server, shop);
    const added = await buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: shop.event.groups[0]?.types.map(({ id }) => ({ ticket_type_id: id, quantity: 1 })),
        },
      ],
    });
    const [cart] = added.body.cart._data;
    await buyer.pay(cart, "4242424242424242");
    const order = orderOf(await buyer.checkOut(cart));
    const { pages } = await readFile(buyer, order);
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.map((page) => page.text).join("\n");
    for (const { name } of types) expect(rowOf(text, `Whales of the Harbor, ${name},`)).toHaveLength(4);
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$800.00");
  });
});

describe("the tax of an order", () => {
  test("follows the rates that were kept with the order", async () => {
    const { buyer, order } = await buyTwo();
    await setRates(order, { default: 5.5 });
    expect(rowOf(await textOf(buyer, order), "VAT 5.5%").slice(0, 3)).toEqual(["$37.91", "$2.09", "$40.00"]);
  });

  test("is that of the seller's settings of today for an order from before any were kept", async () => {
    const { buyer, order } = await buyTwo();
    await sql`update ticket_order set invoice_settings = null where id = ${order.id}`.execute(server.db);
    expect(rowOf(await textOf(buyer, order), "VAT 20%").slice(0, 3)).toEqual(["$33.33", "$6.67", "$40.00"]);
  });

  test("follows the event's category, and before it the ticket group", async () => {
    const { shop, buyer, order } = await buyTwo({}, { category: "Exhibitions" });
    await setRates(order, { default: 20, categories: { Exhibitions: 0 } });
    expect(rowOf(await textOf(buyer, order), "VAT 0%").slice(0, 3)).toEqual(["$40.00", "$0.00", "$40.00"]);
    const group = shop.event.groups[0]?.id ?? "";
    await setRates(order, { default: 20, categories: { Exhibitions: 0 }, groups: { [group]: 10 } });
    expect(rowOf(await textOf(buyer, order), "VAT 10%").slice(0, 3)).toEqual(["$36.36", "$3.64", "$40.00"]);
  });

  test("is not in gift cards that are bought", async () => {
    const shop = await createInvoiceShop(server);
    const cards = await createGiftCardEvent(server, shop);
    await recordPrices(server, shop);
    const buyer = new TestBuyer(server, shop);
    const added = await buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
        },
        {
          event_template_id: cards.id,
          ticket_types_required: [{ ticket_type_id: cards.groups[0]?.types[0]?.id, quantity: 1 }],
        },
      ],
    });
    const [cart] = added.body.cart._data;
    await buyer.pay(cart, "4242424242424242");
    const text = await textOf(buyer, orderOf(await buyer.checkOut(cart)));
    expect(rowOf(text, "Gift cards").slice(2)).toEqual(["none", "$50.00"]);
    expect(rowOf(text, "VAT 20%").slice(0, 3)).toEqual(["$16.67", "$3.33", "$20.00"]);
    expect(rowOf(text, "Without VAT").slice(0, 3)).toEqual(["$50.00", "$0.00", "$50.00"]);
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$70.00");
  });

  test("is in tickets that are paid with a gift card", async () => {
    const shop = await createInvoiceShop(server);
    const card = await createGiftCard(server, shop, 1500);
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.payWith(cart, giftCardTender(card, 1500), cardTender(500));
    const text = await textOf(buyer, orderOf(await buyer.checkOut(cart)));
    expect(rowOf(text, "VAT 20%").slice(0, 3)).toEqual(["$16.67", "$3.33", "$20.00"]);
    expect(text).toContain(`Paid with gift card …${card.number.slice(-4)}: $15.00`);
    expect(text).toContain("Paid by card or online: $5.00");
    expect(text).not.toContain(card.number);
  });

  test("of free tickets is zero", async () => {
    const shop = await createInvoiceShop(server, {}, { groups: [{ types: [{ name: "Free", currency_amount: 0 }] }] });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.payFree(cart);
    const text = await textOf(buyer, orderOf(await buyer.checkOut(cart)));
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$0.00");
    expect(text).not.toContain("Net");
    expect(text).toContain("Nothing was due.");
  });
});

describe("the invoice after a cancellation", () => {
  test("has the remaining tickets, the fee, the refund, and a new number", async () => {
    const { shop, order } = await buyTwo({ self_edit: { ...everyChange, cancel_fee: { fixed: "3.00" } } });
    const link = withLink(server, shop);
    expect((await cancelTickets(link, order, order.tickets.slice(0, 1))).status).toBe(200);
    const text = await textOf(link, order);
    expect(text).toContain(`Invoice number: ${await numberOf(order)}-2\n`);
    expect(rowOf(text, "Whales of the Harbor, Adult")).toEqual(["1", "$20.00", "20%", "$20.00"]);
    expect(rowOf(text, "Fees for changes")).toEqual(["1", "$3.00", "20%", "$3.00"]);
    expect(rowOf(text, "VAT 20%").slice(0, 3)).toEqual(["$19.17", "$3.83", "$23.00"]);
    expect(text).toContain("Paid by card or online: $40.00\nRefunded: −$17.00");
    expect(text).toMatch(/Changes since the purchase\n.+: 1 × cancelled, \$20\.00/);
  });

  test("of all tickets has a total of zero", async () => {
    const { shop, order } = await buyTwo();
    const link = withLink(server, shop);
    await cancelTickets(link, order, order.tickets);
    const text = await textOf(link, order);
    expect(text).toContain("This order has no tickets left.");
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$0.00");
  });
});

describe("the invoice after a move", () => {
  test("has the new tickets at their price, the fee, and the payment of the difference", async () => {
    const { shop, buyer, order } = await buyTwo(
      { self_edit: { ...everyChange, change_fee: { fixed: "2.00" } } },
      {
        groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
        sessions: [{ inDays: 7 }, { inDays: 8 }],
      },
    );
    const cart = await openChange(buyer, {
      order,
      gives_up: order.tickets.slice(0, 1),
      add: [{ session_id: shop.event.sessions[1]?.id ?? "", type_id: shop.group.types[1]?.id ?? "", quantity: 1 }],
    });
    expect((await buyer.pay(cart, "4242424242424242", "7.00")).status).toBe(200);
    expect((await buyer.checkOut(cart)).status).toBe(200);
    const text = await textOf(buyer, order);
    expect(rowOf(text, "Whales of the Harbor, Adult")).toEqual(["1", "$20.00", "20%", "$20.00"]);
    expect(rowOf(text, "Whales of the Harbor, Senior")).toEqual(["1", "$25.00", "20%", "$25.00"]);
    expect(rowOf(text, "Fees for changes")).toEqual(["1", "$2.00", "20%", "$2.00"]);
    expect(rowOf(text, "Total, including VAT")[0]).toBe("$47.00");
    expect(text).toContain("Paid by card or online: $40.00\nPaid by card or online: $7.00");
    expect(text).toMatch(/: 1 × returned, \$20\.00; 1 × added, \$25\.00/);
    expect(text).toContain(`Invoice number: ${await numberOf(order)}-2\n`);
  });
});

describe("a company on the invoice", () => {
  test("is added by a visitor with the link, and read again", async () => {
    const { shop, order } = await buyTwo();
    const saved = await save(withLink(server, shop), order);
    const details = { company: company.company, tax_id: "DE123456789", address: "12 Dorset Street\nLondon" };
    expect(saved.body).toMatchObject({ number: `${await numberOf(order)}-2`, asks_for_buyer: "optional", details });
    expect((await readDetails(withLink(server, shop), order)).body).toEqual(saved.body);
  });

  test("makes a new version with each correction, and none with the same details", async () => {
    const { buyer, order, shop } = await buyTwo();
    const number = await numberOf(order);
    expect((await readDetails(buyer, order)).body).toMatchObject({ number, details: null });
    await save(buyer, order);
    expect((await save(buyer, order)).body.number).toBe(`${number}-2`);
    expect((await save(buyer, order, { ...company, tax_id: "" })).body).toMatchObject({
      number: `${number}-3`,
      details: { tax_id: null },
    });
    expect(await textOf(buyer, order)).toContain(`Invoice number: ${number}-3\n`);
    const entries = await auditOf(server.db, shop.seller_id);
    const entry = { action: "order.corrected", actor: "buyer", entity_kind: "order", entity_id: number };
    expect(entries).toMatchObject([entry, entry]);
    // The details can be erased together with the person.
    expect(JSON.stringify(entries)).not.toContain(company.company);
    const personal = await server.db
      .selectFrom("audit_personal")
      .select(["before", "after"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(personal).toContainEqual({ before: { tax_id: "DE123456789" }, after: { tax_id: null } });
  });

  test("gets one version for each simultaneous correction", async () => {
    const { buyer, order } = await buyTwo();
    let arrived = 0;
    // Without the lock, all three would have read the last version before any of them writes.
    pauseAt("invoice_details_read", async () => {
      arrived += 1;
      for (let n = 0; n < 20 && arrived < 3; n++) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    const answers = await Promise.all(["A", "B", "C"].map((name) => save(buyer, order, { ...company, company: name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await server.db
      .selectFrom("order_invoice")
      .select("version")
      .where("ticket_order_id", "=", order.id)
      .orderBy("version")
      .execute();
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test.each([
    ["a blank name", { company: " " }, ["company"]],
    ["a name that the fonts have in part only", { company: "山田 Ltd" }, ["company"]],
    ["no address", { address: "\n \n" }, ["address"]],
    ["seven lines", { address: "1\n2\n3\n4\n5\n6\n7" }, ["address"]],
    ["a VAT number without the form of its country", { tax_id: "DE12345" }, ["tax_id"]],
    ["everything wrong", { company: "", tax_id: "?", address: "" }, ["company", "tax_id", "address"]],
  ])("is refused with %s", async (_, wrong, fields) => {
    const { buyer, order } = await buyTwo();
    const answer = await save(buyer, order, { ...company, ...wrong });
    expect(refusalOf(answer)).toBe("422 validation_failed");
    expect(answer.body._data[0]._extra.fields).toEqual(fields);
    expect((await readDetails(buyer, order)).body.details).toBeNull();
  });

  test("needs its tax number where the seller asks for it", async () => {
    const { buyer, order } = await buyTwo({ invoice: { asks_for_buyer: "company" } });
    expect(refusalOf(await save(buyer, order, { ...company, tax_id: " " }))).toBe("422 validation_failed");
    expect((await save(buyer, order)).status).toBe(200);
  });

  test("is refused by a seller that does not ask for it", async () => {
    const { buyer, order } = await buyTwo({ invoice: { asks_for_buyer: "none" } });
    expect(refusalOf(await save(buyer, order))).toBe("403 access_denied");
    expect((await download(buyer, order)).statusCode).toBe(200);
  });

  test.each([
    ["29 days and 23 hours", 30 * 24 - 1, "200"],
    ["30 days", 30 * 24, "422 tickets_too_old"],
  ])("%s after the purchase", async (_, hours, outcome) => {
    const { buyer, order } = await buyTwo();
    await sql`update ticket_order set created_at = now() - make_interval(hours => ${hours}) where id = ${order.id}`.execute(
      server.db,
    );
    expect(refusalOf(await save(buyer, order))).toBe(outcome);
    const { details, until } = (await readDetails(buyer, order)).body;
    expect([details === null, until === null]).toEqual([outcome !== "200", outcome !== "200"]);
  });

  test("can be corrected a limited number of times", async () => {
    const { buyer, order } = await buyTwo();
    for (let n = 1; n <= 10; n++)
      expect((await save(buyer, order, { ...company, company: `Company ${n}` })).status).toBe(200);
    expect(refusalOf(await save(buyer, order))).toBe("429 too_many_requests");
    expect((await readDetails(buyer, order)).body.details.company).toBe("Company 10");
  });

  test("is neither added nor read by a stranger", async () => {
    const { shop, buyer, order } = await buyTwo();
    await save(buyer, order);
    const stranger = new TestBuyer(server, shop);
    const other = orderOf(await stranger.buy(1));
    const withOtherToken = { ...order, token: other.token };
    expect(refusalOf(await save(stranger, withOtherToken, { ...company, company: "Mallory Ltd" }))).toBe(
      "404 not_found",
    );
    expect((await readDetails(stranger, withOtherToken)).status).toBe(404);
    expect((await download(stranger, withOtherToken)).statusCode).toBe(404);
    expect((await readDetails(buyer, order)).body.details.company).toBe(company.company);
  });
});
