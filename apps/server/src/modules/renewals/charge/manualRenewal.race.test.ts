import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { cancelAutoRenew } from "@foyer/contract/shop/membership.ts";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import type { TestResponse, TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { membershipRequest, cartFromResponse } from "../../../../test/accounts/membershipLevels.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import {
  chargedOnce,
  joinWithDueRenewal,
  readEmails,
  readRenewal,
  readTermChain,
  runRenewalJob,
  makeRenewalDue,
  renewalOutcome,
  type DueRenewal,
} from "../../../../test/accounts/renewals.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["renewal_step_decided", "renewal_authorized", "renewal_before_capture", "renewal_decided", "after_order_check"],
  (first, second) => {
    one = first;
    other = second;
  },
);

const due = (): Promise<DueRenewal> => joinWithDueRenewal(one);
const outcome = (race: DueRenewal) => renewalOutcome(one, race);

/** A manual renewal that is held and unpaid; `code` makes it free. */
const held = async ({ renewalShop: { shop, levels }, member }: DueRenewal, code?: string) => {
  const add = [membershipRequest(levels, levels.individual, { action: "renew", renews_id: member.membership_id })];
  const cart = cartFromResponse(
    await new TestBrowser(other, shop, member.user?.cookie).call(createCart, {
      add,
      ...(code !== undefined && { preReservePromoCodes: { codes: [code] } }),
    }),
  );
  return { buyer: new TestBuyer(other, shop, member.user?.cookie), cart };
};
const at = (point: Parameters<typeof pauseAt>[0], work: () => Promise<unknown>) =>
  pauseAt(point, async () => {
    pauseAt(point, undefined);
    await work();
  });
const codeOf = ({ status, body }: TestResponse): string | number => (status === 200 ? 200 : body._data[0]._code);

describe("a request between the decision and the capture", () => {
  const payBetween = async (race: DueRenewal) => {
    const { buyer, cart } = await held(race);
    let paying: Promise<TestResponse> | undefined;
    let how: string | undefined;
    at("renewal_before_capture", async () => {
      paying = buyer.pay(cart, cards.good);
      how = await doneOrWaiting(one.db, paying);
    });
    await runRenewalJob(one);
    const answer = paying && codeOf(await paying);
    await buyer.checkOut(cart);
    return { how, answer, came: await outcome(race) };
  };
  test("a request between the decision and the capture to pay manually waits and is refused as in progress", async () => {
    expect(await payBetween(await due())).toEqual({ how: "waits", answer: "payment_in_progress", came: chargedOnce });
  });

  const cancelBetween = async (race: DueRenewal) => {
    const { shop } = race.renewalShop;
    let cancelling: Promise<{ status: number }> | undefined;
    let how: string | undefined;
    at("renewal_before_capture", async () => {
      const browser = new TestBrowser(other, shop, race.member.user?.cookie);
      cancelling = browser.call(cancelAutoRenew, { ticket_order_id: race.member.order_id });
      how = await doneOrWaiting(one.db, cancelling);
    });
    await runRenewalJob(one);
    return { how, status: (await cancelling)?.status, came: await outcome(race) };
  };
  test("a request between the decision and the capture to cancel waits: nobody is charged after the answer", async () => {
    expect(await cancelBetween(await due())).toEqual({ how: "waits", status: 200, came: chargedOnce });
  });
});

describe("a price that rises only during the hold", () => {
  const dearer = async (race: DueRenewal) => {
    const [type] = race.renewalShop.levels.individual.types;
    const price = async (currency_amount: number) => {
      await one.db
        .updateTable("ticket_type")
        .set({ currency_amount })
        .where("id", "=", type?.id ?? "")
        .execute();
      await recordPrices(one, race.renewalShop.shop);
    };
    at("renewal_step_decided", () => price(9000));
    at("renewal_authorized", () => price(8000));
    await runRenewalJob(one);
    return (await outcome(race)).taken;
  };
  test("a price that rises only during the hold is not charged, as it was not announced", async () => {
    const race = await due();
    expect(await dearer(race)).toEqual([8000]);
    expect(await readRenewal(one, race.member.membership_id)).toMatchObject({ last_error: "price_above_announced" });
  });
});

