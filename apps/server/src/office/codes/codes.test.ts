import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { newId } from "../../db/newId.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { runCodeBatches } from "../../modules/codes/batches/runCodeBatches.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createCodes, createDiscount } from "../../../test/shop/codesAndRules.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let other: TestApp;
let shop: TestShop;
let group: Awaited<ReturnType<typeof createCodes>>;
let manager: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await other.close();
  await server.close();
});
beforeEach(async () => {
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: -1 }] } });
  await recordPrices(server, shop);
  group = await createCodes(server.db, shop, { SPRING: {} });
  await createDiscount(server.db, shop, { name: "Five off", benefit: { amount: 500 }, code_group_ids: [group.id] });
  manager = await signedIn(server, shop, ["manager"]);
});

const extraOf = ({ body }: TestResponse) => body._data[0]._extra;
const make = (more: object = {}) =>
  manager.post("/codes", { code_group_id: group.id, code: "Summer", max_uses: null, ...more });
const makeMany = (more: object = {}) =>
  manager.post("/code_batches", {
    code_group_id: group.id,
    prefix: "VIP-",
    length: 6,
    quantity: 10,
    max_uses: 1,
    reason: "Post to members",
    ...more,
  });
const makeAll = async (): Promise<number> => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is no seller.");
  return runCodeBatches({ db: server.connections.forSeller(shop.seller_id), seller });
};
const listed = async (query = ""): Promise<string[]> =>
  (await manager.get(`/codes?${query}`)).body.codes.map(({ code }: { code: string }) => code);
const page = async (id = group.codes.SPRING ?? "") => (await manager.get(`/codes/${id}`)).body;
/** Holds a cart of one ticket at 20.00 with a code. */
const hold = async (code: string, at = server) => {
  const buyer = new TestBuyer(at, shop);
  const cart = await buyer.hold(1);
  return { buyer, cart, reply: await buyer.post(`/my/cart/${cart.id}/apply_code`, { code }) };
};
const buyWith = async (code: string): Promise<void> => {
  const { buyer, reply } = await hold(code);
  const [cart] = reply.body.cart._data;
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart)).status).toBe(200);
};

describe("a code", () => {
  test("is made with limit and validity in days of the seller's clock, and works at once", async () => {
    const { status, body } = await make({ max_uses: 5, first_day: "2020-01-01", last_day: "2099-12-31" });
    expect(status).toBe(200);
    expect(await page(body.id)).toMatchObject({
      code: "Summer",
      max_uses: 5,
      state: "active",
      valid_from: "2020-01-01T05:00:00Z",
      valid_to: "2100-01-01T05:00:00Z",
      discounts: ["Five off"],
      by_office: true,
    });
    expect((await hold("summer")).reply.body.cart._data[0].outstanding_balance).toBe("15.00");
    expect((await auditOf(server.db, shop.seller_id)).map(({ action }) => action)).toContain("code.made");
  });

  test("has a link to the seller's storefront, whatever characters it is made of", async () => {
    const { body } = await make({ code: "Zwei & drei" });
    const link = new URL((await page(body.id)).link);
    expect(link.pathname).toBe(`/${shop.slug}/events`);
    expect([...link.searchParams]).toEqual([["promo", "Zwei & drei"]]);
  });

  test("that exists already, ignoring case and spaces, is refused with the existing id", async () => {
    const reply = await make({ code: " spring " });
    expect(refusalOf(reply)).toBe("409 duplicate_code");
    expect(extraOf(reply)).toMatchObject({ code_id: group.codes.SPRING, is_gift: false });
  });

  test("that exists as a gift code is refused without an id, since it has no page here", async () => {
    await server.db
      .updateTable("code")
      .set({ is_gift: true })
      .where("id", "=", group.codes.SPRING ?? "")
      .execute();
    const reply = await make({ code: "spring" });
    expect([refusalOf(reply), extraOf(reply)]).toEqual(["409 duplicate_code", { code: "spring", is_gift: true }]);
    await server.db
      .updateTable("code")
      .set({ is_gift: false })
      .where("id", "=", group.codes.SPRING ?? "")
      .execute();
  });

  test.each([
    ["one character", { code: "x" }],
    ["36 characters", { code: "x".repeat(36) }],
    ["a limit of none", { max_uses: 0 }],
    ["an end before its beginning", { first_day: "2099-01-02", last_day: "2099-01-01" }],
  ])("of %s is refused", async (_, more) => {
    expect(refusalOf(await make(more))).toBe("422 validation_failed");
  });

  test("of another seller's group is not found", async () => {
    const theirs = await createCodes(server.db, await createTestShop(server.db), { THEIRS: {} });
    expect(refusalOf(await make({ code_group_id: theirs.id }))).toBe("404 not_found");
    expect(refusalOf(await manager.get(`/codes/${theirs.codes.THEIRS}`))).toBe("404 not_found");
  });
});

