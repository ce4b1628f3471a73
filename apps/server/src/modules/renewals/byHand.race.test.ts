import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/cart.ts";
import { cancelAutoRenew } from "@foyer/contract/membership.ts";
import { pauseAt, removeGuard } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import type { Said, TestApp } from "../../testApp.ts";
import { TestBrowser } from "../../testBrowser.ts";
import { Buyer, cards, logPrices } from "../../testBuyer.ts";
import { askFor, cartIn } from "../../testMemberships.ts";
import { raceOn } from "../../testRace.ts";
import {
  joinAndComeDue,
  lettersOf,
  renewalOf,
  takenBy,
  termsFrom,
  tidy,
  turn,
  wake,
  type Due,
} from "../../testRenewals.ts";

let one: TestApp;
let other: TestApp;
raceOn(
  ["renewal_judged_step", "renewal_promised", "renewal_may_be_taken", "renewal_decided", "after_order_check"],
  (first, second) => {
    one = first;
    other = second;
  },
);

const due = (): Promise<Due> => joinAndComeDue(one);
const outcome = async ({ where, joined }: Due) => {
  await tidy(one);
  return { taken: await takenBy(one, where.shop), terms: (await termsFrom(one, joined.membership_id)).length };
};
const once = { taken: [8000, 8000], terms: 2 };
const twice = { taken: [8000, 8000, 8000], terms: 3 };

/** A renewal of theirs, held and not paid for; `code`: which makes it cost nothing. */
const held = async ({ where: { shop, levels }, joined }: Due, code?: string) => {
  const add = [askFor(levels, levels.individual, { action: "renew", renews_id: joined.membership_id })];
  const cart = cartIn(
    await new TestBrowser(other, shop, joined.user?.cookie).call(createCart, {
      add,
      ...(code !== undefined && { preReservePromoCodes: { codes: [code] } }),
    }),
  );
  return { buyer: new Buyer(other, shop, joined.user?.cookie), cart };
};
const at = (point: string, work: () => Promise<unknown>) =>
  pauseAt(point, async () => {
    pauseAt(point, undefined);
    await work();
  });
const codeOf = ({ status, body }: Said): string | number => (status === 200 ? 200 : body._data[0]._code);
/** Is it answered, or does it wait behind a lock? */
const orWaits = (work: Promise<unknown>): Promise<"answered" | "waits"> =>
  Promise.race([work.then(() => "answered" as const), sleep(600).then(() => "waits" as const)]);

describe("whoever comes between what is decided and what is written of it", () => {
  const payBetween = async (race: Due) => {
    const { buyer, cart } = await held(race);
    let paying: Promise<Said> | undefined;
    let how: string | undefined;
    at("renewal_may_be_taken", async () => {
      paying = buyer.pay(cart, cards.good);
      how = await orWaits(paying);
    });
    await turn(one);
    const said = paying && codeOf(await paying);
    await buyer.checkOut(cart);
    return { how, said, came: await outcome(race) };
  };
  test("to pay by hand waits, and is told that it is being paid", async () => {
    expect(await payBetween(await due())).toEqual({ how: "waits", said: "payment_in_progress", came: once });
  });
  test("without the row's lock pays beside us", async () => {
    const race = await due();
    removeGuard("renewal_row_lock");
    expect(await payBetween(race)).toEqual({ how: "answered", said: 200, came: twice });
  });

  const cancelBetween = async (race: Due) => {
    const { shop } = race.where;
    let cancelling: Promise<{ status: number }> | undefined;
    let how: string | undefined;
    at("renewal_may_be_taken", async () => {
      const browser = new TestBrowser(other, shop, race.joined.user?.cookie);
      cancelling = browser.call(cancelAutoRenew, { ticket_order_id: race.joined.order_id });
      how = await orWaits(cancelling);
    });
    await turn(one);
    return { how, status: (await cancelling)?.status, came: await outcome(race) };
  };
  test("to cancel waits: nobody is charged who has been answered before", async () => {
    expect(await cancelBetween(await due())).toEqual({ how: "waits", status: 200, came: once });
  });
  test("without the row's lock is answered, and charged after that", async () => {
    const race = await due();
    removeGuard("renewal_row_lock");
    expect(await cancelBetween(race)).toEqual({ how: "answered", status: 200, came: once });
  });
});

