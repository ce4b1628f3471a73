import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop } from "../../../test/office/gateShop.ts";
import { DeskClerk } from "../../../test/office/deskShop.ts";
import { mailsTo, OfficeBrowser, signedIn, staffPassword, tokenIn } from "../../../test/office/testStaff.ts";
import { giftCardSeller } from "../../../test/payments/giftCards.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

/**
 * No secret is written where others can read it: actions that involve passwords, codes, numbers and links, followed by a
 * search for these in the audit log and the server's log.
 */
const lines: string[] = [];
const secrets = new Map<string, string>();
const name = "Philippa Canary-Warbler";
const newPassword = "marimba over birch 31";

let server: TestApp;
let shop: TestShop;
let actions: readonly string[];
let written: string;
let logged: string;

const keep = (what: string, ...texts: readonly string[]): void =>
  texts.forEach((text, nth) => {
    if (text.length < 6) throw new Error(`There is no secret: ${what}.`);
    secrets.set(`${what} ${nth + 1}`, text);
  });

beforeAll(async () => {
  server = await openTestApp({
    logger: { level: "trace", stream: { write: (line: string) => void lines.push(line) } },
  });
  shop = await createGateShop(server, {}, giftCardSeller);
  lines.length = 0;
  const owner = await signedIn(server, shop, ["owner"], { name });
  keep("name of staff", name);
  keep("cookie", owner.cookie?.split("=")[1] ?? "");

  const order = await buyForGate(server, shop, 1);
  const sold = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const clerk = new DeskClerk(owner, Number(sold.order_number));
  await clerk.look();
  const made = await clerk.post("new_codes", { tickets: order.tickets, reason: "Lost phone" });
  expect(made.status).toBe(200);
  const [ticket] = await server.db.selectFrom("ticket").select("scan_code").where("id", "in", order.tickets).execute();
  keep("scan code", ...order.codes, ticket?.scan_code ?? "");

  const card = await owner.post("/gift_cards", { quantity: 1, amount: "30.00", reason: "Raffle" });
  const page = await owner.get(`/gift_cards/${card.body.gift_card_id}`);
  const replaced = await owner.post(`/gift_cards/${card.body.gift_card_id}/replace`, {
    version: page.body.version,
    reason: "Lost",
  });
  keep("number of a gift card", card.body.number, replaced.body.number);

  const device = await owner.post("/devices", {
    name: "North door",
    event_ids: [],
    venue_ids: [],
    ends_at: Temporal.Now.instant().add({ hours: 24 }).toString({ smallestUnit: "second" }),
  });
  const phone = new OfficeBrowser(server, shop.slug);
  expect((await phone.post("/gate/pair", { seller: shop.slug, token: device.body.token })).status).toBe(200);
  keep("pairing code", device.body.token);

  const guest = "warbler@canary-place.example";
  expect((await owner.post("/staff/invite", { email: guest, roles: ["scanner"] })).status).toBe(200);
  const [mail] = await mailsTo(server.db, guest);
  keep("link of an invitation", mail ? tokenIn(mail.message) : "");

  const visitor = new OfficeBrowser(server, shop.slug);
  const wrong = "violoncello beneath ash 4";
  await visitor.signIn({ email: owner.person.email }, { password: wrong });
  expect((await owner.post("/me/password", { current: staffPassword, password: newPassword })).status).toBe(200);
  keep("password", staffPassword, newPassword, wrong);

  const entries = await server.db.selectFrom("audit_entry").selectAll().execute();
  actions = entries.map(({ action }) => action);
  written = JSON.stringify(entries).toLowerCase();
  logged = lines.join("").toLowerCase();
});
afterAll(() => server.close());

test("all actions are in the audit log", () =>
  expect(actions).toEqual(
    expect.arrayContaining([
      "staff.signed_in",
      "staff.sign_in_failed",
      "order.codes_replaced",
      "gift_card.replaced",
      "device.created",
      "device.paired",
      "staff.invited",
      "staff.password_changed",
    ]),
  ));

test("no entry has a password, code, number or link", () => {
  // An entry contains the name of the person who acted.
  const found = [...secrets].filter(
    ([what, text]) => what !== "name of staff 1" && written.includes(text.toLowerCase()),
  );
  expect(found).toEqual([]);
});

test("no line of the server log has one either, or a name of staff", () => {
  expect(lines.length).toBeGreaterThan(0);
  expect([...secrets].filter(([, text]) => logged.includes(text.toLowerCase()))).toEqual([]);
});

test("readers who cannot see staff see only the names of colleagues", async () => {
  const scanner = await signedIn(server, shop, ["scanner"]);
  const refused = await scanner.get("/staff");
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain("@");
});
