import { beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import {
  changeMembership,
  listMembershipRules,
  myMembership,
  type Membership,
} from "@foyer/contract/shop/membership.ts";
import { newId } from "../../../db/newId.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";

/** All party roles, each with its own benefit. */
const roles = [
  "member",
  "second-card",
  "third-card",
  "youth",
  "child",
  "caregiver",
  "guest",
  "additional-member",
] as const;
const benefitsOf = (role: string) => ({ [`Ticket of a ${role}`]: 1 });

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createTestShop(server.db);
  const { seller_id } = shop;
  const made = await createLevels(server, shop);
  const roleIds = new Map(roles.map((role) => [role, newId()]));
  await server.db
    .insertInto("membership_role")
    .values(
      roles.map((role, index) => ({
        seller_id,
        id: roleIds.get(role) ?? "",
        membership_program_id: made.program_id,
        key: role,
        name: `A ${role}`,
        rank: index + 1,
        benefits: JSON.stringify(benefitsOf(role)),
      })),
    )
    .execute();
  const event = await createTestEvent(server.db, shop, {
    name: "Household",
    event_type: "other",
    sessions: [],
    groups: [
      {
        name: "Household",
        handler: "membership",
        duration_new: "P1Y",
        membership_program_id: made.program_id,
        types: roles.map((role) => ({
          name: `Card of a ${role}`,
          currency_amount: role === "member" ? 6000 : 1000,
          membership_role_id: roleIds.get(role) ?? "",
        })),
      },
    ],
  });
  const [household] = event.groups;
  if (!household) throw new Error("There is a level.");
  await server.db
    .insertInto("membership_rule")
    .values(
      roles.map((party_role, index) => ({
        seller_id,
        ticket_group_id: household.id,
        ticket_type_id: household.types[index]?.id ?? "",
        party_role,
        named: "yes" as const,
        emailed: party_role === "child" ? ("no" as const) : ("yes" as const),
        min: party_role === "member" ? 1 : 0,
        max: 1,
      })),
    )
    .execute();
  levels = { ...made, event, family: household };
});

const nameOf = (role: string) => `Ada ${role.replace("-", " ")}`;
const listOf = async (browser: TestBrowser): Promise<readonly Membership[]> =>
  (await browser.call(myMembership, {})).body.membership._data;

/** A household with one person of each role, bought by its member. Everybody but the child has an account. */
const household = async () => {
  const users = new Map<string, TestUser>();
  for (const role of roles)
    if (role !== "child")
      users.set(role, await createTestUser(server.db, shop, { email: `${role}-${newId()}@example.org` }));
  const people = roles.map((role, type) => ({
    type,
    name: nameOf(role),
    ...(role !== "child" && { email: users.get(role)?.email ?? "" }),
  }));
  const { order_id, cart } = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }), {
    cookie: users.get("member")?.cookie ?? "",
  });
  const browserOf = (role: string) => new TestBrowser(server, shop, users.get(role)?.cookie);
  return { people, users, order_id, cart, browserOf };
};

test("the rules list each role with its limits", async () => {
  const ids = levels.family.types.map(({ id }) => id).join(",");
  const { body } = await new TestBrowser(server, shop).call(listMembershipRules, { "ticket_type.id._in": ids });
  const rules = new Map(body.membership_rules._data.map((rule) => [rule.party_role, rule]));
  expect([...rules.keys()].toSorted()).toEqual([...roles].toSorted());
  expect(rules.get("member")).toMatchObject({ min: 1, max: 1, named: "yes", emailed: "yes" });
  expect(rules.get("child")).toMatchObject({ min: 0, max: 1, emailed: "no" });
});

test("the member sees everybody on the membership, with role and benefits", async () => {
  const { browserOf, cart } = await household();
  expect(cart.outstanding_balance).toBe("130.00");
  const all = await listOf(browserOf("member"));
  expect(new Map(all.map(({ party_role, holder_name }) => [party_role, holder_name]))).toEqual(
    new Map(roles.map((role) => [role, nameOf(role)])),
  );
  for (const { party_role, benefits, role, own, editable } of all) {
    expect(benefits, party_role).toEqual(benefitsOf(party_role));
    expect(role?.name).toBe(`A ${party_role}`);
    expect([own, editable], party_role).toEqual(party_role === "member" ? [true, false] : [false, true]);
  }
});

test.each(roles.filter((role) => role !== "member" && role !== "child"))(
  "a %s sees only their own card in their account",
  async (role) => {
    const { browserOf } = await household();
    const [own, ...others] = await listOf(browserOf(role));
    expect(others).toEqual([]);
    expect(own).toMatchObject({ own: true, party_role: role, holder_name: nameOf(role), benefits: benefitsOf(role) });
    expect(own?.scan_code).toMatch(/^[0-9A-F]{32}$/);
  },
);

test.each(roles.filter((role) => role !== "member"))("the member can rename a %s", async (role) => {
  const { browserOf } = await household();
  const all = await listOf(browserOf("member"));
  const one = all.find(({ party_role }) => party_role === role);
  const sent = { membership_id: one?.id ?? "", holder_name: "Grace Hopper", holder_email: one?.holder_email ?? null };
  expect((await browserOf("member").call(changeMembership, sent)).status).toBe(200);
  const after = (await listOf(browserOf("member"))).find(({ id }) => id === one?.id);
  expect(after).toMatchObject({ holder_name: "Grace Hopper", party_role: role });
});

test("a renewal keeps everybody's card", async () => {
  const { browserOf, people, order_id, users } = await household();
  const before = await readMemberships(server, order_id);
  for (const { id } of before) await setTermEnd(server, id, daysFromNow(10));
  const lead = before.find(({ party_role }) => party_role === "member");
  const renewed = await buyMembership(
    server,
    shop,
    membershipRequest(levels, levels.family, { people, action: "renew", renews_id: lead?.id ?? "" }),
    { cookie: users.get("member")?.cookie ?? "" },
  );
  const after = await readMemberships(server, renewed.order_id);
  const cardOf = (rows: typeof before) =>
    new Map(rows.map(({ party_role, member_number, scan_code }) => [party_role, [member_number, scan_code]]));
  expect(cardOf(after)).toEqual(cardOf(before));
  expect(await listOf(browserOf("third-card"))).toHaveLength(2);
});

describe("a membership without a member", () => {
  test("a membership without a member is refused", async () => {
    const people = [{ type: 2, name: "Ada Third", email: "third@example.org" }];
    const answer = await new TestBrowser(server, shop).call(createCart, {
      add: [membershipRequest(levels, levels.family, { people })],
    });
    expect(answer.code).toBe("validation_failed:membership");
  });
});
