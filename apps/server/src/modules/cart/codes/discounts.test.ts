import { describe, expect, test } from "vitest";
import {
  createCart,
  getCart,
  getLinkedCart,
  modifyCart,
  removeTickets,
  transferCart,
  type Cart,
} from "@foyer/contract/shop/cart.ts";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type EventOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { startCart, cartFrom, cartLine, summarizeMods, grandTotalsOf } from "../../../../test/cart/carts.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = async (event: EventOverrides = {}) => {
  const shop = await createTestShop(server.db, { event });
  return { shop, browser: new TestBrowser(server, shop) };
};
const withFees: EventOverrides = {
  groups: [
    {
      types: [
        { name: "Adult", currency_amount: 2000, fee_fixed_outside: 150, fee_percent_outside: 250 },
        { name: "Child", currency_amount: 1000 },
      ],
    },
  ],
};
const adults = ({ event }: TestShop) => [{ ticket_type_ids: [event.groups[0]?.types[0]?.id ?? ""] }];

describe("a discount for everybody", () => {
  test("reduces each ticket, recalculates fees and is shown by name", async () => {
    const { shop, browser } = await openShop(withFees);
    const id = await createDiscount(server.db, shop, { benefit: { percent: 1000 }, scopes: adults(shop) });
    const reply = await browser.call(createCart, { add: [cartLine(shop.event, 2), cartLine(shop.event, 1, 1)] });
    const cart = cartFrom(reply.body);
    expect(grandTotalsOf(cart)).toEqual({
      total_before_cartmod_price: "50.00",
      total_fee_fixed_outside: "3.00",
      // 2 × 2.5 % of 18.00
      total_fee_percent_outside: "0.90",
      total_cartmod_amount: "-4.00",
      total_payments: "0",
      total_outstanding: "49.90",
    });
    expect(cart.cart_mods).toEqual([
      {
        id,
        name: "Less",
        codes: [],
        activating_code_groups: [],
        discount: "4.00",
        blocking_checkout: false,
        description: "Because it is you",
        resource: "discount",
        resource_id: id,
      },
    ]);
    expect(reply.body.ticket._data.map(({ face_value, adjusted_value }) => [face_value, adjusted_value])).toEqual([
      ["20.00", "18.00"],
      ["20.00", "18.00"],
      ["10.00", "10.00"],
    ]);
    expect(cartFrom((await browser.call(getCart, { cart_id: cart.id })).body)).toMatchObject({
      cart_mods: cart.cart_mods,
      cart_fees: cart.cart_fees,
    });
  });

  test("applies from the third ticket on, fees included", async () => {
    const { shop, browser } = await openShop(withFees);
    await createDiscount(server.db, shop, { benefit: { price: 1500 }, min_tickets: 3 });
    const add = [cartLine(shop.event, 1)];
    const first = cartFrom((await browser.call(createCart, { add: [cartLine(shop.event, 2)] })).body);
    expect(grandTotalsOf(first)).toMatchObject({ total_cartmod_amount: "0", total_outstanding: "44.00" });
    const third = (await browser.call(modifyCart, { cart_id: first.id, add })).body;
    // 3 × (15.00 + 1.50 + 0.38)
    expect(grandTotalsOf(cartFrom(third))).toMatchObject({
      total_cartmod_amount: "-15.00",
      total_outstanding: "50.64",
    });
    const remove = third.ticket._data.slice(0, 1).map(({ id }) => id);
    const left = cartFrom((await browser.call(removeTickets, { cart_id: first.id, tickets: remove })).body);
    expect(grandTotalsOf(left)).toEqual(grandTotalsOf(first));
    expect(left.cart_mods).toEqual([]);
  });

  test("off the whole cart is distributed to the cent, down to nothing due", async () => {
    const { shop, browser } = await openShop(withFees);
    await createDiscount(server.db, shop, { benefit: { amount: 1000 }, per: "cart" });
    const three = await browser.call(createCart, { add: [cartLine(shop.event, 3)] });
    expect(three.body.ticket._data.map(({ adjusted_value }) => adjusted_value).toSorted()).toEqual([
      "16.66",
      "16.67",
      "16.67",
    ]);
    await createDiscount(server.db, shop, { benefit: { percent: 10_000 }, rank: 1 });
    const free = cartFrom(
      (await browser.call(modifyCart, { cart_id: cartFrom(three.body).id, add: [cartLine(shop.event, 1)] })).body,
    );
    expect(grandTotalsOf(free)).toMatchObject({
      total_before_cartmod_price: "80.00",
      total_fee_fixed_outside: "0",
      total_fee_percent_outside: "0",
      total_cartmod_amount: "-80.00",
      total_outstanding: "0",
    });
    expect(free.cart_fees[0]?.gateway_id).toBe("free");
    expect(summarizeMods(free)).toEqual([
      ["Less", "10.00", "discount"],
      ["Less", "70.00", "discount"],
    ]);
  });

  test("a discount for everybody of another seller does not apply", async () => {
    const { shop, browser } = await openShop();
    await createDiscount(server.db, await createTestShop(server.db), { benefit: { percent: 1000 } });
    expect((await startCart(browser, shop)).cart_mods).toEqual([]);
  });

  test.each([
    ["before its start", { valid_from: "2999-01-01T00:00:00Z" }],
    ["after its end", { valid_to: "2020-01-01T00:00:00Z" }],
    ["retired", { retired: true }],
    ["for past visits", { visit_until: "2020-01-01" }],
    ["for later visits", { visit_from: "2999-01-01" }],
  ])("a discount for everybody does not apply when %s", async (_, window) => {
    const { shop, browser } = await openShop();
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, ...window });
    expect(await startCart(browser, shop)).toMatchObject({ cart_mods: [], outstanding_balance: "20.00" });
  });
});