describe("a holder who cancels during the charge with a manual renewal open", () => {
  test("a holder who cancels during the charge with a manual renewal open does not pay twice for the term", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_decided", async () => {
      const browser = new TestBrowser(other, race.renewalShop.shop, race.member.user?.cookie);
      expect((await browser.call(cancelAutoRenew, { ticket_order_id: race.member.order_id })).status).toBe(200);
    });
    await runRenewalJob(one);
    expect(codeOf(await buyer.pay(cart, cards.good))).toBe("membership_not_renewable");
    expect(await outcome(race)).toEqual(chargedOnce);
  });
});

describe("a free manual renewal", () => {
  const gift = async ({ renewalShop: { shop } }: DueRenewal): Promise<string> => {
    const group = await one.db
      .selectFrom("code_group")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    const code = newId().slice(0, 10).toUpperCase().replace("-", "X");
    const row = {
      seller_id: shop.seller_id,
      id: newId(),
      code_group_id: group.id,
      code,
      normalized: code.toLowerCase(),
    };
    await one.db
      .insertInto("code")
      .values({ ...row, valid_from: null, valid_to: null, max_uses: 1 })
      .execute();
    return code;
  };
  const free = async (race: DueRenewal) => {
    const hand = await held(race, await gift(race));
    expect(hand.cart.outstanding_balance).toBe("0");
    await hand.buyer.payFree(hand.cart);
    return hand;
  };
  const renewed = { taken: [8000], terms: 2 };

  test("renews the term: nothing more is announced or charged", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    expect(codeOf(await buyer.checkOut(cart))).toBe(200);
    expect(await readRenewal(one, race.member.membership_id)).toMatchObject({ state: "renewed" });
    const before = await readEmails(one, race.renewalShop.shop);
    await makeRenewalDue(one, race.member.membership_id);
    await runRenewalJob(one);
    expect(await outcome(race)).toEqual(renewed);
    expect(await readEmails(one, race.renewalShop.shop)).toEqual(before);
    const [, next] = await readTermChain(one, race.member.membership_id);
    expect(await readRenewal(one, next?.id ?? "")).toBeUndefined();
  });
  test("made before the decision counts, and the authorization is voided", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    at("renewal_authorized", () => buyer.checkOut(cart));
    await runRenewalJob(one);
    expect(await outcome(race)).toEqual(renewed);
  });
  test("a free manual renewal in progress is waited for", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    at("after_order_check", () => runRenewalJob(one));
    expect(codeOf(await buyer.checkOut(cart))).toBe(200);
    await makeRenewalDue(one, race.member.membership_id);
    await runRenewalJob(one);
    expect(await outcome(race)).toEqual(renewed);
  });
  test("a free manual renewal is refused once the automatic charge was decided", async () => {
    const race = await due();
    const { buyer, cart } = await free(race);
    const answer: (string | number)[] = [];
    const checksOut = async () => void answer.push(codeOf(await buyer.checkOut(cart)));
    at("renewal_decided", checksOut);
    await runRenewalJob(one);
    await checksOut();
    expect(answer).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(chargedOnce);
  });
  test("a free manual renewal and a free automatic renewal are one", async () => {
    const race = await due();
    await one.db
      .updateTable("ticket_type")
      .set({ currency_amount: 0 })
      .where(
        "id",
        "in",
        race.renewalShop.levels.individual.types.map(({ id }) => id),
      )
      .execute();
    await recordPrices(one, race.renewalShop.shop);
    const { buyer, cart } = await held(race);
    await buyer.payFree(cart);
    const answer: (string | number)[] = [];
    const checksOut = async () => void answer.push(codeOf(await buyer.checkOut(cart)));
    at("renewal_decided", checksOut);
    await runRenewalJob(one);
    await checksOut();
    expect(answer).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(renewed);
  });
});