describe("the list", () => {
  test("is sorted by code, paginated and filtered", async () => {
    const texts = Array.from({ length: 60 }, (_, nth) => `A${String(nth).padStart(2, "0")}`);
    const file = { csv: ["Code", ...texts].join("\n"), columns: { code: 0 }, import_id: newId(), reason: "A list" };
    await manager.post("/code_imports", { code_group_id: group.id, ...file });
    const first = (await manager.get("/codes")).body;
    const second = (await manager.get(`/codes?after=${first.next}`)).body;
    const codes = [...first.codes, ...second.codes].map(({ code }: { code: string }) => code);
    expect(codes).toEqual([...texts, "SPRING"]);
    expect(second.next).toBeNull();
    expect(await listed("q=a1")).toEqual(texts.slice(10, 20));
    await buyWith("a10");
    expect(await listed("use=used")).toEqual(["A10"]);
    expect(await listed(`q=s&code_group_id=${group.id}`)).toEqual(["SPRING"]);
  });
});

test("shows a code that nobody may use, and a group without a limit", async () => {
  const none = await createCodes(server.db, shop, { NONE: { max_uses: 0 } }, { max_uses: 0 });
  expect(await page(none.codes.NONE)).toMatchObject({ max_uses: 0, state: "used_up" });
  const { groups } = (await manager.get("/code_groups")).body;
  expect(groups.find(({ id }: { id: string }) => id === none.id)).toMatchObject({ max_uses: 0, codes: 1 });
  expect(groups.find(({ id }: { id: string }) => id === group.id)).toMatchObject({ discounts: ["Five off"] });
});

describe("many codes", () => {
  test("are made by the job from a pattern, each once, and can be downloaded repeatedly", async () => {
    const { body } = await makeMany({ quantity: 7000 });
    expect(await makeAll()).toBe(7000);
    expect(await makeAll()).toBe(0);
    const batches = (await manager.get("/code_batches")).body.batches;
    expect(batches).toMatchObject([{ id: body.batch_id, made: 7000, quantity: 7000 }]);
    for (let times = 0; times < 2; times++) {
      const file = String((await manager.get(`/code_batches/${body.batch_id}/codes.csv`)).body);
      const codes = file
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0] ?? "");
      expect(new Set(codes).size).toBe(7000);
      expect(codes.every((code) => /^VIP-[2-9A-HJKMNP-Z]{6}$/.test(code))).toBe(true);
    }
  });

  test("are made up to the requested number if one exists already", async () => {
    // A thousandth of the 923,521 possible codes is taken, so in most runs the second batch generates a code of the first.
    await makeMany({ prefix: "T", length: 4, quantity: 900 });
    await makeAll();
    await makeMany({ prefix: "T", length: 4, quantity: 900, reason: "More members" });
    await makeAll();
    expect(
      (await server.db.selectFrom("code").select("id").where("seller_id", "=", shop.seller_id).execute()).length,
    ).toBe(1801);
  });

  test("are refused if the pattern has too few, with the shortest sufficient length", async () => {
    const reply = await makeMany({ length: 4, quantity: 1000 });
    expect(refusalOf(reply)).toBe("422 validation_failed");
    expect(extraOf(reply)).toMatchObject({ fields: ["length"], length: 5 });
  });

  test("made by two servers at once are made once", async () => {
    await makeMany({ quantity: 9000 });
    const made = await Promise.all([makeAll(), makeAll()]);
    expect(made.reduce((sum, one) => sum + one, await makeAll())).toBe(9000);
  });
});

