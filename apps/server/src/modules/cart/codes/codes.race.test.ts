import { describe, expect, test } from "vitest";
import { createCart, deleteCart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createCodes, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = roundsToday(10);
/** Two sessions and two groups, so that buyers share only the code or the voucher. */
const separateLines = () => ({
  config: JSON.stringify({ citypass: true }),
  groups: [{}, { name: "Students" }],
  sessions: [{ inDays: 3 }, { inDays: 4 }],
});
const line = ({ event }: TestShop, index: 0 | 1) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[index]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: event.groups[index]?.types[0]?.id ?? "", quantity: 1 }],
});

/** Buyers act at the same time, half of them at each server and for each session. */
const rush = async (shop: TestShop, buyers: number, codes: (index: 0 | 1) => object) => {
  const answers = await Promise.all(
    Array.from({ length: buyers }, (_, buyer) => {
      const index = buyer % 2 ? 1 : 0;
      return new TestBrowser(index ? other : one, shop).call(createCart, { add: [line(shop, index)], ...codes(index) });
    }),
  );
  return {
    successes: answers.filter(({ status }) => status === 200).length,
    refusals: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
  };
};
const once = { successes: 1, refusals: ["code_exhausted:reserve"] };

describe("the last use of a code", () => {
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

  test("the last use of a code goes to one of fifty buyers, in each round", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < rounds; round++) {
      const { shop, used } = await guarded(one.db, 1);
      expect(await rush(shop, 50, codes)).toEqual(once);
      expect(await used()).toBe(1);
    }
  });

  test("the last use of a code is counted right while carts with the code are made and deleted", async () => {
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
});

describe("one voucher", () => {
  const voucher =
    (shop: TestShop, code = "CP123456") =>
    (index: 0 | 1) => ({
      preReservePromoCodes: {
        codes: [code],
        handler: "citypass" as const,
        handler_data: { ticket_type_ids: [shop.event.groups[index]?.types[0]?.id ?? ""] },
      },
    });

  test("one voucher goes to one of forty visitors, in each round", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < rounds * 2; round++) {
      const shop = await createTestShop(one.db, { event: separateLines() });
      expect(await rush(shop, 40, voucher(shop))).toEqual(once);
    }
  });

  test("one voucher cannot let in two live tickets, by a unique index", async () => {
    const shop = await createTestShop(one.db, { event: separateLines() });
    for (const code of ["CP123456", "CP123457"]) {
      const held = await new TestBrowser(one, shop).call(createCart, {
        add: [line(shop, 0)],
        ...voucher(shop, code)(0),
      });
      expect(held.status).toBe(200);
    }
    await expect(
      one.db
        .updateTable("ticket")
        .set({ voucher: "cp123456" })
        .where("seller_id", "=", shop.seller_id)
        .where("voucher", "=", "cp123457")
        .execute(),
    ).rejects.toThrow("ticket_one_voucher");
  });
});
