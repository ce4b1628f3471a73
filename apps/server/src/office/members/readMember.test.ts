import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  createRenewalShop,
  makeTermDue,
  runRenewalJob,
  setPartyTermEnd,
  shiftLastTry,
  type RenewalShop,
} from "../../../test/accounts/renewals.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
  at = await createRenewalShop(server);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});
afterAll(() => server.close());

const family = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];

test("shows the person, their terms and who is on them, orders, e-mails and consents", async () => {
  const joined = await joinAndIndex(server, at, { level: "family", people: family });
  const page = await memberPage(clerk, joined.membership_id);
  expect(page).toMatchObject({
    id: joined.membership_id,
    name: "Rosa Ortega",
    has_account: true,
    terms: [
      {
        id: joined.membership_id,
        level: "Family",
        type: "First adult",
        member_number: joined.member_number,
        state: "active",
        is_renewed: false,
        is_given: false,
        plastic_card: "to_make",
        order_number: joined.order_number,
        party: [{ name: "Rosa Ortega" }, { name: "Pilar Ortega" }, { name: "Nino Ortega", type: "Child", email: null }],
        purchase_limit: 12,
        used: [],
      },
    ],
    orders: [{ order_number: joined.order_number, total: "125.00" }],
    visits: [],
    gift_cards: [],
    notes: [],
    consents: [{ kind: "auto_renewal", what: "Family", order_number: joined.order_number }],
  });
  expect(page.terms[0].benefits).toContainEqual({ type: "*", tickets: 2 });
  expect(page.emails.map(({ kind }: { kind: string }) => kind)).toContain("membership_card");
});

test("notes that are written to the order of a membership are on the person's page, pinned ones first, for staff who read notes", async () => {
  const joined = await joinAndIndex(server, at, { level: "family", people: family });
  const write = async (text: string): Promise<string> =>
    (await clerk.post(`/orders/${joined.order_number}/notes`, { text, is_pinned: false })).body.id;
  const first = await write("Prefers letters");
  await write("Rang about parking");
  const texts = async () =>
    (await memberPage(clerk, joined.membership_id)).notes.map((note: { text: string }) => note.text);
  expect(await texts()).toEqual(["Rang about parking", "Prefers letters"]);
  await clerk.post(`/orders/${joined.order_number}/notes/${first}/pin`, { is_pinned: true });
  expect(await texts()).toEqual(["Prefers letters", "Rang about parking"]);
  expect((await memberPage(clerk, joined.membership_id)).notes[0]).toMatchObject({
    by: clerk.person.name,
    is_pinned: true,
    order_number: joined.order_number,
  });
});

test("the purchaser's page of an order leads to their card, for staff who see members, and has the same notes", async () => {
  const joined = await joinAndIndex(server, at, { level: "family", people: family });
  await clerk.post(`/orders/${joined.order_number}/notes`, { text: "Came twice", is_pinned: false });
  const person = async (who: OfficeBrowser) => (await who.get(`/orders/${joined.order_number}/person`)).body;
  const { member_id, notes } = await person(clerk);
  const ofOrder = notes.filter(({ order_number }: { order_number: number }) => order_number === joined.order_number);
  expect(ofOrder).toMatchObject([{ text: "Came twice" }]);
  expect((await memberPage(clerk, joined.membership_id)).notes).toEqual(ofOrder);
  expect((await memberPage(clerk, member_id)).id).toBe(member_id);
  const finance = await signedIn(server, at.shop, ["finance"]);
  expect(await person(finance)).toMatchObject({ member_id: null, notes });
});

