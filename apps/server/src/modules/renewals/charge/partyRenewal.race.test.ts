import { expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import {
  cartFromResponse,
  membershipRequest,
  readMemberships,
  type PartyPerson,
} from "../../../../test/accounts/membershipLevels.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import {
  capturedAmounts,
  createRenewalShop,
  joinAsMember,
  makeRenewalDue,
  makeTermDue,
  readRenewal,
  readTermChain,
  runPaymentJobs,
  runRenewalJob,
  type JoinedMember,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { newId } from "../../../db/newId.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["renewal_before_capture", "renewal_authorized"], (first, second) => ([one, other] = [first, second]));

const ada: PartyPerson = { type: 0, name: "Ada Lovelace", email: "ada@example.org" };
const byron: PartyPerson = { type: 2, name: "Byron King" };
/** 90.00, 30.00 and 5.00. */
const family = 12_500;

type Family = {
  readonly renewalShop: RenewalShop;
  /** The first adult, who pays automatically. */
  readonly member: JoinedMember;
  /** The second adult, with an account of their own. */
  readonly second: TestUser;
  readonly second_id: string;
  readonly people: readonly PartyPerson[];
};
/** A family whose automatic renewal is due. */
const due = async (): Promise<Family> => {
  const renewalShop = await createRenewalShop(one);
  const second = await createTestUser(one.db, renewalShop.shop, { first_name: "William", last_name: "King" });
  const people = [ada, { type: 1, name: "William King", email: second.email }, byron];
  const member = await joinAsMember(one, renewalShop, { level: "family", people });
  await makeTermDue(one, member.membership_id);
  const [, card] = await readMemberships(one, member.order_id);
  return { renewalShop, member, second, second_id: card?.id ?? "", people };
};
/** The second adult's unpaid manual renewal. */
const heldBySecond = async (
  { renewalShop: { shop, levels }, second, second_id, people }: Family,
  level: "family" | "individual" = "family",
) => {
  const request = membershipRequest(levels, levels[level], {
    action: "renew",
    renews_id: second_id,
    people: level === "family" ? people : [{ type: 0, name: "William King", email: second.email }],
  });
  const browser = new TestBrowser(other, shop, second.cookie);
  const cart = cartFromResponse(await browser.call(createCart, { add: [request] }));
  return { buyer: new TestBuyer(other, shop, second.cookie), cart };
};
const taken = async ({ renewalShop: { shop } }: Family) => {
  await runPaymentJobs(one);
  return capturedAmounts(one, shop);
};

test("a second adult renews the family with everybody's card, and the automatic renewal of the first adult ends", async () => {
  const race = await due();
  const before = await readMemberships(one, race.member.order_id);
  const { buyer, cart } = await heldBySecond(race);
  await buyer.pay(cart, cards.good);
  const order_id: string = (await buyer.checkOut(cart)).body.ticket_order._data[0].id;
  const cardsOf = (party: typeof before) =>
    party.map(({ holder_name, identity_id, member_number, scan_code }) => [
      holder_name,
      identity_id,
      member_number,
      scan_code,
    ]);
  const next = await readMemberships(one, order_id);
  expect(cardsOf(next)).toEqual(cardsOf(before));
  expect(next.map(({ renews_id }) => renews_id)).toEqual(before.map(({ id }) => id));
  expect(await readRenewal(one, race.member.membership_id)).toMatchObject({ state: "renewed" });
  await makeRenewalDue(one, race.member.membership_id);
  await runRenewalJob(one);
  expect(await taken(race)).toEqual([family, family]);
});

test("a second adult who pays while the first adult's card is charged is refused, and the family pays once", async () => {
  const race = await due();
  const { buyer, cart } = await heldBySecond(race);
  const paid = startAtPause(one.db, "renewal_before_capture", () => buyer.pay(cart, cards.good));
  await runRenewalJob(one);
  expect(refusalOf((await paid())!)).toMatch(/ (?:payment_in_progress|membership_not_renewable)$/);
  expect(refusalOf(await buyer.pay(cart, cards.good))).toMatch(/ membership_not_renewable$/);
  expect(await taken(race)).toEqual([family, family]);
});

test("a second adult who has paid before the charge is decided pays alone", async () => {
  const race = await due();
  const { buyer, cart } = await heldBySecond(race);
  const paid = startAtPause(one.db, "renewal_authorized", () => buyer.pay(cart, cards.good));
  await runRenewalJob(one);
  expect((await paid())?.status).toBe(200);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  await makeRenewalDue(one, race.member.membership_id);
  await runRenewalJob(one);
  expect(await taken(race)).toEqual([family, family]);
  expect((await readTermChain(one, race.member.membership_id)).length).toBe(2);
});

test("a second adult who leaves the family for a membership alone does not stop the automatic renewal of the others", async () => {
  const race = await due();
  const { shop, levels } = race.renewalShop;
  await one.db
    .updateTable("membership_rule")
    .set({ min: 0 })
    .where("seller_id", "=", shop.seller_id)
    .where("ticket_type_id", "=", levels.family.types[1]?.id ?? "")
    .execute();
  const { buyer, cart } = await heldBySecond(race, "individual");
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  await makeRenewalDue(one, race.member.membership_id);
  await runRenewalJob(one);
  expect(await taken(race)).toEqual([family, 8000, family - 3000]);
});

test("a renewal at the till while the second adult pays for it is refused", async () => {
  const race = await due();
  const clerk = await signedIn(one, race.renewalShop.shop, ["box_office"]);
  await clerk.post("/till/open", { float: "0.00" });
  const { version } = await memberPage(clerk, race.member.membership_id);
  const { buyer, cart } = await heldBySecond(race);
  expect((await buyer.pay(cart, cards.good)).status).toBe(200);
  const renewed = await clerk.post(`/members/${race.member.membership_id}/renew`, {
    renewal_id: newId(),
    version,
    means: [{ kind: "cash", amount: "125.00" }],
  });
  expect(refusalOf(renewed)).toBe("409 payment_in_progress");
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect((await readTermChain(one, race.member.membership_id)).length).toBe(2);
});
