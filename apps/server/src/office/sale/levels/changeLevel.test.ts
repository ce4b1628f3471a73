import { beforeAll, describe, expect, test } from "vitest";
import { levelDifference } from "@foyer/rules/membership/levelChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { readRenewal } from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { LinkPayer } from "../../../../test/office/counterLinks.ts";
import {
  changeTo,
  createLevelShop,
  joinInMiddle,
  levelRequest,
  linkToChange,
  optionOf,
  quoteOf,
  setHalfTerm,
  termsOfNumber,
  type LevelShop,
} from "../../../../test/office/levelShop.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import { auditOf, mailsTo, signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import { createTestEvent } from "../../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
let at: LevelShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createLevelShop(server);
});

/** The cost of a level for a hundred days, by its price for a year from today. */
const costOf = (price: number): number => {
  const zone = at.shop.timezone;
  const today = Temporal.Now.zonedDateTimeISO(zone);
  const day = today.toPlainDate();
  const end = (days: number) => day.add({ days }).toZonedDateTime(zone).toInstant().toString();
  const term = { worth: 0, valid_from: today.toInstant().toString(), valid_to: end(100) };
  const days = day.until(day.add({ years: 1 }), { largestUnit: "days" }).days;
  return levelDifference(term, { price, days }, { now: today.toInstant(), zone, step: 1 }).cost;
};
const isNow = (moment: string | null | undefined): boolean => Math.abs(Date.parse(moment ?? "") - Date.now()) < 60_000;
const pendingCarts = () =>
  server.db
    .selectFrom("cart")
    .select("id")
    .where("seller_id", "=", at.shop.seller_id)
    .where("state", "=", "pending")
    .execute();

test("each level shows its difference in price for the remaining days, or why it does not fit", async () => {
  const { membership_id, user } = await joinInMiddle(server, at);
  const quote = await quoteOf(at, membership_id);
  expect(quote).toMatchObject({
    level: "Individual",
    days_left: 100,
    days_of_term: 200,
    credit: "40.00",
    email: user?.email,
  });
  const by = new Map(quote.options.map((option) => [option.name, option]));
  expect([...by.keys()].toSorted()).toEqual(["Basic", "Family", "Lifetime", "Patron"]);
  expect(by.get("Patron")).toMatchObject({
    problem: null,
    price: "200.00",
    cost: toDecimal(costOf(20_000), "USD"),
    due: toDecimal(costOf(20_000) - 4000, "USD"),
    back: "0",
  });
  expect(by.get("Basic")).toMatchObject({ due: "0", back: toDecimal(4000 - costOf(4000), "USD") });
  expect(by.get("Family")?.problem).toMatch(/needs 1 × Second adult/);
  expect(by.get("Lifetime")?.problem).toMatch(/no end/);
});

test("a more expensive level is paid at the till, applies from now, and keeps its end and number", async () => {
  const { membership_id, user } = await joinInMiddle(server, at);
  const [before] = await termsOfNumber(server, at, membership_id);
  const { due } = await optionOf(at, membership_id, at.patron);
  const made = await changeTo(at, membership_id, at.patron);
  expect([made.status, made.body]).toMatchObject([200, { total: due, currency: "USD" }]);
  const [former, now, ...others] = await termsOfNumber(server, at, membership_id);
  expect(others).toEqual([]);
  expect([former?.level_name, isNow(former?.valid_to), former?.state]).toEqual(["Individual", true, "active"]);
  expect(now).toMatchObject({
    level_name: "Patron",
    valid_from: former?.valid_to,
    valid_to: before?.valid_to,
    renews_id: membership_id,
    identity_id: user?.identity_id,
    scan_code: before?.scan_code,
    benefits: { Adult: 4 },
  });
  expect(Number(now?.worth)).toBe(costOf(20_000));
  expect(await readRenewal(server, membership_id)).toMatchObject({ state: "renewed" });
  const entries = await server.db
    .selectFrom("till_entry")
    .select(["kind", "gateway_id", "amount"])
    .where("seller_id", "=", at.shop.seller_id)
    .execute();
  expect(entries.at(-1)).toMatchObject({ kind: "sale", gateway_id: "cash", amount: costOf(20_000) - 4000 });
  expect((await mailsTo(server.db, "ada@example.org")).map(({ kind }) => kind)).toContain("membership_card");
  const audit = (await auditOf(server.db, at.shop.seller_id)).filter(({ action }) => action === "member.level_changed");
  expect(audit.at(-1)).toMatchObject({
    entity_id: membership_id,
    before: { level: "Individual" },
    after: { level: "Patron", total: due, order_number: made.body.order_number },
  });
  const page = await memberPage(at.clerk, membership_id);
  expect(page.history).toContainEqual(expect.objectContaining({ action: "member.level_changed", reason: "Asked" }));
  expect(page.orders.map(({ order_number }: { order_number: number }) => order_number)).toContain(
    made.body.order_number,
  );
});

