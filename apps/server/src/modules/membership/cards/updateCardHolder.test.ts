import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeMembership, myMembership } from "@foyer/contract/shop/membership.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  holdMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ renewal: { allowed_period: 30 } }) },
  });
  levels = await createLevels(server, shop);
});

/** Two adults with accounts of their own on a membership that ends soon; the first one bought it. */
const couple = async () => {
  const [ada, william] = [
    await createTestUser(server.db, shop),
    await createTestUser(server.db, shop, { first_name: "William" }),
  ];
  const people = [
    { type: 0, name: "Ada Lovelace", email: ada.email },
    { type: 1, name: "William King", email: william.email },
  ];
  const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }), {
    cookie: ada.cookie,
  });
  const [first, second] = await readMemberships(server, order_id);
  if (!first || !second) throw new Error("There are two cards.");
  for (const { id } of [first, second]) await setTermEnd(server, id, daysFromNow(5));
  /** Transfers the second card. */
  const give = async (email: string) => {
    const response = await new TestBrowser(server, shop, ada.cookie).call(changeMembership, {
      membership_id: second.id,
      holder_name: "Charles Babbage",
      holder_email: email,
    });
    expect(response.status).toBe(200);
    return (await readMemberships(server, order_id)).find(({ id }) => id === second.id);
  };
  const renewal = membershipRequest(levels, levels.individual, {
    action: "renew",
    renews_id: second.id,
    people: [{ type: 0, name: "William King", email: william.email }],
  });
  return { ada, william, first, second, give, renewal };
};
const newAddress = () => `charles-${newId()}@example.org`;

describe("transferring a card", () => {
  test("leaves its previous owner a term that they bought themselves", async () => {
    const { william, second, give, renewal } = await couple();
    const { order_id } = await buyMembership(server, shop, renewal, { cookie: william.cookie });
    const [bought] = await readMemberships(server, order_id);
    expect(bought).toMatchObject({ identity_id: william.identity_id, renews_id: second.id });
    await give(newAddress());
    const [still] = await readMemberships(server, order_id);
    expect(still).toEqual(bought);
    const { body } = await new TestBrowser(server, shop, william.cookie).call(myMembership, {});
    expect(body.membership._data).toMatchObject([{ id: bought?.id, own: true, holder_email: william.email }]);
  });

  test("while its previous owner pays for the next term starts a new membership for them", async () => {
    const { william, give, renewal } = await couple();
    const { buyer, cart } = await holdMembership(server, shop, renewal, william.cookie);
    const given = await give(newAddress());
    await buyer.pay(cart, cards.good);
    const [bought] = await readMemberships(server, (await buyer.checkOut(cart)).body.ticket_order._data[0].id);
    expect(bought).toMatchObject({ identity_id: william.identity_id, renews_id: null });
    expect(bought?.member_number).not.toBe(given?.member_number);
    expect(bought?.scan_code).not.toBe(given?.scan_code);
  });
});

test("a transferred card's former codes admit nobody", async () => {
  const { second, give } = await couple();
  const codesOf = async () =>
    server.db
      .selectFrom("membership as m")
      .innerJoin("ticket as t", (join) =>
        join.onRef("t.seller_id", "=", "m.seller_id").onRef("t.id", "=", "m.ticket_id"),
      )
      .select(["m.member_number", "m.scan_code as card", "t.scan_code as ticket", "t.code_number"])
      .where("m.seller_id", "=", shop.seller_id)
      .where("m.id", "=", second.id)
      .executeTakeFirstOrThrow();
  const before = await codesOf();
  await give(newAddress());
  const after = await codesOf();
  expect([after.member_number, after.card, after.ticket]).not.toContain(before.ticket);
  expect(after.code_number).toBe(before.code_number + 1);
  const replaced = await server.db
    .selectFrom("replaced_code")
    .select("code_hash")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const hashes = new Set(replaced.map(({ code_hash }) => code_hash.toString("hex")));
  const hashOf = (code: string | null) =>
    createHash("sha256")
      .update(code ?? "")
      .digest("hex");
  for (const code of [before.member_number, before.card, before.ticket]) expect(hashes).toContain(hashOf(code));
  for (const code of [after.member_number, after.card, after.ticket]) expect(hashes).not.toContain(hashOf(code));
});

test("transfers are limited, so that nobody can flood mailboxes", async () => {
  const { ada, second } = await couple();
  const browser = new TestBrowser(server, shop, ada.cookie);
  const statuses: number[] = [];
  for (let time = 0; time < 12; time++) {
    const change = { membership_id: second.id, holder_name: "Charles Babbage", holder_email: newAddress() };
    statuses.push((await browser.call(changeMembership, change)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  // Another name for the same address sends no e-mail.
  const [now] = await server.db.selectFrom("membership").selectAll().where("id", "=", second.id).execute();
  const renamed = { membership_id: second.id, holder_name: "Charles B Babbage", holder_email: now?.holder_email ?? "" };
  expect((await browser.call(changeMembership, renamed)).status).toBe(200);
});

test("a holder cannot transfer another holder's card", async () => {
  const own = await createTestShop(server.db);
  const of = await createLevels(server, own);
  const [first] = of.family.types;
  await server.db
    .updateTable("membership_rule")
    .set({ max: 2 })
    .where("ticket_type_id", "=", first?.id ?? "")
    .execute();
  const [ada, grace] = [
    await createTestUser(server.db, own),
    await createTestUser(server.db, own, { first_name: "Grace" }),
  ];
  const people = [
    { type: 0, name: "Ada Lovelace", email: ada.email },
    { type: 0, name: "Grace Hopper", email: grace.email },
    { type: 1, name: "William King" },
  ];
  const { order_id } = await buyMembership(server, own, membershipRequest(of, of.family, { people }), {
    cookie: ada.cookie,
  });
  const made = await readMemberships(server, order_id);
  const hers = made.find(({ identity_id }) => identity_id === ada.identity_id);
  expect(hers).toMatchObject({ party_role: "member" });
  const browser = new TestBrowser(server, own, grace.cookie);
  const change = { membership_id: hers?.id ?? "", holder_name: "Grace Hopper", holder_email: newAddress() };
  expect((await browser.call(changeMembership, change)).code).toBe("access_denied:membership");
  const { body } = await browser.call(myMembership, {});
  expect(body.membership._data.map(({ holder_name, editable }) => [holder_name, editable]).toSorted()).toEqual([
    ["Ada Lovelace", false],
    ["Grace Hopper", false],
    ["William King", true],
  ]);
});
