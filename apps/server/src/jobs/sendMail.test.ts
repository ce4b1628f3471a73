import jsqr from "jsqr";
import PostalMime, { type Email } from "postal-mime";
import sharp from "sharp";
import { contrast } from "@foyer/rules/contrast.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../cli/check.ts";
import { mail as mailCommand } from "../cli/mail.ts";
import { cloneDatabase } from "../db/testDatabase.ts";
import { makeShop, type Shop } from "../db/testShop.ts";
import { sellerFinder } from "../http/sellers.ts";
import { mostPages } from "../modules/orders/enclose.ts";
import { readPdf } from "../modules/orders/readPdf.testing.ts";
import { smtpTransport, type Letter, type MailTransport } from "../outside/mail/mail.ts";
import { openTestApp, type TestApp } from "../testApp.ts";
import { ada, Buyer, cards, logPrices } from "../testBuyer.ts";
import { startDoomed } from "../testDoomed.ts";
import { openMailSink, type MailSink, type Mood } from "../testSmtp.ts";
import { mostAttempts, sendMail } from "./sendMail.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
let sink: MailSink;
let transport: ReturnType<typeof smtpTransport>;
const warned: object[] = [];
const origin = "http://localhost";

beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { login: login.app });
});
beforeEach(async () => {
  sink = await openMailSink();
  transport = smtpTransport(sink.url, "tickets@house.example", { connect: 400, silence: 400 });
  warned.length = 0;
});
afterEach(async () => {
  transport.close();
  await sink.close();
  await server.db.deleteFrom("outbox").execute();
});
afterAll(async () => {
  // I32 is about orders and their mails, which these tests throw away.
  expect((await checkInvariants(server.db)).filter(({ id }) => id !== "I32")).toEqual([]);
  await server.close();
});

const send = (by: MailTransport | undefined = transport) =>
  sendMail({
    connections: server.connections,
    transport: by,
    origin,
    findSeller: sellerFinder(server.db, 0),
    log: { warn: (fields) => void warned.push(fields) },
  });
const outbox = () => server.db.selectFrom("outbox").selectAll().orderBy("created_at").execute();
/** The next try is due. */
const wait = () => server.db.updateTable("outbox").set({ next_at: "2026-01-01T00:00:00Z" }).execute();
const minutesUntil = (moment: string): number =>
  Math.round(Temporal.Now.instant().until(Temporal.Instant.from(moment)).total("minutes"));

const buys = async (
  wishes: Parameters<typeof makeShop>[1] = {},
  identity: object = ada,
  quantity = 2,
): Promise<Shop> => {
  const shop = await makeShop(server.db, wishes);
  await logPrices(server, shop);
  const buyer = new Buyer(server, shop);
  const cart = await buyer.hold(quantity);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart, { identity })).body.outcome).toBe("completed");
  return shop;
};
const received = async (): Promise<Email> => PostalMime.parse(sink.taken.at(-1)?.raw ?? "");
const bytesOf = ({ content }: Email["attachments"][number]): Buffer => Buffer.from(content as ArrayBuffer);

