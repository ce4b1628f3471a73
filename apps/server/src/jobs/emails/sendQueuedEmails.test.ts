import jsqr from "jsqr";
import PostalMime, { type Email } from "postal-mime";
import sharp from "sharp";
import { contrast } from "@foyer/rules/values/theme/themeColors.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { mailCommand } from "../../cli/commands/mail.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { maxPages } from "../../modules/orders/files/createAttachments.ts";
import { readPdf } from "../../../test/orders/readPdf.ts";
import { smtpTransport, type EmailMessage, type MailTransport } from "../../providers/mail/mailTransport.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { openTestMailServer, type TestMailServer, type MailServerBehavior } from "../../../test/mail/mailServer.ts";
import { maxAttempts, sendQueuedEmails } from "./sendQueuedEmails.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
let sink: TestMailServer;
let transport: ReturnType<typeof smtpTransport>;
const warned: object[] = [];
const origin = "http://localhost";

beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
beforeEach(async () => {
  sink = await openTestMailServer();
  transport = smtpTransport(sink.url, "tickets@house.example", { connectMs: 400, idleMs: 400 });
  warned.length = 0;
});
afterEach(async () => {
  transport.close();
  await sink.close();
  await server.db.deleteFrom("outbox").execute();
});
afterAll(async () => {
  // These tests delete e-mails of orders, so the invariant about confirmations does not hold.
  expect((await checkInvariants(server.db)).filter(({ id }) => id !== "I32")).toEqual([]);
  await server.close();
});

const runJob = (by: MailTransport | undefined = transport) =>
  sendQueuedEmails({
    connections: server.connections,
    transport: by,
    origin,
    findSeller: sellerFinder(server.db, 0),
    log: { warn: (fields) => void warned.push(fields) },
  });
const outbox = () => server.db.selectFrom("outbox").selectAll().orderBy("created_at").execute();
/** Makes the next attempt due. */
const makeRetryDue = () => server.db.updateTable("outbox").set({ next_at: "2026-01-01T00:00:00Z" }).execute();
const minutesUntil = (moment: string): number =>
  Math.round(Temporal.Now.instant().until(Temporal.Instant.from(moment)).total("minutes"));

const buyTickets = async (
  overrides: Parameters<typeof createTestShop>[1] = {},
  identity: object = ada,
  quantity = 2,
): Promise<TestShop> => {
  const shop = await createTestShop(server.db, overrides);
  await recordPrices(server, shop);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(quantity);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart, { identity })).body.outcome).toBe("completed");
  return shop;
};
const received = async (): Promise<Email> => PostalMime.parse(sink.received.at(-1)?.raw ?? "");
const bytesOf = ({ content }: Email["attachments"][number]): Buffer => Buffer.from(content as ArrayBuffer);

