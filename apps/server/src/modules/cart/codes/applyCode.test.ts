import { describe, expect, test } from "vitest";
import { createCart, getCart, modifyCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { applyCode, lookUpCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { createCodes, createDiscount, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { recordShortest } from "../../../../test/database/statements/recordStatements.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { startCart, cartFrom, cartLine, summarizeMods } from "../../../../test/cart/carts.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Codes = Parameters<typeof createCodes>[2];
/** A shop where a code of this group takes ten percent off an adult's ticket. */
const makeShopWithCodes = async (codes: Codes = { WELCOME: {} }, group: Parameters<typeof createCodes>[3] = {}) => {
  const shop = await createTestShop(server.db);
  const made = await createCodes(server.db, shop, codes, group);
  await createDiscount(server.db, shop, {
    name: "Ten percent",
    benefit: { percent: 1000 },
    code_group_ids: [made.id],
    scopes: adultScope(shop),
  });
  const browser = new TestBrowser(server, shop);
  const usedOf = async (text: string) =>
    (
      await server.db
        .selectFrom("code")
        .select("used")
        .where("id", "=", made.codes[text] ?? "")
        .executeTakeFirstOrThrow()
    ).used;
  return { shop, browser, group: made, usedOf, cart: await startCart(browser, shop) };
};
const adultScope = ({ event }: TestShop) => [{ ticket_type_ids: [event.groups[0]?.types[0]?.id ?? ""] }];
const tenPercentMod = (...codes: string[]) => ["Ten percent", "2.00", "discount", ...codes];
const waitingMod = (code: string) => ["Friends", "0", "code", code];

describe("an applied code", () => {
  test("lowers the prices of held tickets, counts once and is shown with the cart", async () => {
    const { browser, cart, usedOf, group } = await makeShopWithCodes();
    const answer = await browser.call(applyCode, { cart_id: cart.id, code: " wElcome " });
    expect(answer.status).toBe(200);
    const applied = cartFrom(answer.body);
    expect(summarizeMods(applied)).toEqual([tenPercentMod("WELCOME")]);
    expect(applied.cart_mods[0]?.activating_code_groups).toEqual([group.id]);
    expect(applied.outstanding_balance).toBe("18.00");
    expect(cartFrom((await browser.call(getCart, { cart_id: cart.id })).body).cart_mods).toEqual(applied.cart_mods);
    expect(await usedOf("WELCOME")).toBe(1);
  });

  test("has 2 to 35 characters without the spaces around it, however it is sent", async () => {
    const longest = "L".repeat(35);
    const { shop, browser, cart } = await makeShopWithCodes({ [longest]: {} });
    const padded = `   ${longest}   `;
    expect((await browser.call(applyCode, { cart_id: cart.id, code: padded })).status).toBe(200);
    expect((await browser.call(lookUpCode, { code: padded })).status).toBe(200);
    const add = [cartLine(shop.event, 1)];
    for (const codes of [{ preReservePromoCodes: { codes: [padded] } }, { preloadedPromoCodes: { codes: [padded] } }])
      expect(summarizeMods(cartFrom((await browser.call(createCart, { add, ...codes })).body))).toHaveLength(1);
  });

  test("an applied code does not extend the hold", async () => {
    const { browser, cart } = await makeShopWithCodes();
    const seen = async () =>
      server.db
        .selectFrom("cart")
        .select(["expires_at", "version"])
        .where("id", "=", cart.id)
        .executeTakeFirstOrThrow();
    const before = await seen();
    await browser.call(applyCode, { cart_id: cart.id, code: "welcome" });
    expect(await seen()).toEqual({ expires_at: before.expires_at, version: before.version + 1 });
  });

  const wrong: readonly (readonly [string, object, string, number, object?])[] = [
    ["unknown", { code: "nonsense" }, "code_not_found:code", 404, { code: "nonsense" }],
    ["a wildcard", { code: "WELCOM_" }, "code_not_found:code", 404],
    ["another wildcard", { code: "%" + "%" }, "code_not_found:code", 404],
    ["with a lookalike letter", { code: "WЕLCOME" }, "code_not_found:code", 404],
    ["expired", { code: "OVER" }, "code_not_found:code", 404],
    ["not yet valid", { code: "SOON" }, "code_not_found:code", 404],
    ["retired", { code: "RETIRED" }, "code_not_found:code", 404],
    ["of another seller", { code: "theirs" }, "code_not_found:code", 404],
    ["used up", { code: "GONE" }, "code_exhausted:code", 409, { code: "GONE" }],
    ["without a benefit", { code: "USELESS" }, "no_code_benefit:code", 422, { code: "USELESS" }],
    ["together with an unknown one", { codes: ["WELCOME", "nonsense"] }, "code_not_found:code", 404],
    ["repeated", { codes: ["WELCOME", "welcome "] }, "duplicate_code:code", 409, { code: "welcome" }],
    ["too short", { code: " W " }, "validation_failed:code", 422, { fields: ["code"], code: "W" }],
    ["blank", { code: "   " }, "validation_failed:code", 422],
    ["missing", {}, "validation_failed:code", 422],
    ["too long", { code: "x".repeat(36) }, "validation_failed:general", 422],
  ];
  test.each(wrong)("%s is refused and changes nothing", async (...[, sent, code, status, extra = {}]) => {
    const { shop, browser, cart, usedOf } = await makeShopWithCodes({
      WELCOME: {},
      OVER: { valid_to: "2020-01-01T00:00:00Z" },
      SOON: { valid_from: "2999-01-01T00:00:00Z" },
      RETIRED: { retired: true },
      GONE: { max_uses: 0 },
    });
    await createCodes(server.db, shop, { USELESS: {} });
    await createCodes(server.db, await createTestShop(server.db), { theirs: {} });
    const refused = await browser.call(applyCode, { cart_id: cart.id, ...(sent as { code?: string }) });
    expect(refused).toMatchObject({ code, status, refusal: { _extra: extra } });
    const seen = cartFrom((await browser.call(getCart, { cart_id: cart.id })).body);
    expect(seen).toMatchObject({ cart_mods: [], outstanding_balance: "20.00" });
    expect(await usedOf("WELCOME")).toBe(0);
  });

  test.each([
    ["has expired", "OVER", "This code has expired."],
    ["is not valid yet", "SOON", "This code can be used from January 1, 2999."],
    ["is not valid yet, within a day", "NOON", "This code can be used from January 1, 2999 at 12:00 PM."],
    ["was withdrawn", "RETIRED", "This code is not valid."],
    ["does not exist", "OVE", "This code is not valid."],
    ["loses to a better one", "LESS", "This code cannot be combined with your discount. The better price stays."],
    ["applies to nothing", "USELESS", "This code does not apply to anything in your cart."],
  ])("says why a code that %s is refused", async (_, text, sentence) => {
    const { shop, browser, cart } = await makeShopWithCodes({
      WELCOME: {},
      OVER: { valid_to: "2020-01-01T00:00:00Z" },
      SOON: { valid_from: "2999-01-01T05:00:00Z" },
      NOON: { valid_from: "2999-01-01T17:00:00Z" },
      RETIRED: { retired: true, valid_to: "2020-01-01T00:00:00Z" },
    });
    await createCodes(server.db, shop, { USELESS: {} });
    const less = await createCodes(server.db, shop, { LESS: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 500 }, code_group_ids: [less.id], stacking: "alone" });
    await browser.call(applyCode, { cart_id: cart.id, code: "welcome" });
    const refused = await browser.call(applyCode, { cart_id: cart.id, code: text });
    expect(refused.refusal?._description).toBe(sentence);
  });

  test("an applied code is refused as a duplicate, together with the reason of another failing code", async () => {
    const { browser, cart } = await makeShopWithCodes({ WELCOME: {}, GONE: { max_uses: 0 } });
    const apply = async (...codes: string[]) => {
      const { status, body } = await browser.call(applyCode, { cart_id: cart.id, codes });
      if (status === 200) return status;
      return (body as unknown as { _data: { _code: string; _context: string; _description: string }[] })._data.map(
        ({ _code, _context, _description }) => [_code, _context, _description],
      );
    };
    expect(await apply("WELCOME")).toBe(200);
    const twice = ["duplicate_code", "code", "This code is already applied."];
    expect(await apply("welcome")).toEqual([twice]);
    expect(await apply("gone", "welcome")).toEqual([
      twice,
      ["code_exhausted", "code", "This code has already been used."],
    ]);
    expect(await apply("nonsense", "welcome")).toEqual([twice, ["code_not_found", "code", "This code is not valid."]]);
  });

  test("waits unused without a benefit if the request allows it, and works as soon as it can", async () => {
    const { shop, browser, usedOf } = await makeShopWithCodes({ WELCOME: { max_uses: 1 } });
    const begun = cartFrom((await browser.call(createCart, { add: [cartLine(shop.event, 1, 1)] })).body);
    const sent = { cart_id: begun.id, code: "welcome", require_benefit: false };
    const applied = cartFrom((await browser.call(applyCode, sent)).body);
    expect(summarizeMods(applied)).toEqual([waitingMod("WELCOME")]);
    expect(applied.cart_mods[0]?.description).toBe("This code has no effect on your cart at the moment.");
    expect(await usedOf("WELCOME")).toBe(0);
    const more = cartFrom((await browser.call(modifyCart, { cart_id: begun.id, add: [cartLine(shop.event, 1)] })).body);
    expect(summarizeMods(more)).toEqual([tenPercentMod("WELCOME")]);
    expect(await usedOf("WELCOME")).toBe(1);
  });

  test.each([
    ["unknown", "nonsense", "code_not_found:code"],
    ["used up", "GONE", "code_exhausted:code"],
  ])("an applied code is refused without need of a benefit when %s", async (_, code, expected) => {
    const { browser, cart } = await makeShopWithCodes({ GONE: { max_uses: 0 } });
    expect((await browser.call(applyCode, { cart_id: cart.id, code, require_benefit: false })).code).toBe(expected);
  });

  test("activates another group where its own says so", async () => {
    const { shop, browser, cart, group } = await makeShopWithCodes();
    const staff = await createCodes(server.db, shop, { TEACHER: {} }, { activates: [group.id] });
    const applied = cartFrom((await browser.call(applyCode, { cart_id: cart.id, code: "teacher" })).body);
    expect(summarizeMods(applied)).toEqual([tenPercentMod("TEACHER")]);
    const used = await server.db
      .selectFrom("code_group")
      .select(["id", "used"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(new Map(used.map((row) => [row.id, row.used]))).toEqual(
      new Map([
        [group.id, 0],
        [staff.id, 1],
      ]),
    );
  });

  test("an applied code counts towards the limit of its group", async () => {
    const { shop, browser, cart } = await makeShopWithCodes({ ONE: {}, TWO: {} }, { max_uses: 1 });
    expect((await browser.call(applyCode, { cart_id: cart.id, code: "one" })).status).toBe(200);
    const other = new TestBrowser(server, shop);
    const theirs = await startCart(other, shop);
    expect((await other.call(applyCode, { cart_id: theirs.id, code: "two" })).code).toBe("code_exhausted:code");
    // Expired carts release their uses of the group, whichever code they have.
    const expires_at = Temporal.Now.instant().toString();
    await server.db.updateTable("cart").set({ expires_at }).where("id", "=", cart.id).execute();
    expect((await other.call(applyCode, { cart_id: theirs.id, code: "two" })).status).toBe(200);
  });
});

describe("ignored errors", () => {
  test.each([
    ["ignore_errors", "nonsense"],
    ["ignore_errors", "OVER"],
    ["ignore_errors", "GONE"],
    ["ignore_errors", "theirs"],
    ["ignore_errors", "USELESS"],
    ["ignore_errors", "x"],
    ["a link", "nonsense"],
    ["a link", "OVER"],
    ["a link", "GONE"],
    ["a link", "theirs"],
    ["a link", "USELESS"],
  ])("%s with %s grants nothing", async (how, code) => {
    const { shop, browser, cart } = await makeShopWithCodes({
      OVER: { valid_to: "2020-01-01T00:00:00Z" },
      GONE: { max_uses: 0 },
    });
    await createCodes(server.db, shop, { USELESS: {} });
    const elsewhere = await makeShopWithCodes({ theirs: {} });
    expect(elsewhere.cart.id).not.toBe(cart.id);
    const answer = await (how === "a link"
      ? browser.call(modifyCart, { cart_id: cart.id, preloadedPromoCodes: { codes: [code] } })
      : browser.call(applyCode, { cart_id: cart.id, code, ignore_errors: true, require_benefit: false }));
    expect([answer.status, cartFrom(answer.body).cart_mods, cartFrom(answer.body).outstanding_balance]).toEqual([
      200,
      [],
      "20.00",
    ]);
  });

  test("ignored errors do not stop valid codes of the same request", async () => {
    const { browser, cart } = await makeShopWithCodes();
    const answer = await browser.call(applyCode, {
      cart_id: cart.id,
      codes: ["nonsense", "welcome"],
      ignore_errors: true,
    });
    expect(summarizeMods(cartFrom(answer.body))).toEqual([tenPercentMod("WELCOME")]);
  });
});

describe("a waiting code", () => {
  test("a waiting code is shown and unused after its tickets are removed, and works again when they return", async () => {
    const { shop, browser, usedOf } = await makeShopWithCodes({ WELCOME: { max_uses: 1 } });
    const add = [cartLine(shop.event, 1), cartLine(shop.event, 1, 1)];
    const first = await browser.call(createCart, { add, preReservePromoCodes: { codes: ["welcome"] } });
    const cart_id = cartFrom(first.body).id;
    const adult = first.body.ticket._data.find(({ adjusted_value }) => adjusted_value === "18.00")?.id ?? "";
    const left = cartFrom((await browser.call(removeTickets, { cart_id, tickets: [adult] })).body);
    expect([summarizeMods(left), await usedOf("WELCOME")]).toEqual([[waitingMod("WELCOME")], 0]);
    const back = cartFrom((await browser.call(modifyCart, { cart_id, add: [cartLine(shop.event, 1)] })).body);
    expect([summarizeMods(back), await usedOf("WELCOME")]).toEqual([[tenPercentMod("WELCOME")], 1]);
  });

  test("keeps waiting when its last use is taken", async () => {
    const { shop, browser, usedOf } = await makeShopWithCodes({ WELCOME: { max_uses: 1 } });
    const first = await browser.call(createCart, {
      add: [cartLine(shop.event, 1)],
      preReservePromoCodes: { codes: ["welcome"] },
    });
    const cart_id = cartFrom(first.body).id;
    await browser.call(removeTickets, { cart_id, tickets: first.body.ticket._data.map(({ id }) => id) });
    await startCart(new TestBrowser(server, shop), shop, 1, { preReservePromoCodes: { codes: ["welcome"] } });
    const back = cartFrom((await browser.call(modifyCart, { cart_id, add: [cartLine(shop.event, 1)] })).body);
    expect([summarizeMods(back), back.outstanding_balance, await usedOf("WELCOME")]).toEqual([
      [waitingMod("WELCOME")],
      "20.00",
      1,
    ]);
  });

  test.each([
    ["has ended", { valid_to: "2026-01-01T00:00:00Z" }, "This code has expired."],
    ["is paused", { paused_at: "2026-01-01T00:00:00Z" }, "This code is not valid."],
    ["is used up by others", { max_uses: 1, used: 1 }, "This code has already been used."],
  ])("a waiting code that %s says so", async (_, change, description) => {
    const { shop, browser } = await makeShopWithCodes();
    const first = await browser.call(createCart, {
      add: [cartLine(shop.event, 1)],
      preReservePromoCodes: { codes: ["welcome"] },
    });
    const cart_id = cartFrom(first.body).id;
    await browser.call(removeTickets, { cart_id, tickets: first.body.ticket._data.map(({ id }) => id) });
    await server.db
      .updateTable("code")
      .set(change)
      .where("seller_id", "=", shop.seller_id)
      .where("normalized", "=", "welcome")
      .execute();
    const back = cartFrom((await browser.call(modifyCart, { cart_id, add: [cartLine(shop.event, 1)] })).body);
    expect(back).toMatchObject({ outstanding_balance: "20.00", cart_mods: [{ resource: "code", description }] });
    const read = cartFrom((await browser.call(getCart, { cart_id })).body);
    expect(read.cart_mods).toEqual(back.cart_mods);
    // The use by others exists only in this column, so it is undone: the invariants would not find it.
    if ("used" in change)
      await server.db.updateTable("code").set({ used: 0 }).where("seller_id", "=", shop.seller_id).execute();
  });

  test("works when a better code is removed", async () => {
    const { shop, browser, cart, usedOf } = await makeShopWithCodes();
    const half = await createCodes(server.db, shop, { HALF: {} });
    await createDiscount(server.db, shop, {
      name: "Half",
      benefit: { percent: 5000 },
      code_group_ids: [half.id],
      stacking: "alone",
    });
    await browser.call(applyCode, { cart_id: cart.id, code: "welcome" });
    const both = cartFrom((await browser.call(applyCode, { cart_id: cart.id, code: "half" })).body);
    expect(summarizeMods(both)).toEqual([["Half", "10.00", "discount", "HALF"], waitingMod("WELCOME")]);
    expect(await usedOf("WELCOME")).toBe(0);
    const code_id = half.codes.HALF ?? "";
    const left = cartFrom((await browser.call(removeCode, { cart_id: cart.id, code_id })).body);
    expect([summarizeMods(left), await usedOf("WELCOME")]).toEqual([[tenPercentMod("WELCOME")], 1]);
  });

  test("a waiting code is not used by an order", async () => {
    const { shop, usedOf } = await makeShopWithCodes({ WELCOME: { max_uses: 1 } });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1, shop.event.groups[0]?.types[1]?.id ?? "");
    await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "welcome", require_benefit: false });
    await buyer.pay(cart, "4242424242424242");
    expect((await buyer.checkOut(cart, { identity: ada })).body.outcome).toBe("completed");
    expect(await usedOf("WELCOME")).toBe(0);
  });
});

describe("a removed code", () => {
  test("restores the prices and frees its use", async () => {
    const { browser, cart, group, usedOf } = await makeShopWithCodes();
    await browser.call(applyCode, { cart_id: cart.id, code: "welcome" });
    const code_id = group.codes.WELCOME ?? "";
    const off = cartFrom((await browser.call(removeCode, { cart_id: cart.id, code_id })).body);
    expect([off.cart_mods, off.outstanding_balance, await usedOf("WELCOME")]).toEqual([[], "20.00", 0]);
    expect((await browser.call(removeCode, { cart_id: cart.id, code_id })).status).toBe(200);
  });

  test("leaves the cart blocked by the rule that it lifted", async () => {
    const { shop, browser } = await makeShopWithCodes();
    const talk = await createTestEvent(server.db, shop, { name: "A Talk" });
    const friends = await createCodes(server.db, shop, { FRIEND: {} });
    const rule_id = await createCheckoutRule(server.db, shop, {
      description: "For friends.",
      code_group_id: friends.id,
      conditions: [{ event_template_ids: [talk.id], min: 1 }],
    });
    const begun = await browser.call(createCart, {
      add: [cartLine(talk, 1)],
      preReservePromoCodes: { codes: ["friend"] },
    });
    const cart_id = cartFrom(begun.body).id;
    expect(summarizeMods(cartFrom(begun.body))).toEqual([["Friends", "0", "code_group", "FRIEND"]]);
    const off = cartFrom((await browser.call(removeCode, { cart_id, code_id: friends.codes.FRIEND ?? "" })).body);
    expect(off.blocking_rules).toEqual([{ id: rule_id, description: "For friends.", block_reason: "code_required" }]);
    expect(off.cart_mods).toEqual([
      {
        id: rule_id,
        name: "Friends",
        codes: [],
        activating_code_groups: [friends.id],
        discount: "0",
        blocking_checkout: true,
        description: "For friends.",
        resource: "checkout_rule",
        resource_id: rule_id,
      },
    ]);
    const again = cartFrom((await browser.call(applyCode, { cart_id, code: "friend" })).body);
    expect([again.blocking_rules, summarizeMods(again)]).toEqual([[], [["Friends", "0", "code_group", "FRIEND"]]]);
  });
});

describe("a code looked up without a cart", () => {
  const look = async (browser: TestBrowser, code: string, mode?: "advertise" | "code" | "advertise,code") => {
    const { status, body, code: refusal } = await browser.call(lookUpCode, { code, ...(mode && { mode }) });
    return status === 200 ? body.code._data[0] : refusal;
  };
  test("shows its validity, whether it is used up, and its prices", async () => {
    const window = { valid_from: "2026-01-01T00:00:00Z", valid_to: "2999-01-01T00:00:00Z" };
    const { shop, browser } = await makeShopWithCodes({
      WELCOME: window,
      GONE: { max_uses: 0 },
      OVER: { valid_to: "2020-01-01T00:00:00Z" },
    });
    const [adult, child] = shop.event.groups[0]?.types ?? [];
    const discounted = (type: typeof adult, price: string, less: string) => ({
      id: type?.id,
      name: type?.name,
      ticket_group_id: shop.group.id,
      event_template_id: shop.event.id,
      currency_amount: price,
      discounted_amount: less,
      event_template_category: null,
    });
    expect(await look(browser, " welcome ")).toEqual({
      code: "WELCOME",
      ...window,
      exhausted: false,
      ticket_types: [discounted(adult, "20.00", "18.00")],
      is_gift: false,
      levels: [],
    });
    expect(await look(browser, "gone")).toMatchObject({ exhausted: true });
    expect(await look(browser, "over")).toMatchObject({ valid_to: "2020-01-01T00:00:00Z" });
    await createDiscount(server.db, shop, { benefit: { amount: 500 }, rank: 1 });
    expect(await look(browser, "welcome", "advertise,code")).toMatchObject({
      ticket_types: [discounted(adult, "20.00", "18.00")],
    });
    expect(await look(browser, "welcome", "advertise")).toMatchObject({
      ticket_types: [discounted(adult, "20.00", "13.00"), discounted(child, "10.00", "5.00")],
    });
  });

  test("shows only what everybody may see", async () => {
    const { shop, browser } = await makeShopWithCodes();
    await server.db
      .updateTable("ticket_group")
      .set({ hidden_type: "public_link_only" })
      .where("id", "=", shop.group.id)
      .execute();
    expect(await look(browser, "welcome")).toMatchObject({ ticket_types: [] });
  });

  test.each([
    ["unknown", "nonsense", "code_not_found:code"],
    ["of another seller", "theirs", "code_not_found:code"],
    ["retired", "RETIRED", "code_not_found:code"],
    ["a wildcard", "WELCOM_", "code_not_found:code"],
    ["too short", "W", "bad_field_value:code"],
    ["too long", "x".repeat(36), "bad_field_value:general"],
  ])("a code looked up without a cart is refused: %s", async (_, text, expected) => {
    const { browser } = await makeShopWithCodes({ WELCOME: {}, RETIRED: { retired: true } });
    await createCodes(server.db, await createTestShop(server.db), { theirs: {} });
    expect(await look(browser, text)).toBe(expected);
  });
});

describe("guessing codes", () => {
  const calls: readonly (readonly [
    string,
    (browser: TestBrowser, cart_id: string, code: string) => Promise<string | undefined>,
  ])[] = [
    ["applied", async (browser, cart_id, code) => (await browser.call(applyCode, { cart_id, code })).code],
    ["looked up", async (browser, _, code) => (await browser.call(lookUpCode, { code })).code],
  ];
  test.each(calls)("%s stops after twenty wrong ones of a visitor, and right ones do not count", async (_, tryCode) => {
    const { shop, browser, cart } = await makeShopWithCodes({ WELCOME: {}, GONE: { max_uses: 0 } });
    for (let time = 0; time < 25; time++) await tryCode(browser, cart.id, "gone");
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => tryCode(browser, cart.id, `wrong${index}`)),
    );
    expect(outcomes.filter((code) => code === "code_not_found:code")).toHaveLength(20);
    expect(outcomes.filter((code) => code === "too_many_requests:code")).toHaveLength(10);
    expect(await tryCode(browser, cart.id, "welcome")).toBe("too_many_requests:code");
    expect((await new TestBrowser(server, shop).call(lookUpCode, { code: "welcome" })).status).toBe(200);
  });

  test("guessing codes is limited with ignored errors too", async () => {
    const { browser, cart } = await makeShopWithCodes();
    const codes = Array.from({ length: 20 }, (_, index) => `wrong${index}`);
    const sent = { cart_id: cart.id, codes, ignore_errors: true };
    for (let time = 0; time < 2; time++) expect((await browser.call(applyCode, sent)).status).toBe(200);
    const right = { cart_id: cart.id, code: "welcome", ignore_errors: true };
    expect(cartFrom((await browser.call(applyCode, right)).body).cart_mods).toEqual([]);
  });

  test("guessing codes is not offset by a right code that the cart has already", async () => {
    const { shop, browser, cart, group } = await makeShopWithCodes({ WELCOME: {} });
    const more = await createCodes(server.db, shop, { LATER: {} });
    await createDiscount(server.db, shop, { benefit: { amount: 100 }, code_group_ids: [more.id] });
    await browser.call(applyCode, { cart_id: cart.id, code: "welcome" });
    for (let time = 0; time < 20; time++)
      await browser.call(modifyCart, { cart_id: cart.id, preloadedPromoCodes: { codes: [`wrong${time}`] } });
    const after = await browser.call(modifyCart, { cart_id: cart.id, preloadedPromoCodes: { codes: ["later"] } });
    expect(cartFrom(after.body).cart_mods.map(({ activating_code_groups }) => activating_code_groups)).toEqual([
      [group.id],
    ]);
  });

  test("guessing codes cannot be timed: existing and unknown codes take the same statements", async () => {
    const { browser } = await makeShopWithCodes({ WELCOME: {} });
    const [there, nowhere] = [
      await recordShortest(() => browser.call(lookUpCode, { code: "welcome" })),
      await recordShortest(() => browser.call(lookUpCode, { code: "nonsense" })),
    ];
    expect(there).toEqual(nowhere);
    expect(there.texts.length).toBeGreaterThan(2);
  });
});