describe("a confirmation", () => {
  test("has its code inline, its tickets and its calendar entry attached, and says the same in plain text", async () => {
    const shop = await buys({
      seller: {
        name: "The Long Room",
        locale: "en-US",
        configuration: JSON.stringify({ mail_from: "hello@longroom.example", mail_reply_to: "desk@longroom.example" }),
      },
    });
    await send();
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
    const said = [
      "Thank you, Ada.",
      "2 × Adult",
      "Main House, 1 Pier Road",
      "$40.00",
      "10:00",
      `Order ${order.order_number}`,
    ];
    for (const words of said) {
      expect(html.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(words);
      expect(mail.text?.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(words);
    }
    for (const secret of [order.scan_code, order.cart_id]) expect(html + mail.text).not.toContain(secret);
  });

  test("leads nowhere but to the shop, whatever anybody is called and whatever the seller links to (T94, T120)", async () => {
    await buys(
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
    await send();
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

  test("keeps one line for each header, whoever asks for more (T79, T113)", async () => {
    await buys(
      { seller: { name: "Room\r\nBcc: eve@evil.example" }, event: { name: "Whales\r\nX-Evil: 1\u2028\u202eend" } },
      { ...ada, first_name: "Ada\r\nBcc: eve@evil.example" },
    );
    await send();
    const [taken] = sink.taken;
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
  ])("goes to one address or to none: %j (T79)", async (to_address) => {
    await buys();
    await server.db.updateTable("outbox").set({ to_address }).execute();
    await send();
    expect(sink.taken.flatMap(({ to }) => to)).not.toContain("eve@evil.example");
  });

  test("is in the seller's colours, each of them readable on its ground", async () => {
    await buys({
      seller: {
        theme: JSON.stringify({ tier: 1, mode: "light", light: { brand: "#ffe600", paper: "#ffffff" }, radius: 8 }),
      },
    });
    const [row] = await outbox();
    const html = (row?.message as Letter | undefined)?.html ?? "";
    const words = [...html.matchAll(/background:(#\w{6});color:(#\w{6})/g)];
    expect(words.map(([, ground]) => ground)).toContain("#ffe600");
    for (const [, ground = "", color = ""] of words) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
    expect(html).not.toContain("prefers-color-scheme");
  });

  test("shows the seller's mark, a drawing too, and without one their name", async () => {
    const logo = crypto.randomUUID();
    const shop = await buys({ seller: { meta: JSON.stringify({ logo }) } });
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
    await send();
    const mark = (await received()).attachments.find(({ contentId }) => contentId === "<logo>");
    expect(await sharp(bytesOf(mark!)).metadata()).toMatchObject({ format: "png", width: 480, height: 96 });
    expect((await received()).html).toMatch(/<img class="logo" src="cid:logo" alt="Harbor Museum"/);

    // What is more than a drawing is not drawn, and the mail goes without it.
    await server.db
      .updateTable("image_asset")
      .set({
        sha256: "1".repeat(64),
        bytes: Buffer.from(String(bytes).replace("<rect", '<image href="file:///etc/hosts"/><rect')),
      })
      .where("id", "=", logo)
      .execute();
    await server.db.updateTable("outbox").set({ state: "queued", next_at: "2026-01-01T00:00:00Z" }).execute();
    await send();
    expect((await received()).attachments.map(({ contentId }) => contentId)).not.toContain("<logo>");
    expect((await outbox())[0]?.state).toBe("sent");
  });

  test("of more tickets than a mail can carry has their link and not their pages", async () => {
    await buys({ event: { sessions: [{ capacity: 200 }] } }, ada, mostPages + 1);
    await send();
    const mail = await received();
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(["image/png", "text/calendar"]);
    expect(mail.text).toMatch(
      /Download tickets \(PDF\):\nhttp:\/\/localhost\/api\/ticket_order\/[\w-]+\/tickets\.pdf\?/,
    );
  });

  test("is kept to be read where there is no mail server", async () => {
    await buys();
    const { log: _, ...desk } = { log: 0, transport: undefined };
    await sendMail({
      ...desk,
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

describe("a mail server that does not take it (F28)", () => {
  test.each<[Mood, "queued" | "dead"]>([
    ["knows nobody", "dead"],
    ["is busy", "queued"],
    ["wants none of it", "queued"],
    ["says nothing", "queued"],
    ["takes it and drops", "queued"],
  ])("one that %s: the order stands, the mail is %s", async (mood, state) => {
    sink.mood = mood;
    await buys();
    await send();
    const [row] = await outbox();
    expect(row).toMatchObject({ state, attempts: 1 });
    expect(row?.last_error).toBeTruthy();
    if (state === "dead") {
      expect(warned).toMatchObject([{ event: "mail_dead", mail_id: row?.id }]);
      expect(JSON.stringify(warned)).not.toContain("ada@");
      return;
    }
    expect(minutesUntil(row?.next_at ?? "")).toBe(1);
    expect(await send()).toBe(0);
    sink.mood = "takes";
    await wait();
    await send();
    expect((await outbox())[0]?.state).toBe("sent");
    // Taken twice, it can be told: both carry one name.
    const names = await Promise.all(sink.taken.map(({ raw }) => PostalMime.parse(raw)));
    expect(names.length).toBe(mood === "takes it and drops" ? 2 : 1);
    expect(new Set(names.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test("one that is not there: asked once, not once for every mail", async () => {
    for (let buyer = 0; buyer < 3; buyer++) await buys();
    await sink.close();
    const started = performance.now();
    await send();
    expect(performance.now() - started).toBeLessThan(2000);
    expect((await outbox()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(3).fill("queued 1"));
  });

  test("is asked ever more rarely, for less than a day, then a person is needed who can send it again", async () => {
    sink.mood = "is busy";
    await buys();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      await wait();
      await send();
      const [row] = await outbox();
      if (row?.state === "queued") waits.push(minutesUntil(row.next_at));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
    expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBeLessThan(24 * 60);
    const [dead] = await outbox();
    expect(dead).toMatchObject({ state: "dead", attempts: mostAttempts });
    await wait();
    expect(await send()).toBe(0);

    const lines: string[] = [];
    const foyer = (...args: string[]) =>
      mailCommand.run(args, {
        open: async () => server.connections,
        now: Temporal.Now.instant(),
        print: (line) => void lines.push(line),
        read: async () => "",
        outside: () => Promise.reject(new Error("nobody is asked")),
        sealer: () => {
          throw new Error("No secret is needed for mail.");
        },
      });
    expect(await foyer()).toBe(1);
    expect(lines.join("\n")).toContain(`${dead?.id}\t`);
    expect(lines.join("\n")).toContain("13 tries, given up");
    expect(lines.join("\n")).toContain("Try again later");
    expect(await foyer("retry", dead?.id ?? "")).toBe(0);
    sink.mood = "takes";
    await send();
    expect((await outbox())[0]?.state).toBe("sent");
    expect(await foyer()).toBe(0);
    expect(lines.at(-1)).toBe("Every mail has been sent.");
    expect(await foyer("retry", dead?.id ?? "")).toBe(1);
    await expect(foyer("retry", "everything")).rejects.toThrow("'everything' is no id of a mail.");
    await expect(foyer("nobody")).rejects.toThrow("There is no seller 'nobody'.");
  });

  test("what cannot be enclosed holds a mail up for two tries, not for ever", async () => {
    const logo = crypto.randomUUID();
    const shop = await buys({ seller: { meta: JSON.stringify({ logo }) } });
    await server.db
      .updateTable("ticket_order")
      .set({ scan_code: "" })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    for (const state of ["queued", "queued", "sent"]) {
      await wait();
      await send();
      expect((await outbox())[0]?.state).toBe(state);
    }
    expect((await received()).attachments.map(({ mimeType }) => mimeType)).toEqual([
      "application/pdf",
      "text/calendar",
    ]);
    expect(warned).toMatchObject([{ event: "mail_without" }]);
  });
});

describe("a server that dies over a mail (F09)", () => {
  test.each([
    ["C9: claimed, not yet given to the mail server", "mail_claimed", 0],
    ["C10: taken by the mail server, not yet marked", "mail_accepted", 1],
  ])("%s: the mail comes, at most twice, under one name", async (_, fault, before) => {
    await buys();
    const doomed = await startDoomed(login.owner, fault, {
      SMTP_URL: sink.url,
      MAIL_FROM: "tickets@house.example",
      BASE_URL: origin,
    });
    await doomed.gone;
    doomed.kill();
    expect(sink.taken).toHaveLength(before);
    expect(await outbox()).toMatchObject([{ state: "sending", attempts: 1 }]);
    expect(await send()).toBe(0);
    await wait();
    await send();
    expect(await outbox()).toMatchObject([{ state: "sent", attempts: 2 }]);
    const mails = await Promise.all(sink.taken.map(({ raw }) => PostalMime.parse(raw)));
    expect(mails).toHaveLength(before + 1);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test("two servers never send one mail at the same time", async () => {
    for (let buyer = 0; buyer < 4; buyer++) await buys();
    await Promise.all([send(), send(), send()]);
    expect(sink.taken).toHaveLength(4);
  });
});
