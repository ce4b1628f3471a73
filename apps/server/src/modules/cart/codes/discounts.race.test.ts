import { describe, expect, test } from "vitest";
import { createCart, deleteCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordFewest, recordStatements } from "../../../../test/database/statements/recordStatements.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startCart, cartFrom, cartLine } from "../../../../test/cart/carts.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided", "carts_locked", "buyer_limit_checked"], (first, second) => {
  one = first;
  other = second;
});

type Group = Parameters<typeof createCodes>[3];

/** A shop whose codes take ten percent off, within the given limits of codes and of their group. */
const shopWith = async (codes: Parameters<typeof createCodes>[2], group: Group = {}) => {
  const shop = await createTestShop(one.db, { event: { sessions: [{ capacity: 1000 }] } });
  const made = await createCodes(one.db, shop, codes, group);
  await createDiscount(one.db, shop, { benefit: { percent: 1000 }, code_group_ids: [made.id] });
  const used = async () => {
    const rows = await one.db.selectFrom("code").select("used").where("seller_id", "=", shop.seller_id).execute();
    return rows.reduce((sum, row) => sum + row.used, 0);
  };
  return { shop, used, group: made };
};

/** Buyers with a cart each, half of them at each server, enter a code at the same time. */
const rush = async (shop: TestShop, codes: readonly string[]) => {
  const buyers = await Promise.all(
    codes.map(async (code, index) => {
      const browser = new TestBrowser(index % 2 ? other : one, shop);
      return { browser, code, cart_id: (await startCart(browser, shop)).id };
    }),
  );
  const answers = await Promise.all(
    buyers.map(async ({ browser, code, cart_id }) => ({
      cart_id,
      response: await browser.call(applyCode, { cart_id, code }),
    })),
  );
  return {
    winners: answers.filter(({ response }) => response.status === 200).map(({ cart_id }) => cart_id),
    refusals: [...new Set(answers.flatMap(({ response }) => (response.status === 200 ? [] : [response.code])))],
  };
};
const fiftyCodes = (...codes: string[]) => Array.from({ length: 50 }, (_, index) => codes[index % codes.length] ?? "");

describe("the last use among fifty carts", () => {
  test.each<[string, Parameters<typeof createCodes>[2], Group, string[], number]>([
    ["goes to one cart", { LAST: { max_uses: 1 } }, {}, ["LAST"], 1],
    ["of a group with two codes goes to one cart", { LAST: {}, LEAST: {} }, { max_uses: 1 }, ["LAST", "LEAST"], 1],
    ["of a code with seven uses goes to the seventh cart", { LAST: { max_uses: 7 } }, {}, ["LAST"], 7],
  ])("the last use among fifty carts %s", async (_, codes, group, texts, uses) => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < 3; round++) {
      const { shop, used } = await shopWith(codes, group);
      const { winners, refusals } = await rush(shop, fiftyCodes(...texts));
      expect([winners.length, refusals, await used()]).toEqual([uses, ["code_exhausted:code"], uses]);
      // Only the carts with an accepted code pay less.
      const rows = await one.db
        .selectFrom("cart_discount")
        .select("cart_id")
        .where("seller_id", "=", shop.seller_id)
        .execute();
      expect(rows.map(({ cart_id }) => cart_id).toSorted()).toEqual(winners.toSorted());
    }
  });
});

describe("a limit of uses for each buyer", () => {
  /** One visitor in two windows, one at each server. */
  const twoWindows = async (shop: TestShop) => {
    const first = new TestBrowser(one, shop);
    const carts = [await startCart(first, shop)];
    const second = new TestBrowser(other, shop, first.cookie);
    carts.push(await startCart(second, shop));
    return Promise.all(
      [first, second].map(async (window, index) => {
        const { status } = await window.call(applyCode, {
          cart_id: carts[index]?.id ?? "",
          code: index ? "also" : "once",
        });
        return status;
      }),
    );
  };
  const codes = { ONCE: {}, ALSO: {} };

  test("lets one of two carts of a visitor use it, in each round", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < roundsToday(10); round++) {
      const { shop, used } = await shopWith(codes, { max_uses_each: 1 });
      expect((await twoWindows(shop)).toSorted()).toEqual([200, 409]);
      expect(await used()).toBe(1);
    }
  });

  /** One e-mail address in two browsers, both saved as purchasers before either pays. */
  const twoBrowsers = async (shop: TestShop) => {
    const buyers = [one, other].map((server) => new TestBuyer(server, shop));
    const carts = await Promise.all(
      buyers.map(async (buyer, index) => {
        const { id } = await buyer.hold(1);
        const applied = await buyer.post(`/my/cart/${id}/apply_code`, { code: index ? "also" : "once" });
        const [cart] = applied.body.cart._data;
        expect((await buyer.savePurchaser(cart, ada)).status).toBe(200);
        return cart;
      }),
    );
    const paid = await Promise.all(buyers.map((buyer, index) => buyer.pay(carts[index], cards.good)));
    return paid.map(({ status, body }) => (status === 200 ? 200 : body._data[0]._code));
  };

  test("lets one of two browsers with one e-mail address pay, five times", async () => {
    pauseAt("buyer_limit_checked", rendezvous(20));
    for (let round = 0; round < 5; round++) {
      const { shop } = await shopWith(codes, { max_uses_each: 1 });
      expect((await twoBrowsers(shop)).toSorted()).toEqual([200, "code_exhausted"]);
    }
  });
});