test("changing back to the former level refunds the rest of the difference, and never more than was paid", async () => {
  const { membership_id } = await joinInMiddle(server, at);
  const { due } = await optionOf(at, membership_id, at.patron);
  await changeTo(at, membership_id, at.patron);
  const [, patron] = await termsOfNumber(server, at, membership_id);
  const { back } = await optionOf(at, patron?.id ?? "", at.levels.individual);
  const { credit } = await quoteOf(at, patron?.id ?? "");
  expect(credit).toBe(toDecimal(costOf(20_000), "USD"));
  expect(Number(back)).toBeLessThanOrEqual(Number(due));
  expect(Number(back)).toBeGreaterThan(0);
});

test("a cheaper level refunds the difference to the card that paid, and takes nothing", async () => {
  const { membership_id, order_id } = await joinInMiddle(server, at);
  const { back } = await optionOf(at, membership_id, at.basic);
  const made = await changeTo(at, membership_id, at.basic);
  expect([made.status, made.body.total]).toEqual([200, "0"]);
  const refunds = await server.db
    .selectFrom("refund as r")
    .innerJoin("payment as p", (on) => on.onRef("p.seller_id", "=", "r.seller_id").onRef("p.id", "=", "r.payment_id"))
    .select(["r.amount", "r.state", "p.gateway_id"])
    .where("p.seller_id", "=", at.shop.seller_id)
    .where("p.ticket_order_id", "=", order_id)
    .execute();
  expect(refunds).toEqual([{ amount: 4000 - costOf(4000), state: "succeeded", gateway_id: "test" }]);
  expect(toDecimal(4000 - costOf(4000), "USD")).toBe(back);
  expect((await termsOfNumber(server, at, membership_id)).map(({ level_name }) => level_name)).toEqual([
    "Individual",
    "Basic",
  ]);
});

test("a membership that was given away costs all of the rest, and gives nothing back that nobody paid", async () => {
  const holder = { first_name: "Mary", last_name: "Jackson", email: "mary@jackson.example", reason: "Volunteer" };
  const given = await at.clerk.post("/members", { level: at.levels.individual.id, others: [], ...holder });
  expect(refusalOf(given)).toBe("200");
  const { membership_id: id } = given.body;
  await setHalfTerm(server, at, id);
  expect(await optionOf(at, id, at.basic)).toMatchObject({ due: toDecimal(costOf(4000), "USD"), back: "0" });
  await server.db.updateTable("membership").set({ worth: 8000 }).where("id", "=", id).execute();
  expect(await optionOf(at, id, at.basic)).toMatchObject({ due: "0", back: "0" });
  await server.db.updateTable("membership").set({ worth: null }).where("id", "=", id).execute();
});

test("beyond the refund limits of whoever does it nothing is changed", async () => {
  const limited = await createLevelShop(server, { refund_limits: { order: "1.00" } });
  const { membership_id } = await joinInMiddle(server, limited);
  const clerk = await signedIn(server, limited.shop, ["box_office"]);
  const sent = await levelRequest(limited, membership_id, limited.basic);
  expect(refusalOf(await clerk.post(`/members/${membership_id}/change_level`, sent))).toBe("403 refund_limit");
  expect(await termsOfNumber(server, limited, membership_id)).toHaveLength(1);
});

