import { afterEach, beforeAll, expect, test } from "vitest";
import { createRenewalShop, setPartyTermEnd, type RenewalShop } from "../../../../test/accounts/renewals.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import type { TestResponse } from "../../../../test/app/testApp.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  return () => server.close();
});
afterEach(() => {
  pauseAt("cards_marking", undefined);
  pauseAt("cards_marked", undefined);
});

const people = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
];
/** A shop with a family of two whose level has a physical card, and a member of a level without one. */
const openShop = async () => {
  const at: RenewalShop = await createRenewalShop(server);
  const family = await joinAndIndex(server, at, { level: "family", people });
  await joinAndIndex(server, at);
  const clerk = await signedIn(server, at.shop, ["box_office"]);
  return { at, family, clerk };
};
type Card = { membership_id: string; member_number: string; name: string; state: string; since: string };
const listOf = async (by: OfficeBrowser, list = "to_make", filters = ""): Promise<Card[]> =>
  (await by.get(`/plastic_cards?list=${list}${filters}`)).body.cards;
const mark = (by: OfficeBrowser, as: string, cards: readonly Card[]): Promise<TestResponse> =>
  by.post("/plastic_cards/mark", {
    as,
    cards: cards.map(({ membership_id, member_number }) => ({ membership_id, member_number })),
  });
const names = (cards: readonly Card[]) => cards.map(({ name }) => name).toSorted();

test("cards to make are those of levels with a card; they are marked as sent, and come back to the list when one is returned", async () => {
  const { at, clerk } = await openShop();
  const cards = await listOf(clerk);
  expect(names(cards)).toEqual(["Pilar Ortega", "Rosa Ortega"]);
  const sent = await mark(clerk, "sent", cards);
  expect([sent.status, sent.body]).toEqual([200, { marked: 2 }]);
  expect(await listOf(clerk)).toEqual([]);
  expect(names(await listOf(clerk, "sent"))).toEqual(["Pilar Ortega", "Rosa Ortega"]);
  const [back] = cards.filter(({ name }) => name === "Pilar Ortega");
  if (!back) throw new Error("There is a card.");
  expect((await mark(clerk, "returned", [back])).status).toBe(200);
  expect(await listOf(clerk)).toMatchObject([{ name: "Pilar Ortega", state: "returned" }]);
  expect((await memberPage(clerk, back.membership_id)).terms[0].plastic_card).toBe("returned");
  expect(
    (await auditOf(server.db, at.shop.seller_id))
      .filter(({ entity_id }) => entity_id === back.membership_id)
      .map(({ action, after }) => [action, after]),
  ).toEqual([
    ["member.card_marked", { card: "sent" }],
    ["member.card_marked", { card: "returned" }],
  ]);
});

test("a card that is marked already is refused with all others, and nothing changes", async () => {
  const { clerk } = await openShop();
  const [first, second] = await listOf(clerk);
  if (!first || !second) throw new Error("There are two cards.");
  expect((await mark(clerk, "sent", [first])).status).toBe(200);
  const both = await mark(clerk, "sent", [first, second]);
  expect(refusalOf(both)).toBe("409 stale_version");
  expect(both.body._data[0]._extra).toMatchObject({ membership_ids: [first.membership_id] });
  expect(await listOf(clerk)).toEqual([second]);
  expect(refusalOf(await mark(clerk, "returned", [second]))).toBe("409 stale_version");
  expect(await listOf(clerk)).toEqual([second]);
});

