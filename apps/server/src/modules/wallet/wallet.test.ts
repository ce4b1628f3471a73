import { sql } from "kysely";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importSPKI, jwtVerify } from "jose";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redeemTicket } from "../../../test/office/testGate.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { walletRegistry } from "../../providers/wallet/walletRegistry.ts";
import { createAppleKeys, createGoogleKeys, type AppleTestKeys } from "../../../test/wallet/walletKeys.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { limitSession, createTestUser } from "../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  daysFromNow,
  createLevels,
  readMemberships,
} from "../../../test/accounts/membershipLevels.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { readPassFiles } from "../../../test/wallet/readPassFiles.ts";

let server: TestApp;
let appleKeys: AppleTestKeys;
let closeFirst: () => Promise<void>;
const google = createGoogleKeys();
const origin = "https://tickets.example";
/** Sellers with wallet keys. */
const keyed = new Set<string>();
beforeAll(async () => {
  appleKeys = createAppleKeys({ passphrase: "open sesame" });
  const findWallets = walletRegistry(async (sellerId, provider) =>
    !keyed.has(sellerId)
      ? undefined
      : provider === "apple_wallet"
        ? { ...appleKeys.keys, signer_key_passphrase: "open sesame" }
        : google.keys,
  );
  const opened = await openTestApp();
  const outside = {
    ...testProviders(opened),
    findWallets,
    origin,
    sign: (text: string) => createHash("sha256").update(text).digest("base64url"),
  };
  server = await openTestApp({ providers: outside }, opened);
  closeFirst = () => opened.close();
});
afterAll(async () => {
  appleKeys.close();
  await expectInvariants(server.db);
  await server.close();
  await closeFirst();
});

type Bought = {
  readonly shop: TestShop;
  readonly buyer: TestBuyer;
  readonly ticket: string;
  readonly order: { id: string; token: string; order_number: string };
};
const buy = async (withKeys = true, meta: { readonly logo?: string } = {}): Promise<Bought> => {
  const theme = JSON.stringify({ light: { brand: "#0b5d4e" } });
  const shop = await createTestShop(server.db, {
    seller: { name: "Harbor Museum", theme, meta: JSON.stringify(meta) },
    event: { name: "Salt & Light\u202e" },
  });
  await recordPrices(server, shop);
  if (withKeys) keyed.add(shop.seller_id);
  const buyer = new TestBuyer(server, shop);
  const { body } = await buyer.buy(1);
  return { shop, buyer, ticket: body.ticket._data[0].id, order: body.ticket_order._data[0] };
};
const downloadPass = async (bought: Bought, ticket = bought.ticket) => {
  const { statusCode, rawPayload, headers } = await server.app.inject({
    method: "GET",
    url: `/api/ticket/${ticket}/pkpass?_seller=${bought.shop.slug}`,
    headers: { cookie: bought.buyer.cookie },
  });
  return { status: statusCode, bytes: rawPayload, headers };
};
const passIdOf = async (ticket_id: string, wallet: "apple" | "google"): Promise<string> => {
  const { id } = await server.db
    .selectFrom("wallet_pass")
    .select("id")
    .where("ticket_id", "=", ticket_id)
    .where("wallet", "=", wallet)
    .executeTakeFirstOrThrow();
  return id;
};
const walletStates = (response: TestResponse) => [response.status, response.body.apple?.ok, response.body.google?.ok];

describe("a seller without keys", () => {
  test("offers no passes", async () => {
    const { buyer, ticket } = await buy(false);
    expect(walletStates(await buyer.get(`/ticket/${ticket}/walletprecheck`))).toEqual([200, false, false]);
    for (const pass of ["pkpass", "gwpass"]) expect((await buyer.get(`/ticket/${ticket}/${pass}`)).status).toBe(404);
  });
});