describe("a discount shown in a cart", () => {
  test("a discount shown in a cart that ends stays for that cart", async () => {
    const { shop, browser } = await openShop();
    const id = await createDiscount(server.db, shop, { benefit: { percent: 1000 } });
    const cart = await startCart(browser, shop);
    await server.db.updateTable("discount").set({ valid_to: "2026-01-01T00:00:00Z" }).where("id", "=", id).execute();
    expect(cartFrom((await browser.call(getCart, { cart_id: cart.id })).body).outstanding_balance).toBe("18.00");
    const more = cartFrom((await browser.call(modifyCart, { cart_id: cart.id, add: [cartLine(shop.event, 1)] })).body);
    expect(more.outstanding_balance).toBe("36.00");
    expect((await startCart(new TestBrowser(server, shop), shop)).outstanding_balance).toBe("20.00");
    // An emptied cart starts over.
    const { body } = await browser.call(getCart, { cart_id: cart.id });
    await browser.call(removeTickets, { cart_id: cart.id, tickets: body.ticket._data.map((ticket) => ticket.id) });
    const again = cartFrom((await browser.call(modifyCart, { cart_id: cart.id, add: [cartLine(shop.event, 1)] })).body);
    expect(again.outstanding_balance).toBe("20.00");
  });

  test("a discount shown in a cart that the seller changes applies from the next change of the cart", async () => {
    const { shop } = await openShop();
    const id = await createDiscount(server.db, shop, { benefit: { percent: 1000 } });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(2);
    await server.db
      .updateTable("discount")
      .set({ benefit: JSON.stringify({ percent: 5000 }), retired: true })
      .where("id", "=", id)
      .execute();
    expect((await buyer.pay(cart, cards.good, "40.00")).status).toBe(422);
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    const { body } = await buyer.checkOut(cart);
    expect(body.ticket_order._data[0].ticket_order_fees).toEqual([{ total_after_fees_price: "36.00" }]);
    expect(body.cart._data[0]).toMatchObject({ state: "completed", cart_mods: [{ name: "Less", discount: "4.00" }] });
  });

  test("keeps the old fee until a ticket's price changes", async () => {
    const { shop, browser } = await openShop(withFees);
    const cart = await startCart(browser, shop);
    await server.db.updateTable("ticket_type").set({ fee_fixed_outside: 900 }).where("id", "=", shop.type.id).execute();
    const add = [cartLine(shop.event, 1, 1)];
    const same = cartFrom((await browser.call(modifyCart, { cart_id: cart.id, add })).body);
    expect(grandTotalsOf(same).total_fee_fixed_outside).toBe("1.50");
    await createDiscount(server.db, shop, { benefit: { percent: 1000 } });
    const anew = cartFrom((await browser.call(modifyCart, { cart_id: cart.id, add })).body);
    expect(grandTotalsOf(anew).total_fee_fixed_outside).toBe("9.00");
  });
});