test("what cheaper levels give back counts towards the refund limits of whoever changes them", async () => {
  const limited = await createLevelShop(server, { refund_limits: { day: toDecimal(4000, "USD") } });
  const clerk = await signedIn(server, limited.shop, ["box_office"]);
  const change = async (membership_id: string) =>
    clerk.post(`/members/${membership_id}/change_level`, await levelRequest(limited, membership_id, limited.basic));
  const first = await joinInMiddle(server, limited);
  const { back } = await optionOf(limited, first.membership_id, limited.basic);
  expect(refusalOf(await change(first.membership_id))).toBe("200");
  const entries = await auditOf(server.db, limited.shop.seller_id);
  expect(entries.filter(({ action }) => action === "order.refunded")).toEqual([
    expect.objectContaining({ entity_kind: "order", after: { refund: back } }),
  ]);
  const second = await joinInMiddle(server, limited);
  const refused = await change(second.membership_id);
  expect(refusalOf(refused)).toBe("403 refund_limit");
  expect(refused.body._data[0]._extra).toEqual({ span: "day", left: toDecimal(costOf(4000), "USD") });
  expect(await termsOfNumber(server, limited, second.membership_id)).toHaveLength(1);
});

test("a gift card pays without a till", async () => {
  const { membership_id } = await joinInMiddle(server, at);
  const manager = await signedIn(server, at.shop, ["box_office"]);
  const { number } = await createGiftCard(server, at.shop, 50_000);
  const { due } = await optionOf(at, membership_id, at.patron);
  const sent = await levelRequest(at, membership_id, at.patron, {
    means: [{ kind: "gift_card", amount: due, number }],
  });
  expect(refusalOf(await manager.post(`/members/${membership_id}/change_level`, sent))).toBe("200");
  const { membership_id: id } = await joinInMiddle(server, at);
  const cash = await levelRequest(at, id, at.patron);
  expect(refusalOf(await manager.post(`/members/${id}/change_level`, cash))).toBe("409 till_closed");
});

test("a repeated call changes nothing and gets the same reply; from somebody else it is refused", async () => {
  const { membership_id } = await joinInMiddle(server, at);
  const sent = await levelRequest(at, membership_id, at.patron);
  const path = `/members/${membership_id}/change_level`;
  const made = await at.clerk.post(path, sent);
  const again = await at.clerk.post(path, sent);
  expect([made.status, again.status, again.body]).toEqual([200, 200, made.body]);
  expect(await termsOfNumber(server, at, membership_id)).toHaveLength(2);
  const other = await signedIn(server, at.shop, ["manager"]);
  expect(refusalOf(await other.post(path, sent))).toBe("422 validation_failed");
});

describe("refused, with nothing held, taken or changed", () => {
  test.each<[string, object, string]>([
    ["too little", { means: [{ kind: "cash", amount: "1.00" }] }, "422 payment_incorrect_amount"],
    ["nothing", { means: [] }, "422 payment_incorrect_amount"],
    ["another difference than was shown", { expected: { due: "1.00", back: "0" } }, "422 payment_incorrect_amount"],
    ["an old version", { version: "old" }, "409 stale_version"],
    ["without a reason", { reason: " " }, "422 validation_failed"],
    ["a level that there is not", { level: newId() }, "422 validation_failed"],
  ])("%s", async (_, more, refusal) => {
    const { membership_id } = await joinInMiddle(server, at);
    expect(refusalOf(await changeTo(at, membership_id, at.patron, more))).toBe(refusal);
    expect(await termsOfNumber(server, at, membership_id)).toHaveLength(1);
    expect(await pendingCarts()).toEqual([]);
  });

  test.each<[string, (id: string) => Promise<unknown>, RegExp]>([
    ["a term that has ended", (id) => setHalfTerm(server, at, id, { past: 100, left: -1 }), /has ended/],
    ["one that has not begun", (id) => setHalfTerm(server, at, id, { past: -2, left: 100 }), /not begun/],
    [
      "one without an end",
      (id) => server.db.updateTable("membership").set({ valid_to: null }).where("id", "=", id).execute(),
      /no end/,
    ],
    ["one that was changed already", (id) => changeTo(at, id, at.patron), /has ended/],
  ])("%s", async (_, change, why) => {
    const { membership_id } = await joinInMiddle(server, at);
    const sent = await levelRequest(at, membership_id, at.patron);
    await change(membership_id);
    const { version } = await memberPage(at.clerk, membership_id);
    const answer = await at.clerk.post(`/members/${membership_id}/change_level`, {
      ...sent,
      version,
      change_id: newId(),
    });
    expect(refusalOf(answer)).toBe("409 ticket_state_incorrect");
    expect(answer.body._data[0]._description).toMatch(why);
    expect(await pendingCarts()).toEqual([]);
    await setHalfTerm(server, at, membership_id, { past: 100, left: -1 });
  });

  test("people who do not fit", async () => {
    const { membership_id } = await joinInMiddle(server, at);
    const more = { level: at.levels.family.id, expected: { due: "0", back: "0" } };
    const answer = await changeTo(at, membership_id, at.patron, more);
    expect(refusalOf(answer)).toBe("409 ticket_state_incorrect");
    expect(answer.body._data[0]._description).toMatch(/Second adult/);
  });
});