describe("Apple Wallet", () => {
  test("creates a pass with the ticket's details and a signature that OpenSSL verifies", async () => {
    const bought = await buy();
    expect(walletStates(await bought.buyer.get(`/ticket/${bought.ticket}/walletprecheck`))).toEqual([200, true, true]);
    const { status, bytes, headers } = await downloadPass(bought);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/vnd.apple.pkpass",
      "private, no-store",
    ]);
    expect(headers["content-disposition"]).toBe(`attachment; filename="ticket-${bought.order.order_number}.pkpass"`);

    const files = readPassFiles(bytes);
    const manifest = JSON.parse(String(files.get("manifest.json"))) as Record<string, string>;
    expect(Object.keys(manifest).toSorted()).toEqual(
      [...files.keys()].filter((name) => name !== "manifest.json" && name !== "signature").toSorted(),
    );
    for (const [name, sum] of Object.entries(manifest))
      expect(
        createHash("sha1")
          .update(files.get(name) ?? "")
          .digest("hex"),
        name,
      ).toBe(sum);
    for (const name of ["manifest.json", "signature"])
      writeFileSync(join(appleKeys.folder, name), files.get(name) ?? "");
    const verify = () =>
      appleKeys.openssl(
        "smime",
        "-verify",
        "-binary",
        "-inform",
        "DER",
        "-in",
        "signature",
        "-content",
        "manifest.json",
        "-CAfile",
        appleKeys.rootFile,
        "-certfile",
        "wwdr.pem",
        "-purpose",
        "any",
        "-out",
        "verified",
      );
    expect(verify).not.toThrow();
    writeFileSync(join(appleKeys.folder, "manifest.json"), `${String(files.get("manifest.json"))} `);
    expect(verify).toThrow(/digest failure|Verification failure/);

    const pass = JSON.parse(String(files.get("pass.json")));
    const { scan_code } = await server.db
      .selectFrom("ticket")
      .select("scan_code")
      .where("id", "=", bought.ticket)
      .executeTakeFirstOrThrow();
    expect(pass).toMatchObject({
      serialNumber: await passIdOf(bought.ticket, "apple"),
      webServiceURL: `${origin}/_wallet/${bought.shop.slug}`,
      passTypeIdentifier: appleKeys.keys.pass_type_id,
      teamIdentifier: appleKeys.keys.team_id,
      organizationName: "Harbor Museum",
      backgroundColor: "rgb(11, 93, 78)",
      barcodes: [{ message: scan_code, format: "PKBarcodeFormatQR" }],
      eventTicket: { primaryFields: [{ value: expect.stringContaining("Salt & Light") }] },
    });
    const { start_datetime } = bought.shop.session;
    expect(
      Temporal.Instant.from(pass.relevantDates[0].relevantDate).equals(Temporal.Instant.from(start_datetime)),
    ).toBe(true);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["icon.png", "icon@2x.png", "icon@3x.png"]));
    expect(JSON.stringify(pass)).not.toContain(bought.order.token);
  });
});

describe("Apple Wallet with a seller's logo", () => {
  const drawLogo = () =>
    sharp({ create: { width: 400, height: 100, channels: 3, background: "#4a7" } })
      .png()
      .toBuffer();

  test("shows the logo and no text beside it", async () => {
    const id = crypto.randomUUID();
    const bought = await buy(true, { logo: id });
    const { seller_id } = bought.shop;
    const bytes = await drawLogo();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await server.db
      .insertInto("image_asset")
      .values({ seller_id, id, key: "logo", sha256, bytes, alt: null, mime: "image/png", width: 400, height: 100 })
      .execute();
    const { status, bytes: pass } = await downloadPass(bought);
    expect(status).toBe(200);
    const files = readPassFiles(pass);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["logo.png", "logo@2x.png"]));
    expect(JSON.parse(String(files.get("pass.json")))).not.toHaveProperty("logoText");
  });
});

describe("a pass link that a browser opens", () => {
  const openLink = async ({ buyer, shop }: Bought, path: string, accept: string) => {
    const { statusCode, body, headers } = await server.app.inject({
      url: `/api/ticket/${path}?_seller=${shop.slug}`,
      headers: { cookie: buyer.cookie, accept },
    });
    return { status: statusCode, type: String(headers["content-type"]), body };
  };
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  const passes = ["pkpass", "gwpass"] as const;

  test.each(passes)("shows a page for a ticket that nobody may open: %s", async (pass) => {
    const bought = await buy();
    const { status, type, body } = await openLink(bought, `${crypto.randomUUID()}/${pass}`, browser);
    expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("We could not find this ticket.");
    expect(body).toContain(`<a href="/${bought.shop.slug}">Harbor Museum</a>`);
  });
  test.each(passes)("shows a page for a ticket that was redeemed: %s", async (pass) => {
    const bought = await buy();
    await redeemTicket(server.db, bought.ticket);
    const { status, type, body } = await openLink(bought, `${bought.ticket}/${pass}`, browser);
    expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("This ticket is no longer valid, so it cannot be added to a wallet.");
  });
  test.each(passes)("shows a page where the seller has no wallet: %s", async (pass) => {
    const bought = await buy(false);
    const { status, type, body } = await openLink(bought, `${bought.ticket}/${pass}`, browser);
    expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("Your ticket is valid without it.");
  });
  test.each(passes)("shows a page for an invalid id: %s", async (pass) => {
    const bought = await buy();
    const { status, type } = await openLink(bought, `nonsense/${pass}`, browser);
    expect([status, type]).toEqual([400, "text/html; charset=utf-8"]);
  });
  test("a pass link that a browser opens is answered with JSON for a program", async () => {
    const bought = await buy();
    const { status, type, body } = await openLink(bought, `${crypto.randomUUID()}/pkpass`, "application/json");
    expect([status, type]).toEqual([404, "application/json; charset=utf-8"]);
    expect(JSON.parse(body)).toMatchObject({ _data: [{ _code: "not_found", _context: "wallet" }] });
  });
});

