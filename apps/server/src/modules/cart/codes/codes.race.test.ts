import { describe, expect, test } from "vitest";
import { createCart, deleteCart } from "@foyer/contract/shop/cart.ts";
import pg from "pg";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt, removeGuard } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createCodes, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = 10;
/** Sessions and groups of their own: nothing but the code or the voucher is shared. */
const separateLines = () => ({
  config: JSON.stringify({ citypass: true }),
  groups: [{}, { name: "Students" }],
  sessions: [{ inDays: 3 }, { inDays: 4 }],
});
const line = ({ event }: TestShop, place: 0 | 1) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[place]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: event.groups[place]?.types[0]?.id ?? "", quantity: 1 }],
});

type Servers = readonly [TestApp, TestApp];
/** So many buyers at once, half at each server and of each session: how many won, and what the others heard. */
const rush = async (servers: Servers, shop: TestShop, buyers: number, codes: (place: 0 | 1) => object) => {
  const answers = await Promise.all(
    Array.from({ length: buyers }, (_, buyer) => {
      const place = buyer % 2 ? 1 : 0;
      return new TestBrowser(servers[place], shop).call(createCart, { add: [line(shop, place)], ...codes(place) });
    }),
  );
  return {
    won: answers.filter(({ status }) => status === 200).length,
    heard: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
  };
};
const once = { won: 1, heard: ["code_exhausted:reserve"] };

describe("the last use of a code (T33)", () => {
  const guarded = async (db: TestApp["db"], max_uses: number) => {
    const shop = await createTestShop(db, { event: { ...separateLines(), config: "{}" } });
    const group = await createCodes(db, shop, { last: { max_uses } });
    await createCheckoutRule(db, shop, { code_group_id: group.id, conditions: [{ min: 1 }] });
    const { last = "" } = group.codes;
    const used = async () =>
      (await db.selectFrom("code").select("used").where("id", "=", last).executeTakeFirstOrThrow()).used;
    return { shop, used };
  };
  const codes = () => ({ preReservePromoCodes: { codes: ["LAST"] } });

  test(`fifty buyers of two sessions, one use, ${rounds} times`, async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < rounds; round++) {
      const { shop, used } = await guarded(one.db, 1);
      expect(await rush([one, other], shop, 50, codes)).toEqual(once);
      expect(await used()).toBe(1);
    }
  });

  test("seven uses are seven, while carts come and go", async () => {
    const { shop, used } = await guarded(one.db, 7);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, buyer) => {
        const browser = new TestBrowser(buyer % 2 ? one : other, shop);
        const { status, body } = await browser.call(createCart, { add: [line(shop, 0)], ...codes() });
        if (status === 200 && buyer % 3 === 0)
          await browser.call(deleteCart, { cart_id: body.cart._data[0]?.id ?? "" });
        return status === 200 && buyer % 3 !== 0;
      }),
    );
    expect(await used()).toBe(answers.filter(Boolean).length);
    expect(await used()).toBeLessThanOrEqual(7);
  });

  test("without the lock the condition stops the second; without both it is had twice", async () => {
    const { app: login } = await cloneDatabase();
    const servers: Servers = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ];
    try {
      pauseAt("hold_decided", rendezvous(300));
      removeGuard("code_lock");
      const first = await guarded(servers[0].db, 1);
      await rush(servers, first.shop, 2, codes).catch(() => undefined);
      expect(await first.used()).toBe(1);
      expect(await checkInvariants(servers[0].db)).toEqual([]);
      removeGuard("code_condition");
      const second = await guarded(servers[0].db, 1);
      expect((await rush(servers, second.shop, 2, codes)).won).toBe(2);
    } finally {
      for (const server of servers) await server.close();
    }
  });
});

describe("one voucher (T38)", () => {
  const voucher = (shop: TestShop) => (place: 0 | 1) => ({
    preReservePromoCodes: {
      codes: ["CP123456"],
      handler: "citypass" as const,
      handler_data: { ticket_type_ids: [shop.event.groups[place]?.types[0]?.id ?? ""] },
    },
  });

  test(`forty visitors at once, ${rounds * 2} times`, async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < rounds * 2; round++) {
      const shop = await createTestShop(one.db, { event: separateLines() });
      expect(await rush([one, other], shop, 40, voucher(shop))).toEqual(once);
    }
  });

  test("without the lock the index stops the second; without both two come in by it", async () => {
    const { app: login, owner } = await cloneDatabase();
    const servers: Servers = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ];
    try {
      pauseAt("hold_decided", rendezvous(300));
      removeGuard("voucher_lock");
      const first = await createTestShop(servers[0].db, { event: separateLines() });
      await rush(servers, first, 2, voucher(first)).catch(() => undefined);
      const live = await servers[0].db.selectFrom("ticket").select("id").where("voucher", "=", "cp123456").execute();
      expect(live).toHaveLength(1);
      const client = new pg.Client(owner);
      await client.connect();
      await client.query("drop index ticket_one_voucher");
      await client.end();
      const second = await createTestShop(servers[0].db, { event: separateLines() });
      expect((await rush(servers, second, 2, voucher(second))).won).toBe(2);
      expect((await checkInvariants(servers[0].db)).map(({ id }) => id)).toContain("I37");
    } finally {
      for (const server of servers) await server.close();
    }
  });
});