test("a link is paid by the holder online, and the level changes with the order", async () => {
  const { membership_id, user } = await joinInMiddle(server, at);
  const { due } = await optionOf(at, membership_id, at.patron);
  const made = await linkToChange(at, membership_id, at.patron);
  expect([made.status, made.body]).toMatchObject([200, { state: "open", total: due }]);
  expect((await mailsTo(server.db, user?.email ?? "")).map(({ kind }) => kind)).toContain("level_link");
  expect(await termsOfNumber(server, at, membership_id)).toHaveLength(1);
  const payer = new LinkPayer(server, at.shop, made.body);
  expect(refusalOf(await payer.pay(due))).toBe("200");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  const [former, now] = await termsOfNumber(server, at, membership_id);
  expect([former?.level_name, now?.level_name, now?.renews_id, now?.identity_id]).toEqual([
    "Individual",
    "Patron",
    membership_id,
    user?.identity_id,
  ]);
});

test("future visits count in the allowance of the new level", async () => {
  const { membership_id, user } = await joinInMiddle(server, at);
  const event = await createTestEvent(server.db, at.shop, {
    name: "Members' night",
    sessions: [{ inDays: 7 }],
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 0 }] }],
  });
  await recordPrices(server, at.shop);
  const buyer = new TestBuyer(server, at.shop, user?.cookie);
  const want = (quantity: number) =>
    buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: event.id,
          event_session_id: event.sessions[0]?.id,
          ticket_types_required: [{ ticket_type_id: event.groups[0]?.types[0]?.id, quantity }],
        },
      ],
    });
  const held = await want(1);
  const cart = held.body.cart._data[0];
  await buyer.savePurchaser(cart);
  await buyer.payFree(cart);
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  await changeTo(at, membership_id, at.patron);
  const [, now] = await termsOfNumber(server, at, membership_id);
  const uses = await server.db
    .selectFrom("allowance_use")
    .select(["membership_id", "allowance"])
    .where("event_template_id", "=", event.id)
    .execute();
  expect(uses).toEqual([{ membership_id: now?.id, allowance: "Adult" }]);
  // One of four is used: four more are refused, three are not.
  expect(refusalOf(await want(4))).toBe("422 member_limit_exceeded");
  const rest = await want(3);
  expect(refusalOf(rest)).toBe("200");
  await buyer.post(`/my/cart/${rest.body.cart._data[0].id}/modify`, {
    remove: rest.body.ticket._data.map(({ id }: { id: string }) => id),
  });
});

