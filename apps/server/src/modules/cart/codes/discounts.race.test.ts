import { describe, expect, test } from "vitest";
import { createCart, deleteCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt, removeGuard } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordStatements } from "../../../../test/database/recordStatements.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startCart, cartFrom, cartLine } from "../../../../test/cart/carts.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided", "carts_locked", "buyer_limit_checked"], (first, second) => {
  one = first;
  other = second;
});

type Servers = readonly [TestApp, TestApp];
type Group = Parameters<typeof createCodes>[3];

/** A code worth ten percent, for so many carts; its group for so many, or for so many of each buyer. */
const shopWith = async (db: TestApp["db"], codes: Parameters<typeof createCodes>[2], group: Group = {}) => {
  const shop = await createTestShop(db, { event: { sessions: [{ capacity: 1000 }] } });
  const made = await createCodes(db, shop, codes, group);
  await createDiscount(db, shop, { benefit: { percent: 1000 }, code_group_ids: [made.id] });
  const used = async () => {
    const rows = await db.selectFrom("code").select("used").where("seller_id", "=", shop.seller_id).execute();
    return rows.reduce((sum, row) => sum + row.used, 0);
  };
  return { shop, used, group: made };
};

/** Each has a cart already, half of them at each server, and all enter a code at once. */
const rush = async (servers: Servers, shop: TestShop, codes: readonly string[]) => {
  const buyers = await Promise.all(
    codes.map(async (code, place) => {
      const browser = new TestBrowser(servers[place % 2 ? 1 : 0], shop);
      return { browser, code, cart_id: (await startCart(browser, shop)).id };
    }),
  );
  const answers = await Promise.all(
    buyers.map(async ({ browser, code, cart_id }) => ({
      cart_id,
      said: await browser.call(applyCode, { cart_id, code }),
    })),
  );
  return {
    won: answers.filter(({ said }) => said.status === 200).map(({ cart_id }) => cart_id),
    heard: [...new Set(answers.flatMap(({ said }) => (said.status === 200 ? [] : [said.code])))],
  };
};
const fiftyCodes = (...codes: string[]) => Array.from({ length: 50 }, (_, place) => codes[place % codes.length] ?? "");

/** Two servers on a database of their own: what is spoiled here spoils nothing else. */
const onSeparateServers = async (work: (servers: Servers) => Promise<void>): Promise<void> => {
  const { app: login } = await cloneDatabase();
  const servers: Servers = [
    await openTestApp({}, { databaseConfig: login }),
    await openTestApp({}, { databaseConfig: login }),
  ];
  try {
    await work(servers);
  } finally {
    for (const server of servers) await server.close();
  }
};

describe("the last use, by fifty carts at once (T33)", () => {
  test.each<[string, Parameters<typeof createCodes>[2], Group, string[], number]>([
    ["of a code", { LAST: { max_uses: 1 } }, {}, ["LAST"], 1],
    ["of a group with two codes", { LAST: {}, LEAST: {} }, { max_uses: 1 }, ["LAST", "LEAST"], 1],
    ["seven uses of a code", { LAST: { max_uses: 7 } }, {}, ["LAST"], 7],
  ])("%s", async (_, codes, group, texts, uses) => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < 3; round++) {
      const { shop, used } = await shopWith(one.db, codes, group);
      const { won, heard } = await rush([one, other], shop, fiftyCodes(...texts));
      expect([won.length, heard, await used()]).toEqual([uses, ["code_exhausted:code"], uses]);
      // Who won pays less, and nobody else.
      const { rows } = {
        rows: await one.db
          .selectFrom("cart_discount")
          .select("cart_id")
          .where("seller_id", "=", shop.seller_id)
          .execute(),
      };
      expect(rows.map(({ cart_id }) => cart_id).toSorted()).toEqual(won.toSorted());
    }
  });

  test.each([
    ["a code", { LAST: { max_uses: 1 } }, {}],
    ["a group", { LAST: {} }, { max_uses: 1 }],
  ])("%s: without the lock the condition stops the second; without both it is had twice", async (_, codes, group) => {
    await onSeparateServers(async (servers) => {
      const first = await shopWith(servers[0].db, codes, group);
      const second = await shopWith(servers[0].db, codes, group);
      const race = async ({ shop }: typeof first) => {
        const buyers = await Promise.all(
          servers.map(async (server) => {
            const browser = new TestBrowser(server, shop);
            return { browser, cart_id: (await startCart(browser, shop)).id };
          }),
        );
        pauseAt("hold_decided", rendezvous(300));
        return Promise.all(
          buyers.map(({ browser, cart_id }) =>
            browser.call(applyCode, { cart_id, code: "last" }).catch(() => undefined),
          ),
        ).finally(() => pauseAt("hold_decided", undefined));
      };
      removeGuard("code_lock");
      await race(first);
      expect(await first.used()).toBe(1);
      expect(await checkInvariants(servers[0].db)).toEqual([]);
      removeGuard("code_condition");
      expect((await race(second)).filter((answer) => answer?.status === 200)).toHaveLength(2);
    });
  });
});

