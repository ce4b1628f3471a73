import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeMembership, myMembership } from "@foyer/contract/membership.ts";
import { checkInvariants } from "../../cli/check.ts";
import { removeGuard, restoreGuards } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import { makeShop, type Shop } from "../../db/testShop.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { TestBrowser } from "../../testBrowser.ts";
import { cards } from "../../testBuyer.ts";
import { makeUser } from "../../testMembers.ts";
import {
  age,
  askFor,
  buyMembership,
  holdMembership,
  inDays,
  makeLevels,
  membershipsOf,
  type Levels,
} from "../../testMemberships.ts";
import { newMemberNumber } from "./numbers.ts";

let server: TestApp;
let shop: Shop;
let levels: Levels;
beforeAll(async () => {
  server = await openTestApp();
  shop = await makeShop(server.db, { seller: { configuration: JSON.stringify({ renewal: { allowed_period: 30 } }) } });
  levels = await makeLevels(server, shop);
});
afterEach(() => restoreGuards());
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

/** Two adults with accounts of their own on a membership that ends soon; the first of them bought it. */
const couple = async () => {
  const [ada, william] = [await makeUser(server.db, shop), await makeUser(server.db, shop, { first_name: "William" })];
  const people = [
    { type: 0, name: "Ada Lovelace", email: ada.email },
    { type: 1, name: "William King", email: william.email },
  ];
  const { order_id } = await buyMembership(server, shop, askFor(levels, levels.family, { people }), {
    cookie: ada.cookie,
  });
  const [first, second] = await membershipsOf(server, order_id);
  if (!first || !second) throw new Error("There are two cards.");
  for (const { id } of [first, second]) await age(server, id, inDays(5));
  /** The second card goes to somebody else. */
  const give = async (email: string) => {
    const said = await new TestBrowser(server, shop, ada.cookie).call(changeMembership, {
      membership_id: second.id,
      holder_name: "Charles Babbage",
      holder_email: email,
    });
    expect(said.status).toBe(200);
    return (await membershipsOf(server, order_id)).find(({ id }) => id === second.id);
  };
  const renewal = askFor(levels, levels.individual, {
    action: "renew",
    renews_id: second.id,
    people: [{ type: 0, name: "William King", email: william.email }],
  });
  return { ada, william, first, second, give, renewal };
};
const charles = () => `charles-${newId()}@example.org`;

describe("a card that is given to somebody else", () => {
  test("leaves whoever had it the term that they paid for themselves", async () => {
    const { william, second, give, renewal } = await couple();
    const { order_id } = await buyMembership(server, shop, renewal, { cookie: william.cookie });
    const [bought] = await membershipsOf(server, order_id);
    expect(bought).toMatchObject({ identity_id: william.identity_id, renews_id: second.id });
    await give(charles());
    const [still] = await membershipsOf(server, order_id);
    expect(still).toEqual(bought);
    const { body } = await new TestBrowser(server, shop, william.cookie).call(myMembership, {});
    expect(body.membership._data).toMatchObject([{ id: bought?.id, own: true, holder_email: william.email }]);
  });

  test("while they pay for its next term is not theirs: they get a membership of their own", async () => {
    const moved = async () => {
      const { william, give, renewal } = await couple();
      const { buyer, cart } = await holdMembership(server, shop, renewal, william.cookie);
      const given = await give(charles());
      await buyer.pay(cart, cards.good);
      const [bought] = await membershipsOf(server, (await buyer.checkOut(cart)).body.ticket_order._data[0].id);
      return { bought, given, william };
    };
    const { bought, given, william } = await moved();
    expect(bought).toMatchObject({ identity_id: william.identity_id, renews_id: null });
    expect(bought?.member_number).not.toBe(given?.member_number);
    expect(bought?.scan_code).not.toBe(given?.scan_code);

    // Behind it stands that a card which goes into another account has another number.
    removeGuard("renewal_of_owner");
    const without = await moved();
    expect(without.bought?.renews_id).toBe(without.given?.id);
    expect(without.bought?.member_number).not.toBe(without.given?.member_number);
    removeGuard("card_of_account");
    const bare = await moved();
    expect(bare.bought?.member_number).toBe(bare.given?.member_number);
    // And whoever looks sees it.
    expect(await checkInvariants(server.db)).toMatchObject([{ id: "I29" }]);
    await server.db
      .updateTable("membership")
      .set({ member_number: newMemberNumber() })
      .where("id", "=", bare.bought?.id ?? "")
      .execute();
  });
});

test("a card that is given on again and again fills nobody's mailbox", async () => {
  const { ada, second } = await couple();
  const browser = new TestBrowser(server, shop, ada.cookie);
  const said: number[] = [];
  for (let time = 0; time < 12; time++) {
    const change = { membership_id: second.id, holder_name: "Charles Babbage", holder_email: charles() };
    said.push((await browser.call(changeMembership, change)).status);
  }
  expect(said).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  // Another name for the same address is no letter.
  const [now] = await server.db.selectFrom("membership").selectAll().where("id", "=", second.id).execute();
  const renamed = { membership_id: second.id, holder_name: "Charles B Babbage", holder_email: now?.holder_email ?? "" };
  expect((await browser.call(changeMembership, renamed)).status).toBe(200);
});

test("of two who hold a membership together neither gives the other's card away", async () => {
  const own = await makeShop(server.db);
  const of = await makeLevels(server, own);
  const [first] = of.family.types;
  await server.db
    .updateTable("membership_rule")
    .set({ max: 2 })
    .where("ticket_type_id", "=", first?.id ?? "")
    .execute();
  const [ada, grace] = [await makeUser(server.db, own), await makeUser(server.db, own, { first_name: "Grace" })];
  const people = [
    { type: 0, name: "Ada Lovelace", email: ada.email },
    { type: 0, name: "Grace Hopper", email: grace.email },
    { type: 1, name: "William King" },
  ];
  const { order_id } = await buyMembership(server, own, askFor(of, of.family, { people }), { cookie: ada.cookie });
  const made = await membershipsOf(server, order_id);
  const hers = made.find(({ identity_id }) => identity_id === ada.identity_id);
  expect(hers).toMatchObject({ party_role: "member" });
  const browser = new TestBrowser(server, own, grace.cookie);
  const change = { membership_id: hers?.id ?? "", holder_name: "Grace Hopper", holder_email: charles() };
  expect((await browser.call(changeMembership, change)).code).toBe("access_denied:membership");
  const { body } = await browser.call(myMembership, {});
  expect(body.membership._data.map(({ holder_name, editable }) => [holder_name, editable]).toSorted()).toEqual([
    ["Ada Lovelace", false],
    ["Grace Hopper", false],
    ["William King", true],
  ]);
});
