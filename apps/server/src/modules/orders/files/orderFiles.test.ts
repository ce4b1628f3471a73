import { describe, expect, test } from "vitest";
import ICAL from "ical.js";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const names = ["Zoë Ōtāhuhu-Łukasiewicz", "Ελένη Ιωάννου", "Юлия Ковалёва", "Nguyễn Thị Ánh"];
/** The fonts lack some or all of these names' characters. */
const unprintableNames = ["山田太郎", "Hana 김", "נועה לוי", "ليلى حداد"];

type Bought = { readonly shop: TestShop; readonly buyer: TestBuyer; readonly order_id: string; readonly token: string };
const buyTickets = async (overrides: Parameters<typeof createTestShop>[1], quantity = 2): Promise<Bought> => {
  const shop = await createTestShop(server.db, overrides);
  await recordPrices(server, shop);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(quantity);
  await buyer.pay(cart, cards.good);
  const [order] = (await buyer.checkOut(cart, { identity: ada, ...terms(overrides) })).body.ticket_order._data;
  return { shop, buyer, order_id: order.id, token: order.token };
};
const terms = (overrides: Parameters<typeof createTestShop>[1]) =>
  overrides?.seller?.web === undefined ? {} : { terms_accepted: true, terms_version: "1" };
const downloadFile = async ({ shop, order_id, token }: Bought, file: string) => {
  const answer = await server.app.inject({
    url: `/api/ticket_order/${order_id}/${file}?_seller=${shop.slug}&token=${token}`,
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const scanCodes = async (order_id: string): Promise<string[]> =>
  (await server.db.selectFrom("ticket").select("scan_code").where("ticket_order_id", "=", order_id).execute()).map(
    ({ scan_code }) => scan_code ?? "",
  );

describe("the tickets PDF", () => {
  test("the tickets PDF has a page for each ticket, with its QR code and details", async () => {
    const order = await buyTickets({
      seller: {
        name: "The Long Room",
        web: JSON.stringify({
          terms: { version: "1", html: "<h2>Coats</h2><p>Leave them &amp; bags at the desk.</p>" },
        }),
      },
      event: { name: "Whales" },
    });
    const { status, headers, bytes } = await downloadFile(order, "tickets.pdf");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/pdf");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="tickets-\d+\.pdf"$/);
    const { pages } = readPdf(bytes);
    expect(pages.map(({ code }) => code).toSorted()).toEqual((await scanCodes(order.order_id)).toSorted());
    for (const [index, { text }] of pages.entries()) {
      for (const expected of ["The Long Room", "Whales", "Adult", "$20.00", `Ticket ${index + 1} of 2`])
        expect(text).toContain(expected);
      expect(text).toMatch(/\w+day, \w+ \d+, 20\d\d\n10:00 AM E[SD]T/);
      expect(text).toMatch(/Coats\nLeave them & bags at the desk\./);
      expect(text).toMatch(/Order \d+/);
      expect(text).not.toContain("�");
    }
  });

  test("prints a short number to read out, and not the text of the QR code", async () => {
    const { pages } = readPdf((await downloadFile(await buyTickets({}), "tickets.pdf")).bytes);
    for (const { code = "", text } of pages) {
      expect(code).toHaveLength(32);
      expect(text).toContain(`Ticket ${code.slice(0, 4)} ${code.slice(4, 8)}\n`);
      expect(text.replaceAll(/\s/g, "")).not.toContain(code.slice(0, 9));
    }
  });

  test("the tickets PDF is accessible: language, title, headings, and a description of the QR code", async () => {
    const { raw, pages } = readPdf(
      (await downloadFile(await buyTickets({ seller: { locale: "en-NZ" } }), "tickets.pdf")).bytes,
    );
    expect(raw).toContain("/Lang (en-NZ)");
    expect(raw).toContain("/Marked true");
    expect(raw).toContain("/DisplayDocTitle true");
    expect(raw).toMatch(/\/Alt \(QR code for ticket 2\)/);
    expect(pages[0]?.tags).toEqual(expect.arrayContaining(["H1", "P", "Figure"]));
  });

  test("prints names in many scripts, and refers to the order for unprintable ones", async () => {
    const all = [...names, ...unprintableNames];
    const order = await buyTickets({}, all.length);
    const tickets = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("ticket_order_id", "=", order.order_id)
      .execute();
    for (const [index, { id }] of tickets.entries())
      await server.db
        .updateTable("ticket")
        .set({ admit_name: all[index] ?? null })
        .where("id", "=", id)
        .execute();
    const { pages } = readPdf((await downloadFile(order, "tickets.pdf")).bytes);
    const text = pages.map((page) => page.text).join("");
    for (const name of names) expect(text).toContain(name);
    expect(text).not.toMatch(/[山김לح�]|Hana/);
    expect(text.match(/\nName\n/g)).toHaveLength(all.length);
    expect(text.match(/\nAs in your order\n/g)).toHaveLength(unprintableNames.length);
    expect(pages.every(({ code }) => code !== undefined)).toBe(true);
  });

  test("the tickets PDF has the same bytes each time", async () => {
    const order = await buyTickets({});
    const [one, other] = [await downloadFile(order, "tickets.pdf"), await downloadFile(order, "tickets.pdf")];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  test.each(["en-US", "de-DE"])("uses the paper size of %s", async (locale) => {
    const { raw } = readPdf((await downloadFile(await buyTickets({ seller: { locale } }), "tickets.pdf")).bytes);
    expect(raw).toContain(locale === "en-US" ? "/MediaBox [0 0 612 792]" : "/MediaBox [0 0 595.28 841.89]");
  });

  test("the tickets PDF is not found for an order without admission tickets", async () => {
    const order = await buyTickets({ event: { groups: [{ handler: "donation", types: [{ name: "Gift" }] }] } });
    expect((await downloadFile(order, "tickets.pdf")).status).toBe(404);
    expect((await downloadFile(order, "calendar.ics")).status).toBe(404);
  });

  test("the tickets PDF needs the order's token", async () => {
    const order = await buyTickets({});
    expect((await downloadFile({ ...order, token: "x".repeat(43) }, "tickets.pdf")).status).toBe(404);
    expect((await downloadFile({ ...order, token: "x".repeat(43) }, "calendar.ics")).status).toBe(404);
  });
});

describe("the calendar file", () => {
  const eventsIn = (bytes: Buffer) => {
    const calendar = new ICAL.Component(ICAL.parse(bytes.toString()));
    return calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
  };

  test("the calendar file has each session once, in UTC, with venue and organiser", async () => {
    const order = await buyTickets({
      seller: { name: "The Long Room", configuration: JSON.stringify({ mail_reply_to: "desk@longroom.example" }) },
      event: { name: "Whales; and, other\\things" },
    });
    const { bytes, headers } = await downloadFile(order, "calendar.ics");
    expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(headers["cache-control"]).toBe("private, no-store");
    const [event, ...others] = eventsIn(bytes);
    expect(others).toEqual([]);
    expect(event?.summary).toBe("Whales; and, other\\things");
    expect(event?.startDate.toJSDate().toISOString()).toBe(new Date(order.shop.session.start_datetime).toISOString());
    expect(event?.startDate.zone.tzid).toBe("UTC");
    expect(event?.organizer).toBe("mailto:desk@longroom.example");
    expect(event?.location).not.toBe("");
    expect(event?.description).toMatch(/^Order \d+: 2 × Adult$/);
    expect(bytes.toString()).not.toContain("TZID");
    expect(bytes.toString()).not.toContain(order.token);
    expect(bytes.toString()).not.toMatch(/[^\r]\n/);
  });

  test("the calendar file has an all-day event on the venue's day for opening hours", async () => {
    const order = await buyTickets({
      seller: { timezone: "Pacific/Auckland" },
      event: {
        event_type: "repeating",
        timezone: "Pacific/Auckland",
        sessions: [{ minutes: 540 }],
      },
    });
    const [event] = eventsIn((await downloadFile(order, "calendar.ics")).bytes);
    expect(event?.startDate.isDate).toBe(true);
    expect(event?.startDate.toString()).toBe(order.shop.session.local_day);
    expect(event?.endDate.toString()).toBe(
      Temporal.PlainDate.from(order.shop.session.local_day).add({ days: 1 }).toString(),
    );
  });

  test("escapes line breaks in names", async () => {
    const order = await buyTickets({ event: { name: "Whales\r\nDTSTART:19700101T000000Z" } });
    const text = (await downloadFile(order, "calendar.ics")).bytes.toString();
    expect(text.match(/^DTSTART/gm)).toHaveLength(1);
  });
});
