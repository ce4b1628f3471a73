import { beforeAll, describe, expect, test } from "vitest";
import { daysFromNow, readMemberships } from "../../../../test/accounts/membershipLevels.ts";
import {
  capturedAmounts,
  createRenewalShop,
  makeRenewalDue,
  readEmails,
  readRenewal,
  readTermChain,
  runRenewalJob,
  setPartyTermEnd,
  type JoinOptions,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { joinAndIndex, memberPage } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { createGiftCard, readCardBalance } from "../../../../test/payments/giftCards.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
let at: RenewalShop;
/** Has an open till of 100.00. */
let clerk: OfficeBrowser;
/** Has no till. */
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server, { ledger_id: "cards" });
  [clerk, manager] = [await signedIn(server, at.shop, ["box_office"]), await signedIn(server, at.shop, ["manager"])];
  await clerk.post("/till/open", { float: "100.00" });
});

/** A member whose term ends in some days. */
const member = async (days: number, options: JoinOptions = {}, where = at) => {
  const joined = await joinAndIndex(server, where, options);
  await setPartyTermEnd(server, joined.membership_id, days);
  return joined;
};
const cash = (amount: string, tendered?: string) => ({ kind: "cash", amount, ...(tendered && { tendered }) });
const renewal = async (by: OfficeBrowser, id: string, means: readonly object[]) => {
  const { version } = await memberPage(by, id);
  return { renewal_id: newId(), version, means };
};
const renew = async (by: OfficeBrowser, id: string, means: readonly object[]) =>
  by.post(`/members/${id}/renew`, await renewal(by, id, means));
const chainOf = async (id: string) =>
  (await readTermChain(server, id)).map(({ valid_from, valid_to }) => [valid_from, valid_to]);
const tillEntries = () =>
  server.db
    .selectFrom("till_entry")
    .select(["kind", "gateway_id", "amount"])
    .where("seller_id", "=", at.shop.seller_id)
    .execute();
const isNow = (moment: string | null | undefined): boolean => Math.abs(Date.parse(moment ?? "") - Date.now()) < 60_000;

describe("a membership that is renewed at the till", () => {
  test("continues from the end of its term, for everybody on it, with the same numbers and in the same account", async () => {
    const family = await member(10, {
      level: "family",
      people: [
        { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
        { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
        { type: 2, name: "Nino Ortega" },
      ],
    });
    const { membership_id } = family;
    const quote = (await clerk.get(`/members/${membership_id}/renewal_quote`)).body;
    expect(quote).toMatchObject({
      is_renewable: true,
      people: [{}, {}, {}],
      valid_from: (await chainOf(membership_id))[0]?.[1],
    });
    const made = await renew(clerk, membership_id, [cash(quote.total, "500.00")]);
    expect([made.status, made.body]).toMatchObject([200, { total: quote.total, currency: "USD" }]);
    const [first, next] = await chainOf(membership_id);
    expect(next).toEqual([first?.[1], quote.valid_to]);
    const order = await server.db
      .selectFrom("ticket_order")
      .select("id")
      .where("seller_id", "=", at.shop.seller_id)
      .where("order_number", "=", made.body.order_number)
      .executeTakeFirstOrThrow();
    const people = (terms: Awaited<ReturnType<typeof readMemberships>>) =>
      terms
        .map(({ holder_name, holder_email, member_number, identity_id }) => [
          holder_name,
          holder_email,
          member_number,
          identity_id,
        ])
        .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])));
    const renewed = await readMemberships(server, order.id);
    expect(people(renewed)).toEqual(people(await readMemberships(server, family.order_id)));
    expect(await tillEntries()).toEqual([{ kind: "sale", gateway_id: "cash", amount: Math.round(100 * quote.total) }]);
    const page = await memberPage(clerk, membership_id);
    expect(page.orders.map(({ order_number }: { order_number: number }) => order_number)).toContain(
      made.body.order_number,
    );
    expect(
      (await auditOf(server.db, at.shop.seller_id)).filter(({ action }) => action === "member.renewed"),
    ).toMatchObject([{ entity_id: membership_id, after: { people: 3, order_number: made.body.order_number } }]);
  });

  test("begins now where its term has ended", async () => {
    const { membership_id } = await member(-40);
    expect(refusalOf(await renew(clerk, membership_id, [cash("80.00")]))).toBe("200");
    const [, next] = await chainOf(membership_id);
    expect(isNow(next?.[0])).toBe(true);
  });

  test("is renewed once: its automatic renewal ends, and nothing is charged", async () => {
    const where = await createRenewalShop(server);
    const { membership_id } = await member(5, {}, where);
    const by = await signedIn(server, where.shop, ["box_office"]);
    await by.post("/till/open", { float: "0.00" });
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "scheduled" });
    expect(refusalOf(await renew(by, membership_id, [cash("80.00")]))).toBe("200");
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "renewed" });
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    expect(refusalOf(await renew(by, membership_id, [cash("80.00")]))).toBe("422 membership_not_renewable");
    expect(await chainOf(membership_id)).toHaveLength(2);
  });

  test("sent again renews nothing and answers the same, and by somebody else is refused", async () => {
    const { membership_id } = await member(10);
    const sent = await renewal(clerk, membership_id, [cash("80.00", "100.00")]);
    const made = await clerk.post(`/members/${membership_id}/renew`, sent);
    expect(made.body).toMatchObject({ total: "80.00", change: "20.00" });
    const again = await clerk.post(`/members/${membership_id}/renew`, sent);
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect(await chainOf(membership_id)).toHaveLength(2);
    expect(refusalOf(await manager.post(`/members/${membership_id}/renew`, sent))).toBe("422 validation_failed");
  });

  test.each([
    ["too early", 60, [cash("80.00")], "422 membership_not_renewable"],
    ["for less", 10, [cash("79.00")], "422 payment_incorrect_amount"],
    ["for nothing", 10, [], "422 payment_incorrect_amount"],
  ] as const)("is refused %s, and holds and takes nothing", async (_, days, means, refusal) => {
    const { membership_id } = await member(days);
    const before = (await clerk.get("/till")).body;
    expect(refusalOf(await renew(clerk, membership_id, means))).toBe(refusal);
    expect(await chainOf(membership_id)).toHaveLength(1);
    expect((await clerk.get("/till")).body).toEqual(before);
    const open = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", at.shop.seller_id)
      .where("state", "in", ["held", "in_cart"])
      .execute();
    expect(open).toEqual([]);
  });

  test("needs an open till, and is not renewed from a page that has changed since", async () => {
    const { membership_id } = await member(10);
    expect(refusalOf(await renew(manager, membership_id, [cash("80.00")]))).toBe("409 till_closed");
    const sent = await renewal(clerk, membership_id, [cash("80.00")]);
    const { version } = await memberPage(manager, membership_id);
    await manager.post(`/members/${membership_id}/replace_number`, { version, reason: "Lost" });
    expect(refusalOf(await clerk.post(`/members/${membership_id}/renew`, sent))).toBe("409 stale_version");
  });

  test("of another seller is not found", async () => {
    const other = await createRenewalShop(server);
    const { membership_id } = await member(10, {}, other);
    const sent = { renewal_id: newId(), version: "x", means: [cash("80.00")] };
    expect(refusalOf(await clerk.post(`/members/${membership_id}/renew`, sent))).toBe("404 not_found");
    expect(refusalOf(await clerk.get(`/members/${membership_id}/renewal_quote`))).toBe("422 membership_not_renewable");
  });
});

