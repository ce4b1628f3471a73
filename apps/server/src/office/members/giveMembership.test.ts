import { beforeAll, expect, test } from "vitest";
import { readMemberships } from "../../../test/accounts/membershipLevels.ts";
import { createRenewalShop, readEmails, readRenewal, type RenewalShop } from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { memberPage } from "../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server, { comp_limits: { day: 4 } });
  clerk = await signedIn(server, at.shop, ["box_office"]);
});

const holder = { first_name: "Katherine", last_name: "Johnson", email: "kj@example.org", reason: "Volunteer" };
const give = (level: { readonly id: string }, more: object = {}, who = clerk) =>
  who.post("/members", { level: level.id, others: [], ...holder, ...more });

test("a membership is given away with its cards, no money and no renewal, and the reason is in the audit log", async () => {
  const { family } = at.levels;
  const [, second, child] = family.types;
  const others = [
    { ticket_type_id: second?.id, name: "Mary Jackson", email: "mj@example.org" },
    { ticket_type_id: child?.id, name: "Dorothy Vaughan" },
  ];
  const given = await give(family, { others });
  expect(refusalOf(given)).toBe("200");
  const { membership_id, order_number } = given.body;
  const page = await memberPage(clerk, membership_id);
  expect(page).toMatchObject({
    name: "Katherine Johnson",
    email: "kj@example.org",
    terms: [{ is_given: true, state: "active", level: "Family", order_number, renewal: null }],
    orders: [{ order_number, total: "0" }],
  });
  expect(page.terms[0].party.map(({ name }: { name: string }) => name)).toEqual([
    "Katherine Johnson",
    "Mary Jackson",
    "Dorothy Vaughan",
  ]);
  expect(await readRenewal(server, membership_id)).toBeUndefined();
  const sent = (await readEmails(server, at.shop)).filter(({ kind }) => kind === "membership_card");
  expect(sent.map(({ to_address }) => to_address).toSorted()).toEqual(["kj@example.org", "mj@example.org"]);
  const entries = (await auditOf(server.db, at.shop.seller_id)).filter(({ action }) => action.endsWith("given"));
  expect(entries).toMatchObject([{ entity_id: membership_id, after: { level: "Family", people: 3 } }]);
  const comp = await server.db
    .selectFrom("comp_order")
    .select(["reason", "tickets", "worth"])
    .where("seller_id", "=", at.shop.seller_id)
    .execute();
  expect(comp).toEqual([{ reason: "Volunteer", tickets: 3, worth: 12_500 }]);
});

test("an address that no mail server accepts is refused at its field, and nothing is made", async () => {
  const wrong = "a..b@example.org";
  const others = [{ ticket_type_id: at.levels.family.types[1]?.id, name: "Mary Jackson", email: wrong }];
  for (const [level, more, field] of [
    [at.levels.individual, { email: wrong }, "email"],
    [at.levels.family, { others }, "others.0.email"],
  ] as const) {
    const refused = await give(level, more);
    expect([refusalOf(refused), refused.body._data[0]._extra.fields]).toEqual(["422 validation_failed", [field]]);
  }
});

test("the reply and the audit log name the card of the holder, whatever their name and whoever else has it", async () => {
  const where = await createRenewalShop(server);
  const who = await signedIn(server, where.shop, ["manager"]);
  const { family } = where.levels;
  const [, second, child] = family.types;
  for (const [first_name, last_name] of [
    ["Anna  Maria", "Johnson"],
    ["Zoe\u0308", "Johnson"],
    ["Mary", "Johnson"],
  ] as const) {
    const others = [
      { ticket_type_id: second?.id, name: "Mary Johnson", email: "mj@example.org" },
      { ticket_type_id: child?.id, name: "Mary Johnson" },
    ];
    const { body } = await give(family, { first_name, last_name, others }, who);
    const { terms } = await memberPage(who, body.membership_id);
    expect(terms[0].type).toBe("First adult");
    const { entity_id } = (await auditOf(server.db, where.shop.seller_id)).findLast(
      ({ action }) => action === "member.given",
    ) ?? { entity_id: "" };
    expect(entity_id).toBe(body.membership_id);
  }
});

test("a party that the level does not allow, an unknown level and another seller's are refused, and nothing is made", async () => {
  const { family, individual } = at.levels;
  const other = await createRenewalShop(server);
  const [, , child] = family.types;
  const before = (await clerk.get("/members")).body.members.length;
  expect(refusalOf(await give(family))).toBe("422 min_tickets_per_order_not_met");
  expect(refusalOf(await give(individual, { others: [{ ticket_type_id: child?.id, name: "Kim" }] }))).toBe(
    "422 ticket_type_not_available",
  );
  expect(refusalOf(await give(other.levels.individual))).toBe("422 ticket_type_not_available");
  expect((await clerk.get("/members")).body.members).toHaveLength(before);
});

test("somebody without order.override gives away no more on one day than the seller allows", async () => {
  const shop = await createRenewalShop(server, { comp_limits: { day: 1 } });
  const who = await signedIn(server, shop.shop, ["box_office"]);
  expect(refusalOf(await give(shop.levels.individual, {}, who))).toBe("200");
  const second = await give(shop.levels.individual, { email: "other@example.org" }, who);
  expect(refusalOf(second)).toBe("403 comp_limit");
  const manager = await signedIn(server, shop.shop, ["manager"]);
  const third = await give(shop.levels.individual, { email: "third@example.org" }, manager);
  expect(refusalOf(third)).toBe("200");
  const order = await server.db
    .selectFrom("membership")
    .select("ticket_order_id")
    .where("id", "=", third.body.membership_id)
    .executeTakeFirstOrThrow();
  expect(await readMemberships(server, order.ticket_order_id)).toHaveLength(1);
});