describe("Google Wallet", () => {
  test("creates a link with a token that the service account signed", async () => {
    const { buyer, ticket, order, shop } = await buy();
    const { status, headers } = await buyer.get(`/ticket/${ticket}/gwpass`);
    expect([status, headers["cache-control"], headers["referrer-policy"]]).toEqual([
      302,
      "private, no-store",
      "no-referrer",
    ]);
    const [address, token = ""] = String(headers.location).split("/save/");
    expect(address).toBe("https://pay.google.com/gp/v");
    const { payload } = await jwtVerify(token, await importSPKI(google.publicKey, "RS256"), {
      issuer: google.keys.client_email,
      audience: "google",
    });
    expect(payload).toMatchObject({
      typ: "savetowallet",
      origins: [origin],
      payload: {
        eventTicketClasses: [{ id: `${google.keys.issuer_id}.${shop.event.id}`, issuerName: "Harbor Museum" }],
        eventTicketObjects: [
          {
            id: `${google.keys.issuer_id}.${await passIdOf(ticket, "google")}`,
            ticketNumber: order.order_number,
            barcode: { type: "QR_CODE" },
          },
        ],
      },
    });
    // Some browsers truncate longer links.
    expect(String(headers.location).length).toBeLessThan(1800);
    await expect(jwtVerify(token, await importSPKI(createGoogleKeys().publicKey, "RS256"))).rejects.toThrow(
      "signature",
    );
  });
});

test("a Google Wallet link shortens long names and keeps the QR code", async () => {
  const { buyer, ticket, shop } = await buy();
  const long = (word: string) => `${word} `.repeat(18).trim();
  await server.db
    .updateTable("venue")
    .set({ name: long("Lighthouse"), address: long("Quay") })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  await server.db
    .updateTable("event_template")
    .set({ name: long("Luminous") })
    .where("id", "=", shop.event.id)
    .execute();
  const { headers } = await buyer.get(`/ticket/${ticket}/gwpass`);
  expect(String(headers.location).length).toBeLessThan(1800);
  const [, body = ""] = String(headers.location).split(".").slice(-3);
  expect(Buffer.from(body, "base64url").toString()).toContain('"barcode":{"type":"QR_CODE"');
});

describe("access to passes", () => {
  const paths = (ticket: string) => ["walletprecheck", "pkpass", "gwpass"].map((what) => `/ticket/${ticket}/${what}`);
  test("access to passes is refused to strangers and other sellers, and granted with the order's token", async () => {
    const { shop, ticket, order } = await buy();
    const otherShop = await buy();
    const stranger = new TestBuyer(server, shop);
    await stranger.hold(1);
    for (const path of paths(ticket)) {
      expect((await stranger.get(path)).status, path).toBe(404);
      expect((await new TestBuyer(server, shop).get(path)).status, path).toBe(404);
      expect((await otherShop.buyer.get(path)).status, path).toBe(404);
      expect((await stranger.get(`${path}?token=${otherShop.order.token}`)).status, path).toBe(404);
      expect([200, 302]).toContain((await stranger.get(`${path}?token=${order.token}`)).status);
    }
    for (const path of paths(crypto.randomUUID())) expect((await stranger.get(path)).status, path).toBe(404);
  });
});

describe("no passes for a ticket", () => {
  const expectNoPasses = async (bought: Bought) => {
    const { buyer, ticket } = bought;
    expect(walletStates(await buyer.get(`/ticket/${ticket}/walletprecheck`))).toEqual([200, false, false]);
    expect((await downloadPass(bought)).status).toBe(404);
    expect((await buyer.get(`/ticket/${ticket}/gwpass`)).status).toBe(404);
  };
  test("no passes for a ticket that was redeemed", async () => {
    const bought = await buy();
    await redeemTicket(server.db, bought.ticket);
    await expectNoPasses(bought);
  });
  test("whose session has ended", async () => {
    const bought = await buy();
    await server.db
      .updateTable("event_session")
      .set({
        start_datetime: sql<string>`now() - interval '3 hours'`,
        end_datetime: sql<string>`now() - interval '1 hour'`,
      })
      .where("id", "=", bought.shop.session.id)
      .execute();
    await expectNoPasses(bought);
  });
  test("no passes for a ticket of a donation", async () => {
    const shop = await createTestShop(server.db);
    keyed.add(shop.seller_id);
    const event = await createTestEvent(server.db, shop, {
      event_type: "other",
      groups: [{ handler: "donation", types: [{ currency_amount: 1000 }] }],
      sessions: [],
    });
    await recordPrices(server, shop);
    const buyer = new TestBuyer(server, shop);
    const type = event.groups[0]?.types[0]?.id ?? "";
    const begun = await buyer.post("/my/cart/modify", {
      add: [{ event_template_id: event.id, ticket_types_required: [{ ticket_type_id: type, quantity: 1 }] }],
    });
    const cart = begun.body.cart._data[0];
    await buyer.pay(cart, cards.good);
    const { body } = await buyer.checkOut(cart);
    expect((await buyer.get(`/ticket/${body.ticket._data[0].id}/walletprecheck`)).status).toBe(404);
  });
});