describe("a membership that is renewed with a gift card", () => {
  test("takes its price from the card, and needs no till", async () => {
    const { membership_id } = await member(10);
    const card = await createGiftCard(server, at.shop, 10_000);
    const sent = await renewal(manager, membership_id, [{ kind: "gift_card", amount: "80.00", number: card.number }]);
    const made = await manager.post(`/members/${membership_id}/renew`, sent);
    expect([made.status, made.body]).toMatchObject([200, { total: "80.00", change: "0" }]);
    expect(await readCardBalance(server, card)).toBe(2000);
    expect((await manager.post(`/members/${membership_id}/renew`, sent)).body).toEqual(made.body);
    expect(await readCardBalance(server, card)).toBe(2000);
    expect(await chainOf(membership_id)).toHaveLength(2);
  });

  test("with too little on it is refused, and nothing is taken", async () => {
    const { membership_id } = await member(10);
    const card = await createGiftCard(server, at.shop, 7_900);
    const means = [{ kind: "gift_card", amount: "80.00", number: card.number }];
    expect(refusalOf(await renew(manager, membership_id, means))).toBe("409 insufficient_balance");
    expect(await readCardBalance(server, card)).toBe(7900);
    expect(await chainOf(membership_id)).toHaveLength(1);
  });
});

describe("the link to renew", () => {
  test("is sent to the holder, with the day, the price and where to pay, at most once an hour", async () => {
    const where = await createRenewalShop(server);
    const by = await signedIn(server, where.shop, ["box_office"]);
    const { membership_id, user } = await member(10, {}, where);
    const send = async () =>
      by.post(`/members/${membership_id}/renewal_link`, { version: (await memberPage(by, membership_id)).version });
    const sent = await send();
    expect([sent.status, sent.body]).toEqual([200, { to: user?.email }]);
    const [email] = (await readEmails(server, where.shop)).filter(({ kind }) => kind === "renewal_link");
    expect(email).toMatchObject({ to_address: user?.email });
    expect(email?.text).toContain(`/${where.shop.slug}/membership/renew`);
    expect(email?.text).toContain("80");
    expect(refusalOf(await send())).toBe("429 too_many_requests");
    expect(await chainOf(membership_id)).toHaveLength(1);
  });

  test("is not offered or sent where members log in by their number alone, and have no account to pay with", async () => {
    const where = await createRenewalShop(server, { authentication: "scan_code" });
    const by = await signedIn(server, where.shop, ["box_office"]);
    const { membership_id } = await member(10, {}, where);
    const { body: quote } = await by.get(`/members/${membership_id}/renewal_quote`);
    expect([quote.is_renewable, quote.email]).toEqual([true, null]);
    const { version } = await memberPage(by, membership_id);
    expect(refusalOf(await by.post(`/members/${membership_id}/renewal_link`, { version }))).toBe(
      "422 membership_not_renewable",
    );
    expect((await readEmails(server, where.shop)).filter(({ kind }) => kind === "renewal_link")).toEqual([]);
  });

  test("is not sent before the membership can be renewed, nor after it was renewed", async () => {
    const early = await member(60);
    const { version } = await memberPage(clerk, early.membership_id);
    const send = (id: string, seen: string) => clerk.post(`/members/${id}/renewal_link`, { version: seen });
    expect(refusalOf(await send(early.membership_id, version))).toBe("422 membership_not_renewable");
    const quote = (await clerk.get(`/members/${early.membership_id}/renewal_quote`)).body;
    expect([quote.is_renewable, quote.renewable_from > daysFromNow(20).slice(0, 10)]).toEqual([false, true]);
    const done = await member(10);
    await renew(clerk, done.membership_id, [cash("80.00")]);
    const page = await memberPage(clerk, done.membership_id);
    expect(refusalOf(await send(done.membership_id, page.version))).toBe("422 membership_not_renewable");
  });
});