describe("a confirmation", () => {
  test("a confirmation has its QR code inline, its tickets and calendar entry attached, and a plain-text version", async () => {
    const shop = await buyTickets({
      seller: {
        name: "The Long Room",
        locale: "en-US",
        configuration: JSON.stringify({ mail_from: "hello@longroom.example", mail_reply_to: "desk@longroom.example" }),
      },
    });
    await runJob();
    const [row] = await outbox();
    expect(row?.state).toBe("sent");
    const mail = await received();
    expect(mail.from).toMatchObject({ name: "The Long Room", address: "hello@longroom.example" });
    expect(mail.replyTo?.[0]?.address).toBe("desk@longroom.example");
    expect(mail.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
    expect(mail.subject).toBe("Your tickets for Whales of the Harbor");
    expect(mail.messageId).toBe(`<${row?.id}@longroom.example>`);

    const order = await server.db
      .selectFrom("ticket_order")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    const [code, tickets, calendar, ...others] = mail.attachments;
    expect(others).toEqual([]);
    expect(code).toMatchObject({ contentId: "<code>", disposition: "inline", mimeType: "image/png" });
    expect(tickets).toMatchObject({ filename: `tickets-${order.order_number}.pdf`, mimeType: "application/pdf" });
    expect(calendar?.mimeType).toBe("text/calendar");
    const { data, info } = await sharp(bytesOf(code!)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const read = jsqr as unknown as (
      pixels: Uint8ClampedArray,
      width: number,
      height: number,
    ) => { data: string } | null;
    expect(read(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(order.scan_code);
    expect(readPdf(bytesOf(tickets!)).pages.map((page) => page.code)).toEqual(
      (await server.db.selectFrom("ticket").select("scan_code").where("ticket_order_id", "=", order.id).execute()).map(
        ({ scan_code }) => scan_code,
      ),
    );

    const html = mail.html ?? "";
    expect(html).toContain('<html lang="en-US">');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull();
    expect(html.match(/<img(?![^>]*\salt=)/g)).toBeNull();
    const expectedTexts = [
      "Thank you, Ada.",
      "2 × Adult",
      "Main House, 1 Pier Road",
      "$40.00",
      "10:00",
      `Order ${order.order_number}`,
    ];
    for (const words of expectedTexts) {
      expect(html.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(words);
      expect(mail.text?.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(words);
    }
    for (const secret of [order.scan_code, order.cart_id]) expect(html + mail.text).not.toContain(secret);
  });

  test("links only to the shop, whatever names and seller links contain", async () => {
    await buyTickets(
      {
        seller: {
          name: "Long <a href=https://evil.example>Room</a>",
          strings: JSON.stringify({ "mail.order.intro": '<a href="https://evil.example">{name}</a>' }),
          meta: JSON.stringify({
            completed_order_links: [{ label: "Elsewhere", href: "https://elsewhere.example" }],
            completed_order_message: '<a href="https://elsewhere.example">x</a>',
          }),
        },
        event: { name: 'Whales"><img src=https://evil.example/x.png>' },
      },
      { ...ada, first_name: "<a href=evil>Ada</a>" },
    );
    await runJob();
    const { html = "", text = "" } = await received();
    const tags = (html.match(/<[a-z][^>]*>/gi) ?? []).join("");
    const links = [...tags.matchAll(/\s(?:href|src|background|action)\s*=\s*["']?([^"'\s>]+)/gi)].map(
      ([, to]) => to ?? "",
    );
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toMatch(/^(?:http:\/\/localhost\/|cid:)/);
    expect(html).not.toMatch(/url\(/);
    expect([...text.matchAll(/^https?:\/\/[^/\s]+/gm)].map(([host]) => host)).toEqual([origin, origin, origin]);
    expect(tags).not.toMatch(/<script|\son\w+=|<form/i);
  });

  test("a confirmation has no injected headers", async () => {
    await buyTickets(
      { seller: { name: "Room\r\nBcc: eve@evil.example" }, event: { name: "Whales\r\nX-Evil: 1\u2028\u202eend" } },
      { ...ada, first_name: "Ada\r\nBcc: eve@evil.example" },
    );
    await runJob();
    const [taken] = sink.received;
    expect(taken?.to).toEqual(["ada@example.org"]);
    const [head = ""] = taken === undefined ? [] : taken.raw.split("\r\n\r\n");
    expect(head).not.toMatch(/^(?:bcc|x-evil):/im);
    const mail = await received();
    expect(mail.subject).toBe("Your tickets for Whales X-Evil: 1 end");
    expect(mail.from?.name).toBe("Room Bcc: eve@evil.example");
  });

  test.each([
    "ada@example.org, eve@evil.example",
    "ada@example.org\r\nRCPT TO:<eve@evil.example>",
    "Eve <eve@evil.example>",
    "ada@example.org;eve@evil.example",
    "undisclosed: eve@evil.example;",
  ])("a confirmation has one recipient or none: %j", async (to_address) => {
    await buyTickets();
    await server.db.updateTable("outbox").set({ to_address }).execute();
    await runJob();
    expect(sink.received.flatMap(({ to }) => to)).not.toContain("eve@evil.example");
  });

  test("uses the seller's colours with sufficient contrast", async () => {
    await buyTickets({
      seller: {
        theme: JSON.stringify({ tier: 1, mode: "light", light: { brand: "#ffe600", paper: "#ffffff" }, radius: 8 }),
      },
    });
    const [row] = await outbox();
    const html = (row?.message as EmailMessage | undefined)?.html ?? "";
    const words = [...html.matchAll(/background:(#\w{6});color:(#\w{6})/g)];
    expect(words.map(([, ground]) => ground)).toContain("#ffe600");
    for (const [, ground = "", color = ""] of words) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
    expect(html).not.toContain("prefers-color-scheme");
  });

  test("shows the seller's logo, also an SVG, or else their name", async () => {
    const logo = crypto.randomUUID();
    const shop = await buyTickets({ seller: { meta: JSON.stringify({ logo }) } });
    const bytes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#123456"/></svg>',
    );
    await server.db
      .insertInto("image_asset")
      .values({
        seller_id: shop.seller_id,
        id: logo,
        key: "logo",
        sha256: "0".repeat(64),
        mime: "image/svg+xml",
        width: 200,
        height: 40,
        bytes,
      })
      .execute();
    await runJob();
    const mark = (await received()).attachments.find(({ contentId }) => contentId === "<logo>");
    expect(await sharp(bytesOf(mark!)).metadata()).toMatchObject({ format: "png", width: 480, height: 96 });
    expect((await received()).html).toMatch(/<img class="logo" src="cid:logo" alt="Harbor Museum"/);

    // An unsafe SVG is not rendered, and the e-mail is sent without it.
    await server.db
      .updateTable("image_asset")
      .set({
        sha256: "1".repeat(64),
        bytes: Buffer.from(String(bytes).replace("<rect", '<image href="file:///etc/hosts"/><rect')),
      })
      .where("id", "=", logo)
      .execute();
    await server.db.updateTable("outbox").set({ state: "queued", next_at: "2026-01-01T00:00:00Z" }).execute();
    await runJob();
    expect((await received()).attachments.map(({ contentId }) => contentId)).not.toContain("<logo>");
    expect((await outbox())[0]?.state).toBe("sent");
  });

  test("a confirmation of a large order has a link instead of its tickets", async () => {
    await buyTickets({ event: { sessions: [{ capacity: 200 }] } }, ada, maxPages + 1);
    await runJob();
    const mail = await received();
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(["image/png", "text/calendar"]);
    expect(mail.text).toMatch(
      /Download tickets \(PDF\):\nhttp:\/\/localhost\/api\/ticket_order\/[\w-]+\/tickets\.pdf\?/,
    );
  });

  test("a confirmation is kept in the outbox without a mail server", async () => {
    await buyTickets();
    const { log: _, ...withoutLog } = { log: 0, transport: undefined };
    await sendQueuedEmails({
      ...withoutLog,
      connections: server.connections,
      origin,
      findSeller: sellerFinder(server.db, 0),
      log: { warn: () => undefined },
    });
    expect(await outbox()).toMatchObject([{ state: "kept" }]);
    const [row] = await outbox();
    const page = await server.app.inject({ url: `/_dev/outbox/${row?.id}` });
    expect(page.headers["content-security-policy"]).toContain("style-src 'sha256-");
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
    expect(page.payload).toMatch(/tickets-\d+\.pdf/);
    expect(page.payload).toMatch(/order-\d+\.ics/);
    const html = await server.app.inject({ url: `/_dev/outbox/${row?.id}/html` });
    const [, picture = ""] = /src="(\/_dev\/outbox\/[^"]+)"/.exec(html.payload) ?? [];
    expect((await server.app.inject({ url: picture })).headers["content-type"]).toBe("image/png");
  });
});

describe("a mail server that fails", () => {
  test.each<[MailServerBehavior, "queued" | "dead"]>([
    ["rejects recipient", "dead"],
    ["defers recipient", "queued"],
    ["rejects message", "queued"],
    ["hangs", "queued"],
    ["accepts and disconnects", "queued"],
  ])("a mail server that fails and %s leaves the order intact and the e-mail %s", async (behavior, state) => {
    sink.behavior = behavior;
    await buyTickets();
    await runJob();
    const [row] = await outbox();
    expect(row).toMatchObject({ state, attempts: 1 });
    expect(row?.last_error).toBeTruthy();
    if (state === "dead") {
      expect(warned).toMatchObject([{ event: "mail_dead", mail_id: row?.id }]);
      expect(JSON.stringify(warned)).not.toContain("ada@");
      return;
    }
    expect(minutesUntil(row?.next_at ?? "")).toBe(1);
    expect(await runJob()).toBe(0);
    sink.behavior = "accepts";
    await makeRetryDue();
    await runJob();
    expect((await outbox())[0]?.state).toBe("sent");
    // An e-mail that is delivered twice has the same Message-ID.
    const names = await Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
    expect(names.length).toBe(behavior === "accepts and disconnects" ? 2 : 1);
    expect(new Set(names.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test("a mail server that fails and cannot be reached is tried once per run, not once per e-mail", async () => {
    for (let buyer = 0; buyer < 3; buyer++) await buyTickets();
    await sink.close();
    const started = performance.now();
    await runJob();
    expect(performance.now() - started).toBeLessThan(2000);
    expect((await outbox()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(3).fill("queued 1"));
  });

  test("a mail server that fails is retried with growing delays for less than a day, then a person can send the e-mail again", async () => {
    sink.behavior = "defers recipient";
    await buyTickets();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await makeRetryDue();
      await runJob();
      const [row] = await outbox();
      if (row?.state === "queued") waits.push(minutesUntil(row.next_at));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
    expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBeLessThan(24 * 60);
    const [dead] = await outbox();
    expect(dead).toMatchObject({ state: "dead", attempts: maxAttempts });
    await makeRetryDue();
    expect(await runJob()).toBe(0);

    const lines: string[] = [];
    const foyer = (...args: string[]) =>
      mailCommand.run(args, commandContext({ connections: server.connections, lines }));
    expect(await foyer()).toBe(1);
    expect(lines.join("\n")).toContain(`${dead?.id}\t`);
    expect(lines.join("\n")).toContain("13 attempts, given up");
    expect(lines.join("\n")).toContain("Try again later");
    expect(await foyer("retry", dead?.id ?? "")).toBe(0);
    sink.behavior = "accepts";
    await runJob();
    expect((await outbox())[0]?.state).toBe("sent");
    expect(await foyer()).toBe(0);
    expect(lines.at(-1)).toBe("All e-mails have been sent.");
    expect(await foyer("retry", dead?.id ?? "")).toBe(1);
    const entries = server.db.selectFrom("audit_entry").select(["entity_id", "actor"]);
    expect(await entries.where("action", "=", "email.sent_again").execute()).toEqual([
      { entity_id: dead?.id, actor: "command_line" },
    ]);
    await expect(foyer("retry", "everything")).rejects.toThrow("'everything' is not the id of an e-mail.");
    await expect(foyer("nobody")).rejects.toThrow("There is no seller 'nobody'.");
  });

  test("an attachment that cannot be created delays an e-mail for two attempts only", async () => {
    const logo = crypto.randomUUID();
    const shop = await buyTickets({ seller: { meta: JSON.stringify({ logo }) } });
    await server.db
      .updateTable("ticket_order")
      .set({ scan_code: "" })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    for (const state of ["queued", "queued", "sent"]) {
      await makeRetryDue();
      await runJob();
      expect((await outbox())[0]?.state).toBe(state);
    }
    expect((await received()).attachments.map(({ mimeType }) => mimeType)).toEqual([
      "application/pdf",
      "text/calendar",
    ]);
    expect(warned).toMatchObject([{ event: "mail_without" }]);
  });
});

describe("a server that dies while it sends an e-mail", () => {
  test.each([
    ["after claiming it", "mail_claimed", 0],
    ["after the mail server accepted it", "mail_accepted", 1],
  ])("%s, is followed by one that delivers it, at most twice and with one Message-ID", async (_, fault, before) => {
    await buyTickets();
    const doomed = await startCrashingServer(login.owner, fault, {
      SMTP_URL: sink.url,
      MAIL_FROM: "tickets@house.example",
      BASE_URL: origin,
    });
    await doomed.exited;
    doomed.kill();
    expect(sink.received).toHaveLength(before);
    expect(await outbox()).toMatchObject([{ state: "sending", attempts: 1 }]);
    expect(await runJob()).toBe(0);
    await makeRetryDue();
    await runJob();
    expect(await outbox()).toMatchObject([{ state: "sent", attempts: 2 }]);
    const mails = await Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
    expect(mails).toHaveLength(before + 1);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test("two servers never send one e-mail at the same time", async () => {
    for (let buyer = 0; buyer < 4; buyer++) await buyTickets();
    await Promise.all([runJob(), runJob(), runJob()]);
    expect(sink.received).toHaveLength(4);
  });
});