describe("a price that is dearer for the moment of the hold", () => {
  const dearer = async (race: Due) => {
    const [type] = race.where.levels.individual.types;
    const price = async (currency_amount: number) => {
      await one.db
        .updateTable("ticket_type")
        .set({ currency_amount })
        .where("id", "=", type?.id ?? "")
        .execute();
      await logPrices(one, race.where.shop);
    };
    at("renewal_judged_step", () => price(9000));
    at("renewal_promised", () => price(8000));
    await turn(one);
    return (await outcome(race)).taken;
  };
  test("is not charged: nobody was told of it", async () => {
    const race = await due();
    expect(await dearer(race)).toEqual([8000]);
    expect(await renewalOf(one, race.joined.membership_id)).toMatchObject({ last_error: "dearer_than_told" });
  });
  test("without looking at what is asked for it is", async () => {
    const race = await due();
    removeGuard("renewal_most");
    expect(await dearer(race)).toEqual([8000, 9000]);
  });
});

describe("whoever cancels while it is charged, and has a renewal by hand open", () => {
  test("does not pay for the same term again", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_decided", async () => {
      const browser = new TestBrowser(other, race.where.shop, race.joined.user?.cookie);
      expect((await browser.call(cancelAutoRenew, { ticket_order_id: race.joined.order_id })).status).toBe(200);
    });
    await turn(one);
    expect(codeOf(await buyer.pay(cart, cards.good))).toBe("membership_not_renewable");
    expect(await outcome(race)).toEqual(once);
  });
});

describe("a renewal by hand at no cost", () => {
  const gift = async ({ where: { shop } }: Due): Promise<string> => {
    const group = await one.db
      .selectFrom("code_group")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    const code = newId().slice(0, 10).toUpperCase().replace("-", "X");
    const row = { seller_id: shop.seller_id, id: newId(), code_group_id: group.id, code, folded: code.toLowerCase() };
    await one.db
      .insertInto("code")
      .values({ ...row, valid_from: null, valid_to: null, max_uses: 1 })
      .execute();
    return code;
  };
  const free = async (race: Due) => {
    const hand = await held(race, await gift(race));
    expect(hand.cart.outstanding_balance).toBe("0");
    await hand.buyer.payNothing(hand.cart);
    return hand;
  };
  const renewed = { taken: [8000], terms: 2 };

  test("is the renewal of the term: nothing more is told or charged for it", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    expect(codeOf(await buyer.checkOut(cart))).toBe(200);
    expect(await renewalOf(one, race.joined.membership_id)).toMatchObject({ state: "renewed" });
    const before = await lettersOf(one, race.where.shop);
    await wake(one, race.joined.membership_id);
    await turn(one);
    expect(await outcome(race)).toEqual(renewed);
    expect(await lettersOf(one, race.where.shop)).toEqual(before);
    const [, next] = await termsFrom(one, race.joined.membership_id);
    expect(await renewalOf(one, next?.id ?? "")).toBeUndefined();
  });
  test("that is made before it is decided counts, and the promise is given back", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    at("renewal_promised", () => buyer.checkOut(cart));
    await turn(one);
    expect(await outcome(race)).toEqual(renewed);
  });
  test("that is being made is waited for", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    at("after_order_check", () => turn(one));
    expect(codeOf(await buyer.checkOut(cart))).toBe(200);
    await wake(one, race.joined.membership_id);
    await turn(one);
    expect(await outcome(race)).toEqual(renewed);
  });
  test("comes too late once we take the money", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    const said: (string | number)[] = [];
    const checksOut = async () => void said.push(codeOf(await buyer.checkOut(cart)));
    at("renewal_decided", checksOut);
    await turn(one);
    await checksOut();
    expect(said).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(once);
  });
  test("and ours at no cost are one", async () => {
    const race = await due();
    await one.db
      .updateTable("ticket_type")
      .set({ currency_amount: 0 })
      .where(
        "id",
        "in",
        race.where.levels.individual.types.map(({ id }) => id),
      )
      .execute();
    await logPrices(one, race.where.shop);
    const { buyer, cart } = await held(race);
    await buyer.payNothing(cart);
    const said: (string | number)[] = [];
    const checksOut = async () => void said.push(codeOf(await buyer.checkOut(cart)));
    at("renewal_decided", checksOut);
    await turn(one);
    await checksOut();
    expect(said).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(renewed);
  });
});