describe("ending a membership whose level was changed", () => {
  const choice = { money: "refund", refund_to: "same_means", visits: "cancel" };
  const endQuote = async (id: string) =>
    (await at.clerk.get(`/members/${id}/end_quote?${new URLSearchParams(choice).toString()}`)).body;
  const end = async (id: string, refund: string) => {
    const { version } = await memberPage(at.clerk, id);
    const sent = { ...choice, version, reason: "Asked", expected: { refund, gift_card: "0" } };
    return at.clerk.post(`/members/${id}/end`, sent);
  };
  const lastTerm = async (id: string) => (await termsOfNumber(server, at, id)).at(-1)?.id ?? "";
  /** The amounts refunded for each order, in minor units. */
  const refunds = async (...orders: readonly string[]) => {
    const rows = await server.db
      .selectFrom("refund as r")
      .innerJoin("payment as p", (on) => on.onRef("p.seller_id", "=", "r.seller_id").onRef("p.id", "=", "r.payment_id"))
      .select(["r.amount", "p.ticket_order_id"])
      .where("p.seller_id", "=", at.shop.seller_id)
      .execute();
    return orders.map((id) =>
      rows.filter((row) => row.ticket_order_id === id).reduce((sum, { amount }) => sum + amount, 0),
    );
  };
  const statesOf = async (id: string) => (await termsOfNumber(server, at, id)).map(({ state }) => state);
  const orderOfNumber = async (number: number) =>
    (
      await server.db
        .selectFrom("ticket_order")
        .select("id")
        .where("seller_id", "=", at.shop.seller_id)
        .where("order_number", "=", number)
        .executeTakeFirstOrThrow()
    ).id;

  test("gives back what all orders of the running term were paid with, and says which", async () => {
    const { membership_id, order_id } = await joinInMiddle(server, at);
    const card = await createGiftCard(server, at.shop, 50_000);
    const { due } = await optionOf(at, membership_id, at.patron);
    const means = [{ kind: "gift_card", number: card.number, amount: due }];
    const { body } = await changeTo(at, membership_id, at.patron, { means });
    const id = await lastTerm(membership_id);
    const quote = await endQuote(id);
    const paid = 8000 + costOf(20_000) - 4000;
    expect(quote).toMatchObject({ order_number: body.order_number, refund: toDecimal(paid, "USD"), fee: "0" });
    expect(quote.earlier_orders).toHaveLength(1);
    expect(await orderOfNumber(quote.earlier_orders[0])).toBe(order_id);
    // Quoting the change alters nothing.
    expect(await statesOf(membership_id)).toEqual(["active", "active"]);
    expect(refusalOf(await end(id, due))).toBe("422 payment_incorrect_amount");
    expect((await end(id, quote.refund)).status).toBe(200);
    expect(await statesOf(membership_id)).toEqual(["cancelled", "cancelled"]);
    expect(await refunds(order_id, await orderOfNumber(body.order_number))).toEqual([8000, paid - 8000]);
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(({ action }) => action === "member.ended");
    expect(entries.at(-1)).toMatchObject({ after: { refund: quote.refund, orders_cancelled: 2 } });
  });

  test("refunds no more than was paid when the level changed to a cheaper one", async () => {
    const { membership_id, order_id } = await joinInMiddle(server, at);
    await changeTo(at, membership_id, at.basic);
    const id = await lastTerm(membership_id);
    const [before = 0] = await refunds(order_id);
    expect(before).toBe(4000 - costOf(4000));
    const quote = await endQuote(id);
    expect(quote.refund).toBe(toDecimal(8000 - before, "USD"));
    expect((await end(id, quote.refund)).status).toBe(200);
    expect(await refunds(order_id)).toEqual([8000]);
  });

  test("reaches back over several changes", async () => {
    const { membership_id, order_id } = await joinInMiddle(server, at);
    await changeTo(at, membership_id, at.basic);
    await changeTo(at, await lastTerm(membership_id), at.patron);
    const id = await lastTerm(membership_id);
    const quote = await endQuote(id);
    expect(quote.earlier_orders).toHaveLength(2);
    expect((await end(id, quote.refund)).status).toBe(200);
    expect(await statesOf(membership_id)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(await refunds(order_id)).toEqual([8000]);
  });

  test("leaves an earlier term alone that it renewed", async () => {
    const { membership_id, order_id } = await joinInMiddle(server, at);
    await changeTo(at, membership_id, at.basic);
    const id = await lastTerm(membership_id);
    // As if the last term had been bought after the one before it, instead of replacing it.
    await server.db.updateTable("membership").set({ worth: null }).where("id", "=", id).execute();
    const before = await refunds(order_id);
    expect(await endQuote(id)).toMatchObject({ earlier_orders: [], refund: "0" });
    expect((await end(id, "0")).status).toBe(200);
    expect(await statesOf(membership_id)).toEqual(["active", "cancelled"]);
    expect(await refunds(order_id)).toEqual(before);
  });
});