describe("pausing", () => {
  const pause = (is_paused: boolean, more: object = { code_ids: [group.codes.SPRING] }) =>
    manager.post("/codes/pause", { is_paused, ...more });

  test("makes a code unknown on every server at once, and resuming restores it", async () => {
    expect((await pause(true)).body).toMatchObject({ changed: 1 });
    expect(refusalOf((await hold("SPRING", other)).reply)).toBe("404 code_not_found");
    expect((await other.get(shop.slug, "/api/code/SPRING")).status).toBe(404);
    expect(await page()).toMatchObject({ state: "paused" });
    expect((await pause(false)).body).toMatchObject({ changed: 1 });
    expect((await hold("SPRING", other)).reply.status).toBe(200);
  });

  test("leaves a cart the code's effect until the cart changes", async () => {
    const { buyer, reply } = await hold("SPRING");
    const [cart] = reply.body.cart._data;
    await pause(true);
    const read = async () => (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].outstanding_balance;
    expect(await read()).toBe("15.00");
    await buyer.post(`/my/cart/${cart.id}/modify`, { add: [ticketLine(shop.event, 1)] });
    expect(await read()).toBe("40.00");
  });

  test("is undone only for the codes that it paused, by the moment of the reply", async () => {
    await make({ code: "Before" });
    const [before] = (await manager.get("/codes?q=Before")).body.codes;
    await pause(true, { code_ids: [before.id] });
    const { paused_at } = (await pause(true, { code_group_id: group.id })).body;
    expect(paused_at).toMatch(/Z$/);
    const elsewhere = await createTestShop(server.db);
    const stranger = await signedIn(server, elsewhere, ["owner"]);
    const undo = { is_paused: false, paused_at };
    expect((await stranger.post("/codes/pause", undo)).body).toEqual({ changed: 0, paused_at: null });
    expect((await pause(false, { paused_at })).body).toMatchObject({ paused_at: null });
    expect(await listed("state=paused")).toEqual(["Before"]);
  });

  test("counts the paused codes that match the filters", async () => {
    await make({ code: "Before" });
    const countOf = async (query: string, who = manager): Promise<number> =>
      (await who.get(`/paused_codes?${query}`)).body.count;
    expect(await countOf(`code_group_id=${group.id}`)).toBe(0);
    await pause(true, { code_group_id: group.id });
    const paused = await listed(`state=paused&code_group_id=${group.id}`);
    expect(paused.length).toBeGreaterThan(1);
    expect(await countOf(`code_group_id=${group.id}`)).toBe(paused.length);
    expect(await countOf("state=active")).toBe(0);
    const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
    expect(await countOf(`code_group_id=${group.id}`, stranger)).toBe(0);
  });

  test("of a group can be limited to unused codes, and leaves other groups unchanged", async () => {
    await make({ code: "Unused" });
    const others = await createCodes(server.db, shop, { OTHER: {} });
    await buyWith("SPRING");
    expect((await pause(true, { code_group_id: group.id, use: "unused" })).body).toMatchObject({ changed: 1 });
    expect(await listed("state=paused")).toEqual(["Unused"]);
    expect((await pause(true, { code_group_id: group.id })).body).toMatchObject({ changed: 1 });
    expect(await page(others.codes.OTHER)).toMatchObject({ state: "active" });
  });

  test("can be limited to codes in one state, of a group or of all", async () => {
    const { body: later } = await make({ code: "Later", first_day: "2099-01-01" });
    const { body: over } = await make({ code: "Over", last_day: "2020-01-01" });
    expect((await pause(true, { code_group_id: group.id, state: "not_yet_valid" })).body).toMatchObject({ changed: 1 });
    expect((await pause(true, { state: "expired", use: "used" })).body).toMatchObject({ changed: 0 });
    expect((await pause(true, { state: "expired" })).body).toMatchObject({ changed: 1 });
    expect(await listed("state=paused")).toEqual(["Later", "Over"]);
    expect(await page()).toMatchObject({ state: "active" });
    expect((await pause(false, { state: "paused" })).body).toMatchObject({ changed: 2 });
    expect((await page(later.id)).state + (await page(over.id)).state).toBe("not_yet_validexpired");
    // Nothing of another seller is paused.
    const theirs = await createCodes(server.db, await createTestShop(server.db), { THEIRS: {} });
    await pause(true, { state: "active" });
    const { paused_at } = await server.db
      .selectFrom("code")
      .select("paused_at")
      .where("id", "=", theirs.codes.THEIRS ?? "")
      .executeTakeFirstOrThrow();
    expect(paused_at).toBeNull();
  });

  test("of nothing chosen is refused", async () => {
    expect(refusalOf(await pause(true, {}))).toBe("422 validation_failed");
    expect(await page()).toMatchObject({ state: "active" });
  });
});