describe("so many of each buyer, by two carts of one at once", () => {
  /** One visitor in two windows, each on a server of its own. */
  const twoWindows = async (servers: Servers, shop: TestShop) => {
    const first = new TestBrowser(servers[0], shop);
    const carts = [await startCart(first, shop)];
    const second = new TestBrowser(servers[1], shop, first.cookie);
    carts.push(await startCart(second, shop));
    return Promise.all(
      [first, second].map(async (window, place) => {
        const { status } = await window.call(applyCode, {
          cart_id: carts[place]?.id ?? "",
          code: place ? "also" : "once",
        });
        return status;
      }),
    );
  };
  const codes = { ONCE: {}, ALSO: {} };

  test("one of them has it, ten times", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < 10; round++) {
      const { shop, used } = await shopWith(one.db, codes, { max_uses_each: 1 });
      expect((await twoWindows([one, other], shop)).toSorted()).toEqual([200, 409]);
      expect(await used()).toBe(1);
    }
  });

  test("without the lock both have it", async () => {
    await onSeparateServers(async (servers) => {
      const { shop, used } = await shopWith(servers[0].db, codes, { max_uses_each: 1 });
      removeGuard("code_lock");
      pauseAt("hold_decided", rendezvous(300));
      expect(await twoWindows(servers, shop)).toEqual([200, 200]);
      expect(await used()).toBe(2);
    });
  });

  /** Two browsers, one e-mail address: both say who they are before either pays. */
  const twoBrowsers = async (servers: Servers, shop: TestShop) => {
    const buyers = servers.map((server) => new TestBuyer(server, shop));
    const carts = await Promise.all(
      buyers.map(async (buyer, place) => {
        const { id } = await buyer.hold(1);
        const applied = await buyer.post(`/my/cart/${id}/apply_code`, { code: place ? "also" : "once" });
        const [cart] = applied.body.cart._data;
        expect((await buyer.savePurchaser(cart, ada)).status).toBe(200);
        return cart;
      }),
    );
    const paid = await Promise.all(buyers.map((buyer, place) => buyer.pay(carts[place], cards.good)));
    return paid.map(({ status, body }) => (status === 200 ? 200 : body._data[0]._code));
  };

  test("and in two browsers by one e-mail address, one of them pays, five times", async () => {
    pauseAt("buyer_limit_checked", rendezvous(20));
    for (let round = 0; round < 5; round++) {
      const { shop } = await shopWith(one.db, codes, { max_uses_each: 1 });
      expect((await twoBrowsers([one, other], shop)).toSorted()).toEqual([200, "code_exhausted"]);
    }
  });

  test("without the lock at the till both pay", async () => {
    await onSeparateServers(async (servers) => {
      const { shop } = await shopWith(servers[0].db, codes, { max_uses_each: 1 });
      removeGuard("buyer_limit_lock");
      pauseAt("buyer_limit_checked", rendezvous(400));
      expect(await twoBrowsers(servers, shop)).toEqual([200, 200]);
    });
  });
});

describe("uses that end", () => {
  test("as carts expire, while others wait for them", async () => {
    const { shop, used } = await shopWith(one.db, { LAST: { max_uses: 3 } });
    const first = await rush([one, other], shop, fiftyCodes("LAST"));
    expect(first.won).toHaveLength(3);
    await one.db
      .updateTable("cart")
      .set({ expires_at: Temporal.Now.instant().toString() })
      .where("id", "in", first.won)
      .execute();
    // Some are swept, some are let go by whoever wants them; both at once.
    const [second] = await Promise.all([
      rush([one, other], shop, fiftyCodes("LAST")),
      releaseExpiredHolds(one.db),
      releaseExpiredHolds(other.db),
    ]);
    expect([second.won.length, await used()]).toEqual([3, 3]);
  });

  test("as codes are taken off and entered at once, in one cart and between two", async () => {
    const { shop, used, group } = await shopWith(one.db, { LAST: { max_uses: 1 } });
    const code_id = group.codes.LAST ?? "";
    const holder = new TestBrowser(one, shop);
    const cart_id = (await startCart(holder, shop)).id;
    const window = new TestBrowser(other, shop, holder.cookie);
    const rival = new TestBrowser(other, shop);
    const theirs = (await startCart(rival, shop)).id;
    pauseAt("carts_locked", rendezvous(5));
    for (let round = 0; round < 15; round++) {
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

describe("what it costs", () => {
  /** A first hold, and one more in the same cart: ways to the database, and questions put to it. */
  const asked = async (shop: TestShop, more: object = {}) => {
    const browser = new TestBrowser(one, shop);
    const add = [cartLine(shop.event, 2)];
    let cart_id = "";
    const first = await recordStatements(async () => {
      cart_id = cartFrom((await browser.call(createCart, { add, ...more })).body).id;
    });
    const second = await recordStatements(() => browser.call(modifyCart, { cart_id, add }));
    return { trips: [first.roundTrips, second.roundTrips], questions: [first.texts.length, second.texts.length] };
  };

  test("no way to the database more; where nothing is taken off one question more, and one about the cart that was there", async () => {
    const plain = await createTestShop(one.db, { event: { sessions: [{ capacity: 1000 }] } });
    const { shop } = await shopWith(one.db, { LAST: {} });
    await createDiscount(one.db, shop, { benefit: { amount: 100 } });
    // Whatever a seller's first hold asks once is asked now.
    await asked(plain);
    await asked(shop);
    const ofPlain = await asked(plain);
    expect(ofPlain).toEqual({ trips: [2, 4], questions: [14, 20] });
    expect((await asked(shop)).trips).toEqual(ofPlain.trips);
    expect((await asked(shop, { preReservePromoCodes: { codes: ["last"] } })).trips).toEqual(ofPlain.trips);
  });
});
