import { describe, expect, test } from "vitest";
import {
  changeMembership,
  listMembershipRules,
  myMembership,
  type Membership,
} from "@foyer/contract/shop/membership.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { beginEmptyCart } from "../../../../test/cart/cartShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { limitSession, createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King", email: "william@example.org" },
  { type: 2, name: "Byron King" },
];
/** A member with a family membership. */
const member = async () => {
  const user = await createTestUser(server.db, shop);
  const people = [family[0]!, { ...family[1]!, email: `william-${user.identity_id}@example.org` }, family[2]!];
  const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }), {
    cookie: user.cookie,
  });
  const made = await readMemberships(server, order_id);
  return { user, order_id, made, browser: new TestBrowser(server, shop, user.cookie) };
};
const listOf = async (browser: TestBrowser): Promise<readonly Membership[]> =>
  (await browser.call(myMembership, {})).body.membership._data;
const limitedTo = async (identity_id: string): Promise<TestBrowser> => {
  const browser = new TestBrowser(server, shop);
  await beginEmptyCart(browser, shop);
  await limitSession(server.db, { cookie: browser.cookie ?? "" }, identity_id);
  return browser;
};

describe("reading memberships", () => {
  test("returns full details to a logged-in holder, with the other people's", async () => {
    const { browser, order_id, made } = await member();
    const [own, second, child, ...more] = await listOf(browser);
    const [first] = made;
    expect(more).toEqual([]);
    const last = Temporal.Instant.from(first?.valid_to ?? "").toZonedDateTimeISO(shop.timezone);
    expect(own).toEqual({
      id: first?.id,
      own: true,
      scan_code: first?.scan_code,
      member_number: first?.member_number,
      role_id: levels.role_id,
      role: { id: levels.role_id, name: "Friend", rank: 1, membership_program_id: levels.program_id },
      party_role: "member",
      membership_program_id: levels.program_id,
      membership_program: { id: levels.program_id, name: "Friends", rank: 2 },
      level_name: "Family",
      ticket_group_id: levels.family.id,
      ticket_type_id: levels.family.types[0]?.id,
      event_template_id: levels.event.id,
      ticket_order_id: order_id,
      ticket_id: first?.ticket_id,
      holder_name: "Ada Lovelace",
      holder_email: "ada@example.org",
      valid_from: first?.valid_from,
      valid_to: first?.valid_to,
      last_day: last.subtract({ nanoseconds: 1 }).toPlainDate().toString(),
      renewed_to: first?.valid_to,
      renewable_from: last.toPlainDate().subtract({ days: 31 }).toString(),
      is_valid: true,
      is_expired: false,
      is_renewable: false,
      auto_renew_state: "none",
      auto_renew_trouble: null,
      benefits: { Adult: 1, "*": 2 },
      member_event_purchase_limit: 12,
      physical_card: true,
      editable: false,
    });
    expect([second, child].map((one) => [one?.own, one?.editable, one?.party_role])).toEqual(
      expect.arrayContaining([
        [false, true, "second-card"],
        [false, true, "child"],
      ]),
    );
  });

  test("returns only their own to another person on it", async () => {
    const { made } = await member();
    const second = made.find(({ party_role }) => party_role === "second-card");
    await server.db
      .updateTable("identity")
      .set({ kind: "user" })
      .where("id", "=", second?.identity_id ?? "")
      .execute();
    const { identity_id } = { identity_id: second?.identity_id ?? "" };
    const browser = await limitedTo(identity_id);
    await server.db
      .updateTable("visitor_session")
      .set({ strength: "full", identity_id })
      .where("member_identity_id", "=", identity_id)
      .execute();
    expect((await listOf(browser)).map(({ id, own }) => [id, own])).toEqual([[second?.id, true]]);
  });

  test("returns benefits without personal data in a limited session", async () => {
    const { user } = await member();
    const answer = await (await limitedTo(user.identity_id)).call(myMembership, {});
    const [own, ...more] = answer.body.membership._data;
    expect(more).toEqual([]);
    expect(own).toMatchObject({
      level_name: "Family",
      is_valid: true,
      scan_code: null,
      member_number: null,
      ticket_order_id: null,
      ticket_id: null,
      holder_name: null,
      holder_email: null,
      editable: false,
      benefits: { Adult: 1, "*": 2 },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/Lovelace|King|example\.org/);
  });

  const everything = {
    _embed:
      "role,identity_link,ticket,ticket_order,ticket.ticket_type,ticket.event_template,ticket.ticket_group,role.membership_program",
  };
  test("embeds each referenced row once", async () => {
    const { browser, user, order_id, made } = await member();
    const { membership, ...embedded } = (await browser.call(myMembership, everything)).body;
    expect(membership._data).toHaveLength(3);
    const types = levels.family.types.map(({ id }) => id);
    expect(embedded).toMatchObject({
      role: { _data: [{ id: levels.role_id, name: "Friend", membership_program_id: levels.program_id }] },
      membership_program: { _data: [{ id: levels.program_id, name: "Friends", rank: 2 }] },
      identity_link: {
        _data: [{ membership_id: made[0]?.id, identity_id: user.identity_id, party_role: "member" }],
      },
      ticket_order: { _data: [{ id: order_id, ticket_order_fees: [{ total_after_fees_price: "125.00" }] }] },
      event_template: { _data: [{ id: levels.event.id }] },
      ticket_group: { _data: [{ id: levels.family.id, name: "Family" }] },
    });
    expect(embedded.ticket?._data.map(({ id }) => id).toSorted()).toEqual(made.map((one) => one.ticket_id).toSorted());
    expect(embedded.ticket_type?._data.map(({ id }) => id).toSorted()).toEqual(types.toSorted());
  });
  test("embeds only what is named", async () => {
    const { browser } = await member();
    expect(Object.keys((await browser.call(myMembership, {})).body)).toEqual(["membership"]);
    expect(Object.keys((await browser.call(myMembership, { _embed: "role" })).body)).toEqual(["membership", "role"]);
    expect((await browser.call(myMembership, { _embed: "secrets" } as never)).status).toBe(400);
  });
  test("embeds no order of another buyer, and only the visitor's ticket", async () => {
    const { made, order_id } = await member();
    const second = made.find(({ party_role }) => party_role === "second-card");
    const browser = await limitedTo(second?.identity_id ?? "");
    await server.db
      .updateTable("visitor_session")
      .set({ strength: "full", identity_id: second?.identity_id ?? "" })
      .where("member_identity_id", "=", second?.identity_id ?? "")
      .execute();
    const { body } = await browser.call(myMembership, everything);
    expect(body.ticket_order?._data).toEqual([]);
    expect(body.ticket?._data.map(({ id, ticket_order_id }) => [id, ticket_order_id])).toEqual([
      [second?.ticket_id, order_id],
    ]);
    expect(JSON.stringify(body)).not.toContain("Lovelace");
  });
  test("embeds no personal data in a limited session", async () => {
    const { user } = await member();
    const { body } = await (await limitedTo(user.identity_id)).call(myMembership, everything);
    expect([body.identity_link, body.ticket, body.ticket_order].map((rows) => rows?._data)).toEqual([[], [], []]);
    expect(body.ticket_group?._data).toMatchObject([{ name: "Family" }]);
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|King|example\.org/);
  });
  test("embeds nothing for a guest", async () => {
    const { body } = await new TestBrowser(server, shop).call(myMembership, everything);
    expect(Object.values(body).map((rows) => rows?._data)).toEqual(Array.from({ length: 9 }, () => []));
  });

  test("returns an empty list for a guest", async () => {
    await member();
    const browser = new TestBrowser(server, shop);
    expect(await listOf(browser)).toEqual([]);
    await beginEmptyCart(browser, shop);
    expect(await listOf(browser)).toEqual([]);
  });

  test("returns the benefits at the time of sale, even if the catalogue changes", async () => {
    const other = await createTestShop(server.db);
    const of = await createLevels(server, other);
    const user = await createTestUser(server.db, other);
    await buyMembership(server, other, membershipRequest(of, of.individual), { cookie: user.cookie });
    await server.db
      .updateTable("membership_role")
      .set({ benefits: "{}", member_event_purchase_limit: 0 })
      .where("id", "=", of.role_id)
      .execute();
    await server.db.updateTable("ticket_group").set({ name: "Solo" }).where("id", "=", of.individual.id).execute();
    expect(await listOf(new TestBrowser(server, other, user.cookie))).toMatchObject([
      { level_name: "Individual", benefits: { Adult: 1, "*": 2 }, member_event_purchase_limit: 12 },
    ]);
  });

  test("sorts valid before future before expired", async () => {
    const user = await createTestUser(server.db, shop);
    const buy = async (more: { action?: "renew"; renews_id?: string } = {}) =>
      (
        await readMemberships(
          server,
          (
            await buyMembership(server, shop, membershipRequest(levels, levels.individual, more), {
              cookie: user.cookie,
            })
          ).order_id,
        )
      )[0]!;
    const over = await buy();
    await setTermEnd(server, over.id, daysFromNow(-3));
    const now = await buy();
    await setTermEnd(server, now.id, daysFromNow(3));
    const next = await buy({ action: "renew", renews_id: now.id });
    const list = await listOf(new TestBrowser(server, shop, user.cookie));
    expect(list.map(({ id }) => id)).toEqual([now.id, next.id, over.id]);
    expect(list.map(({ is_valid, is_expired, is_renewable }) => [is_valid, is_expired, is_renewable])).toEqual([
      [true, false, false],
      [false, false, false],
      [false, true, true],
    ]);
    expect(list[0]).toMatchObject({ renewed_to: next.valid_to, renewable_from: null });
  });

  test("leaves out cancelled memberships", async () => {
    const { browser, made } = await member();
    await server.db
      .updateTable("membership")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", made[0]?.ticket_order_id ?? "")
      .execute();
    expect(await listOf(browser)).toEqual([]);
    await server.db
      .updateTable("membership")
      .set({ state: "active" })
      .where("ticket_order_id", "=", made[0]?.ticket_order_id ?? "")
      .execute();
  });
});