describe("a use that ends", () => {
  test("a use that ends is free for others when its cart expires", async () => {
    const { shop, used } = await shopWith({ LAST: { max_uses: 3 } });
    const first = await rush(shop, fiftyCodes("LAST"));
    expect(first.winners).toHaveLength(3);
    await one.db
      .updateTable("cart")
      .set({ expires_at: Temporal.Now.instant().toString() })
      .where("id", "in", first.winners)
      .execute();
    // The sweep and the buyers release the expired carts at the same time.
    const [second] = await Promise.all([
      rush(shop, fiftyCodes("LAST")),
      releaseExpiredHolds(one.db),
      releaseExpiredHolds(other.db),
    ]);
    expect([second.winners.length, await used()]).toEqual([3, 3]);
  });

  test("a use that ends is counted right while codes are entered and removed in two carts", async () => {
    const { shop, used, group } = await shopWith({ LAST: { max_uses: 1 } });
    const code_id = group.codes.LAST ?? "";
    const holder = new TestBrowser(one, shop);
    const cart_id = (await startCart(holder, shop)).id;
    const window = new TestBrowser(other, shop, holder.cookie);
    const rival = new TestBrowser(other, shop);
    const theirs = (await startCart(rival, shop)).id;
    pauseAt("carts_locked", rendezvous(5));
    for (let round = 0; round < roundsToday(15); round++) {
      const answers = await Promise.all([
        holder.call(applyCode, { cart_id, code: "last" }),
        window.call(removeCode, { cart_id, code_id }),
        rival.call(applyCode, { cart_id: theirs, code: "last" }),
        rival.call(removeCode, { cart_id: theirs, code_id }),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const carts = await Promise.all([holder.call(getCart, { cart_id }), rival.call(getCart, { cart_id: theirs })]);
      const less = carts.map(({ body }) => cartFrom(body).outstanding_balance).filter((due) => due === "18.00");
      expect(less.length).toBe(await used());
    }
    await Promise.all([holder.call(deleteCart, { cart_id }), rival.call(deleteCart, { cart_id: theirs })]);
    expect(await used()).toBe(0);
  });
});

describe("the database work of a hold with codes", () => {
  /** Measures a first hold, and a second one in the same cart. */
  const measure = (shop: TestShop, more: object = {}) =>
    recordFewest(async () => {
      const browser = new TestBrowser(one, shop);
      const add = [cartLine(shop.event, 2)];
      let cart_id = "";
      const first = await recordStatements(async () => {
        cart_id = cartFrom((await browser.call(createCart, { add, ...more })).body).id;
      });
      return [first, await recordStatements(() => browser.call(modifyCart, { cart_id, add }))];
    });

  test("the database work of a hold with codes needs no additional round trip for discounts, and three to count a typed code before it is looked up", async () => {
    const plain = await createTestShop(one.db, { event: { sessions: [{ capacity: 1000 }] } });
    const { shop } = await shopWith({ LAST: {} });
    await createDiscount(one.db, shop, { benefit: { amount: 100 } });
    // Runs once to warm up what only a seller's first hold reads.
    await measure(plain);
    await measure(shop);
    const ofPlain = await measure(plain);
    expect(ofPlain).toEqual({ roundTrips: [2, 4], statements: [15, 21] });
    expect((await measure(shop)).roundTrips).toEqual(ofPlain.roundTrips);
    const withCode = await measure(shop, { preReservePromoCodes: { codes: ["last"] } });
    expect(withCode.roundTrips).toEqual([5, 4]);
  });
});