test("a renewed membership keeps its card, and a replaced number needs a new card", async () => {
  const { clerk, family } = await openShop();
  const cards = await listOf(clerk);
  await mark(clerk, "sent", cards);
  const [rosa] = cards.filter(({ name }) => name === "Rosa Ortega");
  const since = rosa?.since ?? "";
  expect(refusalOf(await changeMember(clerk, rosa?.membership_id ?? "", "replace_number"))).toBe("200");
  const again = await listOf(clerk);
  expect(again).toMatchObject([{ name: "Rosa Ortega", state: "to_make" }]);
  expect(Date.parse(again[0]?.since ?? "")).toBeGreaterThan(Date.parse(since));
  expect(again[0]?.member_number).not.toBe(rosa?.member_number);
  await mark(clerk, "sent", again);
  await setPartyTermEnd(server, family.membership_id, 5);
  await clerk.post("/till/open", { float: "0.00" });
  const quote = (await clerk.get(`/members/${family.membership_id}/renewal_quote`)).body;
  const { version } = await memberPage(clerk, family.membership_id);
  const means = [{ kind: "cash", amount: quote.total }];
  const renewal_id = "00000000-0000-4000-8000-00000000abcd";
  expect((await clerk.post(`/members/${family.membership_id}/renew`, { renewal_id, version, means })).status).toBe(200);
  expect(await listOf(clerk)).toEqual([]);
  expect(names(await listOf(clerk, "sent"))).toEqual(["Pilar Ortega", "Rosa Ortega"]);
});

test("cards are found by date and level, page by page, and those of ended terms are not made", async () => {
  const { at, clerk, family } = await openShop();
  const today = Temporal.Now.plainDateISO("UTC");
  const level = (await clerk.get("/member_levels")).body.levels.find(
    ({ name }: { name: string }) => name === "Individual",
  ).id;
  expect(await listOf(clerk, "to_make", `&level=${level}`)).toEqual([]);
  expect(await listOf(clerk, "to_make", `&to=${today.subtract({ days: 3 }).toString()}`)).toEqual([]);
  expect(await listOf(clerk, "to_make", `&from=${today.subtract({ days: 3 }).toString()}`)).toHaveLength(2);
  const [first, second] = await listOf(clerk);
  const after = `${Temporal.Instant.from(first?.since ?? "").toString()}_${first?.membership_id}`;
  expect(await listOf(clerk, "to_make", `&after=${after}`)).toEqual([second]);
  await setPartyTermEnd(server, family.membership_id, -1);
  expect(await listOf(clerk)).toEqual([]);
  expect(refusalOf(await mark(clerk, "sent", first ? [first] : []))).toBe("409 stale_version");
  const other = await signedIn(server, (await openShop()).at.shop, ["box_office"]);
  expect(refusalOf(await mark(other, "sent", first ? [first] : []))).toBe("409 stale_version");
  expect(at.shop.seller_id).toBeDefined();
});

test("the download has names and post addresses, is in the audit log, and is not for everybody", async () => {
  const { at, clerk } = await openShop();
  const manager = await signedIn(server, at.shop, ["manager"]);
  const file = await manager.get("/plastic_cards.csv?list=to_make");
  expect(file.status).toBe(200);
  const [head, ...lines] = String(file.body).trim().split("\r\n");
  expect(head).toMatch(/^member_number,name,level,type,valid_until,address,/);
  expect(lines.map((line) => line.split(",")[1]).toSorted()).toEqual(["Pilar Ortega", "Rosa Ortega"]);
  expect((await auditOf(server.db, at.shop.seller_id)).map(({ action }) => action)).toContain(
    "member.cards_downloaded",
  );
  expect((await clerk.get("/plastic_cards.csv?list=to_make")).status).toBe(403);
  const finance = await signedIn(server, at.shop, ["finance"]);
  expect((await finance.get("/plastic_cards.csv?list=to_make")).status).toBe(403);
});

test("of two who mark a card at once one marks it", async () => {
  const { at, clerk } = await openShop();
  const manager = await signedIn(server, at.shop, ["manager"]);
  const cards = await listOf(clerk);
  let late: Promise<TestResponse> | undefined;
  pauseAt("cards_marked", async () => {
    pauseAt("cards_marked", undefined);
    late = mark(manager, "sent", cards);
    await doneOrWaiting(server.db, late);
  });
  expect((await mark(clerk, "sent", cards)).status).toBe(200);
  expect(late && refusalOf(await late)).toBe("409 stale_version");
});