describe("the limit", () => {
  const limit = async (max_uses: number | null) =>
    manager.post(`/codes/${group.codes.SPRING}/limit`, { version: (await page()).version, max_uses });

  test("is raised, and lowered to no less than what is used", async () => {
    expect((await limit(2)).status).toBe(200);
    await buyWith("SPRING");
    await buyWith("SPRING");
    expect(refusalOf((await hold("SPRING")).reply)).toBe("409 code_exhausted");
    const refused = await limit(1);
    expect(refusalOf(refused)).toBe("422 validation_failed");
    expect(extraOf(refused)).toMatchObject({ used: 2 });
    expect((await limit(3)).status).toBe(200);
    expect((await hold("SPRING")).reply.status).toBe(200);
  });
});

test("a code's page shows where it is used: carts, orders, buyers, amount taken off and revenue", async () => {
  await buyWith("SPRING");
  await buyWith("spring");
  await hold("SPRING");
  await new TestBuyer(server, shop).buy(1);
  expect((await page()).use).toEqual({ carts: 1, orders: 2, buyers: 1, taken_off: "10.00", revenue: "30.00" });
  expect(await page()).toMatchObject({ used: 3 });
});

test("a code's discount and revenue agree with the report, without the tax included in prices", async () => {
  await server.runAsOwner(`set app.seller = '*'; update seller set configuration = configuration ||
    '{"invoice": {"name": "Pier", "address": ["Pier 1"], "tax_id": "GB1", "tax_name": "VAT", "rates": {"default": 20}}}' where id = '${shop.seller_id}'`);
  letCachesExpire();
  await buyWith("SPRING");
  const owner = await signedIn(server, shop, ["owner"]);
  const today = Temporal.Now.plainDateISO(shop.timezone);
  const span = `from=${today.subtract({ days: 1 }).toString()}&to=${today.add({ days: 1 }).toString()}`;
  const { rows, columns } = (await readReportNow(owner, `/reports/codes?${span}`)).body;
  const value = (name: string): string =>
    rows[0].values[columns.findIndex((column: { name: string }) => column.name === name)];
  const { orders, taken_off, revenue } = (await page()).use;
  expect({ orders, taken_off: `-${taken_off}`, revenue }).toEqual({
    orders: value("orders"),
    taken_off: value("discounts"),
    revenue: value("net"),
  });
  expect(revenue).toBe("12.50");
});