test("lists every kind of e-mail about their cards and orders, and gift cards issued to them or instead of a refund", async () => {
  const where = await createRenewalShop(server, { ledger_id: "cards" });
  const joined = await joinAndIndex(server, where, {
    level: "family",
    people: [...family.slice(1), { type: 0, name: "Rosa Ortega", email: `rosa@${crypto.randomUUID()}.example` }],
  });
  const owner = await signedIn(server, where.shop, ["owner"]);
  const { membership_id } = joined;
  await setPartyTermEnd(server, membership_id, 5);
  const { email, version } = await memberPage(owner, membership_id);
  expect((await owner.post(`/members/${membership_id}/renewal_link`, { version })).status).toBe(200);
  const issued = { quantity: 1, amount: "20.00", reason: "Goodwill", email };
  expect((await owner.post("/gift_cards", issued)).status).toBe(200);
  const ending = { money: "refund", refund_to: "gift_card", visits: "keep" };
  const { body: quote } = await owner.get(
    `/members/${membership_id}/end_quote?${new URLSearchParams(ending).toString()}`,
  );
  const ended = await changeMember(owner, membership_id, "end", {
    ...ending,
    expected: { refund: quote.refund, gift_card: quote.gift_card },
  });
  expect(refusalOf(ended)).toBe("200");
  const page = await memberPage(owner, membership_id);
  const kinds = page.emails.map(({ kind }: { kind: string }) => kind);
  for (const kind of ["renewal_link", "order_cancelled", "gift_card", "order_confirmation", "membership_card"])
    expect(kinds).toContain(kind);
  expect(page.gift_cards).toMatchObject([
    { balance: quote.gift_card, order_number: joined.order_number },
    { balance: "20.00", order_number: null },
  ]);
});

test("a card without an account has a page too, with its own terms", async () => {
  const joined = await joinAndIndex(server, at, { level: "family", people: family });
  const child = (await memberPage(clerk, joined.membership_id)).terms[0].party[2];
  expect(await memberPage(clerk, child.id)).toMatchObject({
    name: "Nino Ortega",
    email: null,
    has_account: false,
    terms: [{ id: child.id, renewal: null }],
    orders: [{ order_number: joined.order_number }],
  });
});

test("another seller's member is not found", async () => {
  const joined = await joinAndIndex(server, at);
  const stranger = await signedIn(server, (await createRenewalShop(server)).shop, ["owner"]);
  expect((await stranger.get(`/members/${joined.membership_id}`)).status).toBe(404);
});

test("finance and reporters see no members", async () => {
  const joined = await joinAndIndex(server, at);
  for (const role of ["finance", "reporter", "scanner"] as const) {
    const who = await signedIn(server, at.shop, [role]);
    for (const path of ["/members", "/member_levels", `/members/${joined.membership_id}`])
      expect((await who.get(path)).status).toBe(403);
  }
});

describe("automatic renewal", () => {
  test("shows the day and amount of the next charge, before and after its payer was notified", async () => {
    const joined = await joinAndIndex(server, at);
    await runRenewalJob(server);
    const before = (await memberPage(clerk, joined.membership_id)).terms[0].renewal;
    const { valid_to } = (await memberPage(clerk, joined.membership_id)).terms[0];
    const due = Temporal.Instant.from(valid_to).toZonedDateTimeISO(at.shop.timezone).subtract({ days: 7 });
    expect(before).toMatchObject({
      state: "scheduled",
      charge_on: due.toPlainDate().toString(),
      amount: "80.00",
      announced: null,
      attempts: 0,
      last_error: null,
      payer: joined.user?.email,
    });
    expect(before.method).toContain("4242");
    await makeTermDue(server, joined.membership_id);
    expect((await memberPage(clerk, joined.membership_id)).terms[0].renewal).toMatchObject({
      state: "scheduled",
      announced: { amount: "80.00", currency: "USD" },
    });
  });

  test("shows the attempts and the reason of the last refusal", async () => {
    const joined = await joinAndIndex(server, at, { number: "4000000000000341" });
    await makeTermDue(server, joined.membership_id);
    await runRenewalJob(server);
    await shiftLastTry(server, joined.membership_id, 0);
    const { renewal } = (await memberPage(clerk, joined.membership_id)).terms[0];
    expect(renewal).toMatchObject({ attempts: 1 });
    expect(renewal.last_error).not.toBeNull();
    expect(renewal.last_attempt).not.toBeNull();
  });
});