describe("a membership card", () => {
  const of = ({ slug }: Pick<TestShop, "slug">, cookie: string) => {
    const ask = async (path: string) => {
      const { statusCode, rawPayload } = await server.app.inject({
        method: "GET",
        url: `/api/ticket/${path}?_seller=${slug}`,
        headers: { cookie },
      });
      return { status: statusCode, bytes: rawPayload };
    };
    const check = async (ticket: string) => {
      const { status, bytes } = await ask(`${ticket}/walletprecheck`);
      return status === 200 ? (JSON.parse(String(bytes)) as { apple: { ok: boolean } }).apple.ok : status;
    };
    return { ask, check };
  };
  const join = async () => {
    const shop = await createTestShop(server.db, { seller: { name: "Harbor Museum" } });
    keyed.add(shop.seller_id);
    const levels = await createLevels(server, shop);
    const ada = await createTestUser(server.db, shop);
    const people = [
      { type: 0, name: "Ada Lovelace", email: ada.email },
      { type: 1, name: "William King", email: `william-${ada.identity_id}@example.org` },
    ];
    const bought = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }), {
      cookie: ada.cookie,
    });
    const [own, second] = await readMemberships(server, bought.order_id);
    if (!own || !second?.identity_id) throw new Error("There are two cards.");
    return { shop, levels, ada, own, second: { ...second, identity_id: second.identity_id } };
  };

  test("a membership card becomes a pass with number, level and QR code, which cannot be shared", async () => {
    const { shop, ada, own } = await join();
    const { ask, check } = of(shop, ada.cookie);
    expect(await check(own.ticket_id)).toBe(true);
    const { status, bytes } = await ask(`${own.ticket_id}/pkpass`);
    expect(status).toBe(200);
    const pass = JSON.parse(String(readPassFiles(bytes).get("pass.json")));
    expect(pass).toMatchObject({
      serialNumber: await passIdOf(own.ticket_id, "apple"),
      organizationName: "Harbor Museum",
      sharingProhibited: true,
      barcodes: [{ message: own.scan_code }],
    });
    const text = JSON.stringify(pass);
    for (const word of [own.member_number, "Family", "Ada Lovelace"]) expect(text).toContain(word);
    expect(text).not.toContain("William");
    const google = await server.app.inject({
      method: "GET",
      url: `/api/ticket/${own.ticket_id}/gwpass?_seller=${shop.slug}`,
      headers: { cookie: ada.cookie },
    });
    const [, body = ""] = String(google.headers.location).split(".").slice(-3);
    expect(Buffer.from(body, "base64url").toString()).toContain(own.member_number);
  });

  test("a membership card is available to its own account only", async () => {
    const { shop, own, second } = await join();
    const there = new TestBuyer(server, shop);
    await there.hold(1);
    await limitSession(server.db, there, second.identity_id);
    await server.db
      .updateTable("visitor_session")
      .set({ strength: "full", identity_id: second.identity_id })
      .where("member_identity_id", "=", second.identity_id)
      .execute();
    const william = of(shop, there.cookie);
    expect(await william.check(second.ticket_id)).toBe(true);
    expect(await william.check(own.ticket_id)).toBe(404);
    const guest = new TestBuyer(server, shop);
    await guest.hold(1);
    expect(await of(shop, guest.cookie).check(own.ticket_id)).toBe(404);
    await limitSession(server.db, guest, own.identity_id ?? "");
    expect(await of(shop, guest.cookie).check(own.ticket_id), "a limited session").toBe(404);
  });

  test("a membership card has no pass if it expired or was given as a gift", async () => {
    const { shop, levels, ada, own } = await join();
    await setTermEnd(server, own.id, daysFromNow(-1));
    expect(await of(shop, ada.cookie).check(own.ticket_id)).toBe(false);
    const present = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const { response } = await buyMembership(server, shop, present, { cookie: ada.cookie });
    expect(await of(shop, ada.cookie).check(response.body.ticket._data[0].id)).toBe(404);
  });
});