describe("changing a card's holder", () => {
  const others = async () => {
    const one = await member();
    const [, second, child] = one.made;
    if (!second || !child) throw new Error("A family is more than one.");
    return { ...one, second, child };
  };
  const cards = (ids: readonly string[]) =>
    server.db.selectFrom("outbox").select(["to_address", "message"]).where("ref_id", "in", ids).execute();

  test("keeps the card if only the name changes", async () => {
    const { browser, second } = await others();
    const answer = await browser.call(changeMembership, {
      membership_id: second.id,
      holder_name: "  Charles   Babbage ",
      holder_email: second.holder_email,
    });
    expect(answer.body.membership._data.find(({ id }) => id === second.id)).toMatchObject({
      holder_name: "Charles Babbage",
      member_number: second.member_number,
      scan_code: second.scan_code,
    });
    expect(await cards([second.id])).toHaveLength(1);
  });

  test("changing a card's holder to another address gives the card a new number, code and account, and sends it", async () => {
    const { browser, second } = await others();
    const email = `charles-${second.id}@example.org`;
    const change = { membership_id: second.id, holder_name: "Charles Babbage", holder_email: email };
    expect((await browser.call(changeMembership, change)).status).toBe(200);
    const [row] = await server.db.selectFrom("membership").selectAll().where("id", "=", second.id).execute();
    expect(row).toMatchObject({ holder_email: email, holder_name: "Charles Babbage" });
    expect(row?.identity_id).not.toBe(second.identity_id);
    expect(row?.member_number).not.toBe(second.member_number);
    expect(row?.scan_code).not.toBe(second.scan_code);
    const emails = await cards([second.id]);
    expect(emails.map(({ to_address }) => to_address).toSorted()).toEqual([second.holder_email, email].toSorted());
  });

  test("applies to later terms, too", async () => {
    const { user, browser, made, second } = await others();
    for (const { id } of made) await setTermEnd(server, id, daysFromNow(2));
    const people = [family[0]!, { ...family[1]!, email: second.holder_email ?? "" }];
    const wanted = membershipRequest(levels, levels.family, { action: "renew", renews_id: made[0]?.id ?? "", people });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    await browser.call(changeMembership, {
      membership_id: second.id,
      holder_name: "Charles Babbage",
      holder_email: second.holder_email,
    });
    expect((await readMemberships(server, order_id)).map(({ holder_name }) => holder_name)).toEqual([
      "Ada Lovelace",
      "Charles Babbage",
    ]);
  });

  test.each([
    ["a missing required name", "second", { holder_name: null, holder_email: null }, "holder_name"],
    ["a single word as the name", "second", { holder_name: "Charles", holder_email: null }, "holder_name"],
    ["an invalid address", "second", { holder_name: "Charles Babbage", holder_email: "nowhere" }, "holder_email"],
  ] as const)("refuses %s", async (_, whom, change, field) => {
    const one = await others();
    const { code, refusal } = await one.browser.call(changeMembership, { membership_id: one[whom].id, ...change });
    expect([code, refusal?._extra]).toEqual([
      "validation_failed:membership",
      expect.objectContaining({ fields: [field] }),
    ]);
  });

  test("follows the rule: no name needed, and no address stored", async () => {
    const { browser, child } = await others();
    const change = { membership_id: child.id, holder_name: null, holder_email: "byron@example.org" };
    const { body } = await browser.call(changeMembership, change);
    expect(body.membership._data.find(({ id }) => id === child.id)).toMatchObject({
      holder_name: null,
      holder_email: null,
    });
  });

  test("changing a card's holder is refused for expired cards and for people who do not hold the membership", async () => {
    const { browser, second, child } = await others();
    const change = { holder_name: "Charles Babbage", holder_email: null };
    const theirs = await limitedTo(second.identity_id ?? "");
    await server.db
      .updateTable("visitor_session")
      .set({ strength: "full", identity_id: second.identity_id ?? "" })
      .where("member_identity_id", "=", second.identity_id ?? "")
      .execute();
    expect((await theirs.call(changeMembership, { membership_id: child.id, ...change })).code).toBe(
      "not_found:membership",
    );
    expect((await theirs.call(changeMembership, { membership_id: second.id, ...change })).code).toBe(
      "access_denied:membership",
    );
    await setTermEnd(server, child.id, daysFromNow(-1));
    expect((await browser.call(changeMembership, { membership_id: child.id, ...change })).code).toBe(
      "access_denied:membership",
    );
  });
});

test("a card's QR code is an image that is not cached", async () => {
  const { user, made } = await member();
  const { headers, status } = await server.get(shop.slug, `/api/membership/${made[0]?.id}/qrcode?margin=2`, {
    headers: { cookie: user.cookie },
  });
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "image/png", "private, no-store"]);
});

test("rules embed their ticket types on request", async () => {
  const ids = levels.family.types.map(({ id }) => id);
  const browser = new TestBrowser(server, shop);
  const named = { "ticket_type.id._in": ids.join(","), _embed: "ticket_type" } as never;
  const { body } = await browser.call(listMembershipRules, named);
  expect(body.membership_rules._data.map(({ party_role, max }) => [party_role, max])).toEqual([
    ["member", 1],
    ["second-card", 1],
    ["child", -1],
  ]);
  expect(body.ticket_type?._data.map(({ name }) => name)).toEqual(["First adult", "Second adult", "Child"]);
});