test("simultaneous changes of a cart lead to the same prices as one after the other", async () => {
  const { shop, browser } = await openShop(withFees);
  await createDiscount(server.db, shop, { benefit: { amount: 700 }, per: "cart", min_tickets: 2 });
  const cart = await startCart(browser, shop);
  const add = [cartLine(shop.event, 1)];
  const strangers = Array.from({ length: 10 }, () => new TestBrowser(server, shop));
  await Promise.all([
    browser.call(modifyCart, { cart_id: cart.id, add }),
    browser.call(modifyCart, { cart_id: cart.id, add }),
    ...strangers.map((stranger) => stranger.call(createCart, { add: [cartLine(shop.event, 2)] })),
  ]);
  const { body } = await browser.call(getCart, { cart_id: cart.id });
  expect(body.ticket._data.map(({ adjusted_value }) => adjusted_value).toSorted()).toEqual(["17.66", "17.67", "17.67"]);
});

describe("a discount on the cart of somebody else", () => {
  const coded = async () => {
    const { shop, browser } = await openShop();
    const group = await createCodes(server.db, shop, { TIDE: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [group.id] });
    const cart = await startCart(browser, shop, 1, { preReservePromoCodes: { codes: ["tide"] } });
    return { shop, browser, cart };
  };

  test("a discount on the cart of somebody else is shown by the link without its code", async () => {
    const { shop, cart } = await coded();
    const stranger = new TestBrowser(server, shop);
    const seen = cartFrom((await stranger.call(getLinkedCart, { cart_id: cart.id })).body);
    expect(summarizeMods(cart)).toEqual([["Less", "2.00", "discount", "TIDE"]]);
    expect(summarizeMods(seen)).toEqual([["Less", "2.00", "discount"]]);
    expect(JSON.stringify(seen)).not.toContain("TIDE");
  });

  test("a discount on the cart of somebody else stays when the cart is transferred", async () => {
    const { shop, cart } = await coded();
    const taker = new TestBrowser(server, shop);
    const taken = cartFrom((await taker.call(transferCart, { cart_id: cart.id })).body);
    expect(summarizeMods(taken)).toEqual(summarizeMods(cart));
    const mod = taken.cart_mods[0]?.codes[0]?.id ?? "";
    expect(cartFrom((await taker.call(removeCode, { cart_id: taken.id, code_id: mod })).body).outstanding_balance).toBe(
      "20.00",
    );
  });
});

describe("a code limited for each buyer", () => {
  const limited = async (max_uses_each = 1) => {
    const { shop } = await openShop();
    const group = await createCodes(server.db, shop, { FIRST: {}, ALSO: {} }, { max_uses_each });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [group.id] });
    const enter = async (buyer: TestBuyer, code = "first"): Promise<Cart> => {
      const cart = await buyer.hold(1);
      const { status, body } = await buyer.post(`/my/cart/${cart.id}/apply_code`, { code });
      return status === 200 ? body.cart._data[0] : Promise.reject(new Error(body._data[0]._code));
    };
    return { shop, group, enter, buyer: () => new TestBuyer(server, shop) };
  };
  const buy = async (buyer: TestBuyer, cart: Cart) => {
    await buyer.pay(cart, cards.good);
    return buyer.checkOut(cart);
  };

  test("a code limited for each buyer is used once by a visitor, whichever code of the group", async () => {
    const { enter, buyer } = await limited();
    const visitor = buyer();
    expect((await buy(visitor, await enter(visitor))).status).toBe(200);
    await expect(enter(visitor)).rejects.toThrow("code_exhausted");
    await expect(enter(visitor, "also")).rejects.toThrow("code_exhausted");
    await expect(enter(buyer())).resolves.toMatchObject({ outstanding_balance: "18.00" });
  });

  test("a code limited for each buyer is free for them again when their cart no longer has it", async () => {
    const { enter, buyer } = await limited();
    const visitor = buyer();
    const cart = await enter(visitor);
    await expect(enter(visitor, "also")).rejects.toThrow("code_exhausted");
    const expires_at = Temporal.Now.instant().toString();
    await server.db.updateTable("cart").set({ expires_at }).where("id", "=", cart.id).execute();
    await expect(enter(visitor, "also")).resolves.toMatchObject({ outstanding_balance: "18.00" });
  });

  const again = { ...ada, email: " ADA+harbor@Example.org" };
  test.each([
    ["when the purchaser is saved", (buyer: TestBuyer, cart: Cart) => buyer.savePurchaser(cart, again)],
    [
      "at the checkout, after the payment",
      async (buyer: TestBuyer, cart: Cart) => {
        expect((await buyer.pay(cart, cards.good)).status).toBe(200);
        return buyer.checkOut(cart, { identity: again });
      },
    ],
  ])("a code limited for each buyer is not used twice by one e-mail address: refused %s", async (_, go) => {
    const { enter, buyer, group } = await limited();
    const [one, other] = [buyer(), buyer()];
    await buy(one, await enter(one));
    const cart = await enter(other);
    const refused = await go(other, cart);
    expect([refused.status, refused.body._data[0]]).toMatchObject([
      409,
      { _code: "code_exhausted", _context: "code", _extra: { code: "FIRST", code_id: group.codes.FIRST } },
    ]);
    expect(await server.db.selectFrom("ticket_order").select("id").where("cart_id", "=", cart.id).execute()).toEqual(
      [],
    );
  });

  test("a code limited for each buyer can be removed, and the cart paid in full", async () => {
    const { enter, buyer, group } = await limited();
    const [one, other] = [buyer(), buyer()];
    await buy(one, await enter(one));
    const cart = await enter(other);
    expect((await other.savePurchaser(cart, again)).status).toBe(409);
    const { body } = await other.post(`/my/cart/${cart.id}/remove_code`, { code_id: group.codes.FIRST });
    expect((await other.savePurchaser(cart, again)).status).toBe(200);
    expect((await buy(other, body.cart._data[0])).status).toBe(200);
  });

  test("a code limited for each buyer can be used as often as the limit says", async () => {
    const { enter, buyer } = await limited(2);
    const [one, other, third] = [buyer(), buyer(), buyer()];
    await buy(one, await enter(one));
    expect((await buy(other, await enter(other))).status).toBe(200);
    const cart = await enter(third);
    expect((await third.savePurchaser(cart, again)).status).toBe(409);
    expect((await third.savePurchaser(cart, { ...ada, email: "grace@example.org" })).status).toBe(200);
  });
});

describe("a post code", () => {
  const local = async (zip_codes: object = { us: "RESIDENT", gb: "ISLAND" }) => {
    const shop = await createTestShop(server.db, { seller: { configuration: JSON.stringify({ zip_codes }) } });
    const group = await createCodes(server.db, shop, { RESIDENT: {}, ISLAND: {}, "10002": {} });
    await createDiscount(server.db, shop, {
      benefit: { percent: 1000 },
      code_group_ids: [group.id],
      scopes: adults(shop),
    });
    const buyer = new TestBuyer(server, shop);
    const read = async (cart: Cart): Promise<Cart> => (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0];
    return { shop, buyer, read, browser: new TestBrowser(server, shop) };
  };

  test.each([
    ["a US zip", "10001", ["Less", "2.00", "discount", "RESIDENT"]],
    ["a UK postcode", " sw1a 1AA ", ["Less", "2.00", "discount", "ISLAND"]],
    ["a code that looks like a post code", "10002", ["Less", "2.00", "discount", "10002"]],
  ])("entered as a code: %s", async (_, text, mod) => {
    const { shop, browser } = await local();
    const { id: cart_id } = await startCart(browser, shop);
    expect(summarizeMods(cartFrom((await browser.call(applyCode, { cart_id, code: text })).body))).toEqual([mod]);
    const begun = await startCart(new TestBrowser(server, shop), shop, 1, { preReservePromoCodes: { codes: [text] } });
    expect(summarizeMods(begun)).toEqual([mod]);
  });

  test("a post code is ignored when it brings no benefit", async () => {
    const { shop, browser } = await local({ gb: "ISLAND" });
    const begun = cartFrom((await browser.call(createCart, { add: [cartLine(shop.event, 1, 1)] })).body);
    const cart_id = begun.id;
    expect((await browser.call(applyCode, { cart_id, code: "SW1A 1AA" })).status).toBe(200);
    expect((await browser.call(applyCode, { cart_id, code: "10001" })).code).toBe("code_not_found:code");
    expect(cartFrom((await browser.call(getCart, { cart_id })).body).cart_mods).toEqual([]);
  });

  test("a post code of the purchaser applies its code, and a failure is ignored", async () => {
    const { buyer, read } = await local();
    const cart = await buyer.hold(1);
    expect((await buyer.savePurchaser(cart, { ...ada, zip_code: "10001" })).status).toBe(200);
    expect(summarizeMods(await read(cart))).toEqual([["Less", "2.00", "discount", "RESIDENT"]]);
    expect((await buyer.savePurchaser(cart, { ...ada, zip_code: "10001" })).status).toBe(200);
    await server.db.updateTable("code").set({ retired: true }).where("seller_id", "=", buyer.shop.seller_id).execute();
    const other = await buyer.hold(1);
    expect((await buyer.savePurchaser(other, { ...ada, zip_code: "10001" })).status).toBe(200);
    expect(await read(other)).toMatchObject({ cart_mods: [], outstanding_balance: "20.00" });
  });
});
