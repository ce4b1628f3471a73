import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestMembership, createTestUser } from "../../../../test/accounts/members.ts";
import {
  chargedOnce,
  createRenewalShop,
  joinAsMember,
  makeTermDue,
  readRenewal,
  renewalOutcome,
  runRenewalJob,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import { TestVisitor } from "../../../../test/accounts/login.ts";
import { commandContext } from "../../../../test/app/commandContext.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import {
  buyTickets,
  compare,
  createPerson,
  keepOwn,
  prepareMerge,
  rowsNaming,
} from "../../../../test/office/mergedPersons.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { personCommand } from "../../../cli/commands/person.ts";
import { indexOrders } from "../../../modules/orders/search/indexOrders.ts";
import { venueContext } from "../../../../test/orders/venueChanges.ts";
import { mergedColumns } from "./mergedColumns.ts";

let server: TestApp;
let at: RenewalShop;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server, { authentication: "password" });
  manager = await signedIn(server, at.shop, ["manager"]);
});

const password = "Lantern-Quay-7";
const moving = Object.entries(mergedColumns).flatMap(([name, { moves }]) => (moves ? [name] : []));
const merge = async (...args: Parameters<typeof prepareMerge>) => (await prepareMerge(...args))();
const index = async () => {
  const ctx = await venueContext(server, at.shop);
  while ((await indexOrders(ctx)) > 0);
};

test("every column that names an identity is moved, or stays for a reason", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'identity_ids?$'
    union
    select k.conrelid::regclass || '.' || a.attname from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'seller_id'
    where k.contype = 'f' and k.confrelid = 'identity'::regclass order by 1`.execute(server.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(mergedColumns).toSorted());
});

describe("two persons are compared", () => {
  test("side by side, with what belongs to each", async () => {
    const [one, other] = [await createPerson(server, at, { password }), await createPerson(server, at)];
    const { body } = await compare(manager, one.membership_id, other.user.identity_id);
    expect(body).toMatchObject({ problem: null, keepable: ["one"] });
    expect(body.one).toMatchObject({ kind: "account", email: one.user.email, has_password: true });
    expect(body.other).toMatchObject({
      id: other.user.identity_id,
      name: "Ada Lovelace",
      has_password: false,
      counts: { memberships: 1, orders: 2, open_carts: 0, renewals: 1, logins: 1 },
    });
  });

  test("and found by name, address and order, also without a membership", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const one = await createPerson(server, where);
    const other = await createPerson(server, where, { email: "second@example.org" });
    await buyTickets(new TestBuyer(server, where.shop), "guest@example.org");
    await buyTickets(new TestBuyer(server, where.shop), "Guest@example.org");
    const ctx = await venueContext(server, where.shop);
    while ((await indexOrders(ctx)) > 0);
    const find = async (q: string) =>
      (await who.get(`/members/${one.membership_id}/persons?q=${encodeURIComponent(q)}`)).body;
    expect((await find("guest@example.org")).persons).toMatchObject([{ kind: "guest", memberships: 0, orders: 2 }]);
    expect((await find("second@example.org")).persons).toMatchObject([
      { id: other.user.identity_id, kind: "account", memberships: 1, orders: 2 },
    ]);
    const named = (await find("Lovelace")).persons.map(({ id }: { id: string }) => id);
    expect(named).toContain(other.user.identity_id);
    expect(named).not.toContain(one.user.identity_id);
    expect(await find("x")).toEqual({ persons: [], too_short: true });
    // Guest purchases with a member's own address belong to them already.
    await buyTickets(new TestBuyer(server, where.shop), one.user.email);
    while ((await indexOrders(ctx)) > 0);
    expect((await find(one.user.email)).persons).toEqual([]);
  });
});

describe("somebody with an account who has bought nothing is found", () => {
  let membership_id: string;
  beforeAll(async () => {
    ({ membership_id } = await createPerson(server, at));
    for (const [first_name, last_name] of [
      ["Grace", "Lovelace"],
      ["Anna Maria", "van der Berg"],
      ["Grace", "Hopper"],
      ["Łucja", "Nuñez"],
      ["Máire", "O’Brien"],
      ["Anna-Lena", "Müller"],
    ] as const)
      await createTestUser(server.db, at.shop, { first_name, last_name });
    for (const [last_name, phone] of [
      ["National", "(212) 555-0142"],
      ["International", "+12125550143"],
      ["Abroad", "+44 20 7946 0958"],
    ] as const)
      await createTestUser(server.db, at.shop, { first_name: "Tel", last_name, phone });
    const elsewhere = await createRenewalShop(server);
    await createTestUser(server.db, elsewhere.shop, { first_name: "Grace", last_name: "Lovelace" });
  });
  const namesFor = async (q: string): Promise<readonly string[]> =>
    (await manager.get(`/members/${membership_id}/persons?q=${encodeURIComponent(q)}`)).body.persons
      .filter(({ orders }: { orders: number }) => orders === 0)
      .map(({ name }: { name: string }) => name)
      .toSorted();

  test.each([
    ["by first and last name", "Grace Lovelace", ["Grace Lovelace"]],
    ["in any order and case", "LOVELACE grace", ["Grace Lovelace"]],
    ["by the beginning of a name", "hop", ["Grace Hopper"]],
    ["by a first name", "grace", ["Grace Hopper", "Grace Lovelace"]],
    ["by a name of several words", "van der berg", ["Anna Maria van der Berg"]],
    ["only with all words", "Grace Berg", []],
    ["not by a number", "12345", []],
    ["without its accents", "lucja nunez", ["Łucja Nuñez"]],
    ["with accents that it has not", "Gräce Hoppér", ["Grace Hopper"]],
    ["in capitals with accents", "NUÑEZ", ["Łucja Nuñez"]],
    ["without an apostrophe", "obrien", ["Máire O’Brien"]],
    ["with another apostrophe", "maire o'brien", ["Máire O’Brien"]],
    ["with a space for a hyphen", "anna lena muller", ["Anna-Lena Müller"]],
    ["with a hyphen for a space", "Anna-Maria", ["Anna Maria van der Berg"]],
    ["not by signs alone beside a name", "Hopper -", ["Grace Hopper"]],
    ["by a telephone number in another spelling", "212.555.0142", ["Tel National"]],
    ["by a national number with the country's code", "+1 212 555 0142", ["Tel National"]],
    ["by an international number without it", "212 555-0143", ["Tel International"]],
    ["by a number of another country", "0044 20 79460958", ["Tel Abroad"]],
    ["by the beginning of a number", "(212) 555-01", ["Tel International", "Tel National"]],
    ["not by four digits of a number", "2125", []],
  ])("%s: '%s'", async (_, q, names) => expect(await namesFor(q)).toEqual(names));
});

describe("a merge", () => {
  test("moves everything to the person who is kept, and loses nothing", async () => {
    const [one, other] = [await createPerson(server, at, { password }), await createPerson(server, at)];
    await new TestBuyer(server, at.shop, other.user.cookie).hold(1);
    const ids = [one.user.identity_id, other.user.identity_id] as const;
    const before = [await rowsNaming(server, moving, ids[0]), await rowsNaming(server, moving, ids[1])] as const;
    expect(before[1]).toMatchObject({
      "cart.identity_id": 3,
      "ticket_order.identity_id": 2,
      "membership.identity_id": 1,
    });
    const { body } = await merge(manager, one.membership_id, ids[1]);
    expect(body.moved).toMatchObject({ memberships: 1, orders: 2, open_carts: 1, renewals: 1, payment_methods: 0 });
    const sums = Object.fromEntries(moving.map((name) => [name, (before[0][name] ?? 0) + (before[1][name] ?? 0)]));
    expect(await rowsNaming(server, moving, ids[0])).toEqual(
      Object.fromEntries(Object.entries(sums).filter(([, n]) => n > 0)),
    );
    expect(await rowsNaming(server, moving, ids[1])).toEqual({});
    const page = await memberPage(manager, one.membership_id);
    expect(page.terms.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [one.membership_id, other.membership_id].toSorted(),
    );
    expect(page.orders).toHaveLength(4);
  });

  test("is recorded with what it moved from whom, and is in the audit log", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    await merge(manager, one.membership_id, other.user.identity_id);
    const record = await server.db
      .selectFrom("person_merge")
      .selectAll()
      .where("kept_identity_id", "=", one.user.identity_id)
      .executeTakeFirstOrThrow();
    expect(record).toMatchObject({ merged_id: other.user.identity_id, merged_kind: "account" });
    expect(record.moved).toContainEqual({
      column: "membership.identity_id",
      from: other.user.identity_id,
      keys: [other.membership_id],
    });
    expect(record.before).toMatchObject({ [other.user.identity_id]: { email: other.user.email, kind: "user" } });
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(({ action }) => action === "member.merged");
    expect(entries.at(-1)).toMatchObject({ entity_id: one.membership_id, after: { memberships: 1, orders: 2 } });
  });

  test("ends every login of the merged person, and leaves those of the kept one", async () => {
    const [one, other] = [await createPerson(server, at, { password }), await createPerson(server, at)];
    const [kept, merged] = [one, other].map(({ user }) => new TestBuyer(server, at.shop, user.cookie));
    await merge(manager, one.membership_id, other.user.identity_id);
    expect((await kept?.get("/my/identity/saved_payment_method"))?.status).toBe(200);
    expect((await merged?.get("/my/identity/saved_payment_method"))?.status).toBe(401);
    const login = (email: string) => new TestVisitor(server, at.shop).post("/login", { username: email, password });
    expect([(await login(one.user.email)).status, (await login(other.user.email)).status]).toEqual([200, 401]);
  });

  test("takes the chosen values and the chosen address to sign in with", async () => {
    const one = await createPerson(server, at, { password, first_name: "Adah" });
    const other = await createPerson(server, at, { zip_code: "10001" });
    const { status } = await merge(manager, one.membership_id, other.user.identity_id, {
      fields: { ...keepOwn, name: "merged", email: "merged", address: "merged" },
    });
    expect(status).toBe(200);
    const kept = await server.db
      .selectFrom("identity")
      .selectAll()
      .where("id", "=", one.user.identity_id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ first_name: "Ada", email: other.user.email, zip_code: "10001", kind: "user" });
  });

  test("keeps consent and card of an automatic renewal, which is charged once", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const member = await joinAsMember(server, where);
    await makeTermDue(server, member.membership_id);
    const before = await readRenewal(server, member.membership_id);
    const kept = await createTestUser(server.db, where.shop);
    const { id } = await createTestMembership(server.db, where.shop, kept.identity_id);
    expect((await merge(who, id, member.user?.identity_id ?? "")).status).toBe(200);
    expect(await readRenewal(server, member.membership_id)).toEqual({ ...before, identity_id: kept.identity_id });
    await runRenewalJob(server);
    expect(await renewalOutcome(server, { renewalShop: where, member })).toEqual(chargedOnce);
  });

  test("keeps the saved card of a renewal with it", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const member = await joinAsMember(server, where);
    await runRenewalJob(server);
    const kept = await createTestUser(server.db, where.shop);
    const { id } = await createTestMembership(server.db, where.shop, kept.identity_id);
    const { body } = await merge(who, id, member.user?.identity_id ?? "");
    expect(body.moved).toMatchObject({ payment_methods: 1, renewals: 1 });
    const account = new TestBuyer(server, where.shop, kept.cookie);
    const { saved_payment_method: saved } = (await account.get("/my/identity/saved_payment_method")).body;
    expect(saved._data).toMatchObject([{ last4: "4242" }]);
  });

  test("of a guest brings all orders of their address into the account", async () => {
    const one = await createPerson(server, at);
    const email = `${crypto.randomUUID()}@example.org`;
    const ids = [
      await buyTickets(new TestBuyer(server, at.shop), email),
      await buyTickets(new TestBuyer(server, at.shop), email.toUpperCase()),
    ];
    const guest = await guestOf(email);
    expect((await merge(manager, one.membership_id, guest)).body.moved).toMatchObject({ orders: 2, memberships: 0 });
    const orders = await server.db
      .selectFrom("ticket_order")
      .select(["identity_id", "owner_identity_id"])
      .where("id", "in", ids)
      .execute();
    const { identity_id } = one.user;
    expect(orders).toEqual([1, 2].map(() => ({ identity_id, owner_identity_id: identity_id })));
  });

  test("of an account brings what was bought as a guest with its address", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const order_id = await buyTickets(new TestBuyer(server, at.shop), other.user.email);
    expect((await merge(manager, one.membership_id, other.user.identity_id)).body.moved).toMatchObject({ orders: 3 });
    const { identity_id } = one.user;
    expect(await orderOf(order_id)).toEqual({ identity_id, owner_identity_id: identity_id });
  });

  test("of a guest in the middle of buying leaves their cart with them", async () => {
    const one = await createPerson(server, at);
    const email = `${crypto.randomUUID()}@example.org`;
    await buyTickets(new TestBuyer(server, at.shop), email);
    const browser = new TestBuyer(server, at.shop);
    const cart = await browser.hold(1);
    await browser.savePurchaser(cart, { first_name: "Ada", last_name: "Lovelace", email });
    expect((await merge(manager, one.membership_id, await guestOf(email))).body.moved).toMatchObject({ orders: 1 });
    await browser.pay(cart, cards.good);
    expect((await browser.checkOut(cart, {})).body.outcome).toBe("completed");
  });

  test("that takes the other's address keeps what was bought as a guest with the former one", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const order_id = await buyTickets(new TestBuyer(server, at.shop), one.user.email);
    const fields = { ...keepOwn, email: "merged" };
    expect((await merge(manager, one.membership_id, other.user.identity_id, { fields })).status).toBe(200);
    const { identity_id } = one.user;
    expect(await orderOf(order_id)).toEqual({ identity_id, owner_identity_id: identity_id });
  });

  test("of a card that is in no account puts it into the other's", async () => {
    const one = await createPerson(server, at);
    const card = await createTestMembership(server.db, at.shop, null);
    const refused = await merge(manager, card.id, one.user.identity_id, { keep: "one" });
    expect(refusalOf(refused)).toBe("409 not_mergeable");
    expect((await merge(manager, card.id, one.user.identity_id, { keep: "other" })).status).toBe(200);
    const { identity_id } = await server.db
      .selectFrom("membership")
      .select("identity_id")
      .where("id", "=", card.id)
      .executeTakeFirstOrThrow();
    expect(identity_id).toBe(one.user.identity_id);
  });

  test("sent again with its key is done once, and gets the same reply", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const key = { "idempotency-key": crypto.randomUUID() };
    const send = await prepareMerge(manager, one.membership_id, other.user.identity_id);
    const [first, again] = [await send(key), await send(key)];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(refusalOf(await send())).toBe("422 validation_failed");
  });
});

describe("what is refused", () => {
  test("two accounts with passwords, and says what to do instead", async () => {
    const [one, other] = [await createPerson(server, at, { password }), await createPerson(server, at, { password })];
    expect((await compare(manager, one.membership_id, other.user.identity_id)).body).toMatchObject({
      problem: "two_passwords",
      keepable: [],
    });
    const refused = await merge(manager, one.membership_id, other.user.identity_id);
    expect(refusalOf(refused)).toBe("409 not_mergeable");
    expect(refused.body._data[0]).toMatchObject({ _extra: { reason: "two_passwords" } });
    // How staff can resolve it: the card is moved to the account in use.
    const { version } = await memberPage(manager, other.membership_id);
    const moved = await manager.post(`/members/${other.membership_id}/holder`, {
      version,
      holder_name: "Ada Lovelace",
      holder_email: one.user.email,
      is_other_person: false,
      reason: "Same person",
    });
    expect(moved.status).toBe(200);
    expect(await rowsNaming(server, ["membership.identity_id"], one.user.identity_id)).toEqual({
      "membership.identity_id": 2,
    });
  });

  test("keeping the account that nobody can log in to by the password of the other", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at, { password })];
    const refused = await merge(manager, one.membership_id, other.user.identity_id, { keep: "one" });
    expect(refused.body._data[0]).toMatchObject({ _code: "not_mergeable", _extra: { reason: "direction" } });
  });

  test("a person with themselves", async () => {
    const one = await createPerson(server, at);
    expect(refusalOf(await compare(manager, one.membership_id, one.user.identity_id))).toBe("422 validation_failed");
    const sent = { other: one.user.identity_id, keep: "one", version: "x", fields: keepOwn, reason: "x" };
    const refused = await manager.post(`/members/${one.membership_id}/merge`, sent);
    expect(refusalOf(refused)).toBe("422 validation_failed");
  });

  test("somebody of another seller, whose account stays as it is", async () => {
    const where = await createRenewalShop(server);
    const one = await createPerson(server, at);
    const stranger = await createPerson(server, where);
    expect(refusalOf(await compare(manager, one.membership_id, stranger.user.identity_id))).toBe(
      "422 validation_failed",
    );
    const sent = { other: stranger.user.identity_id, keep: "one", version: "x", fields: keepOwn, reason: "x" };
    expect(refusalOf(await manager.post(`/members/${one.membership_id}/merge`, sent))).toBe("422 validation_failed");
    expect(refusalOf(await compare(manager, stranger.membership_id, one.user.identity_id))).toBe("404 not_found");
    expect(await rowsNaming(server, ["membership.identity_id"], stranger.user.identity_id)).toEqual({
      "membership.identity_id": 1,
    });
  });

  test("an address to sign in with that was never verified", async () => {
    const one = await createPerson(server, at);
    const email = `${crypto.randomUUID()}@example.org`;
    await buyTickets(new TestBuyer(server, at.shop), email);
    const fields = { ...keepOwn, email: "merged" };
    const refused = await merge(manager, one.membership_id, await guestOf(email), { fields });
    expect([refusalOf(refused), refused.body._data[0]._extra.fields]).toEqual(["422 validation_failed", ["email"]]);
  });

  test("a comparison that has changed since", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const send = await prepareMerge(manager, one.membership_id, other.user.identity_id);
    await buyTickets(new TestBuyer(server, at.shop, other.user.cookie), other.user.email);
    expect(refusalOf(await send())).toBe("409 stale_version");
    expect(await rowsNaming(server, ["membership.identity_id"], other.user.identity_id)).not.toEqual({});
  });

  test("a person who is paying", async () => {
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const cart = await new TestBuyer(server, at.shop, other.user.cookie).hold(1);
    await server.db
      .updateTable("cart")
      .set({ leased_until: sql<string>`now() + interval '1 minute'` })
      .where("id", "=", cart.id)
      .execute();
    expect(refusalOf(await merge(manager, one.membership_id, other.user.identity_id))).toBe("409 payment_in_progress");
    await server.db.updateTable("cart").set({ leased_until: null }).where("id", "=", cart.id).execute();
  });

  test("anybody without the permission", async () => {
    const clerk = await signedIn(server, at.shop, ["box_office"]);
    const [one, other] = [await createPerson(server, at), await createPerson(server, at)];
    const sent = { other: other.user.identity_id, keep: "one", version: "x", fields: keepOwn, reason: "x" };
    expect(refusalOf(await clerk.post(`/members/${one.membership_id}/merge`, sent))).toBe("403 access_denied");
  });
});

describe("afterwards", () => {
  const run = (args: readonly string[], lines: string[] = []) =>
    personCommand.run(args, commandContext({ connections: server.connections, lines, readInput: async () => "" }));

  test("the person is exported and erased by either address, and nothing names them any more", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const details = { first_name: "Quillandra", last_name: "Vexworth" };
    const one = await createPerson(server, where, { ...details, email: "q.vexworth@example.org" });
    const other = await createPerson(server, where, { ...details, email: "quilla@vexworth.example" });
    const ctx = await venueContext(server, where.shop);
    while ((await indexOrders(ctx)) > 0);
    expect((await merge(who, one.membership_id, other.user.identity_id)).status).toBe(200);
    for (const address of [one.user.email, other.user.email]) {
      const printed: string[] = [];
      expect(await run(["export", where.shop.slug, address], printed)).toBe(0);
      const exported = JSON.parse(printed.join("\n")) as Record<string, unknown[]>;
      expect([exported["ticket_order"]?.length, exported["membership"]?.length]).toEqual([4, 2]);
      expect(printed.join("\n")).toContain(one.user.email);
    }
    expect(await run(["erase", where.shop.slug, one.user.email, "--force"])).toBe(0);
    while ((await indexOrders(ctx)) > 0);
    expect(await tablesNaming(where.shop.seller_id, "quillandra|vexworth")).toEqual([]);
  });

  test("search finds the orders by the name of the person who was kept", async () => {
    const one = await createPerson(server, at, { first_name: "Zenobia" });
    const other = await createPerson(server, at);
    await merge(manager, one.membership_id, other.user.identity_id);
    await index();
    const { body } = await manager.get("/orders?q=Zenobia");
    expect(body.orders).toHaveLength(4);
  });
});

const orderOf = (id: string) =>
  server.db
    .selectFrom("ticket_order")
    .select(["identity_id", "owner_identity_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const guestOf = async (email: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from identity i where i.seller_id = ${at.shop.seller_id}::uuid and i.kind = 'guest'
      and lower(i.email) = lower(${email})
      and exists (select from ticket_order o where o.seller_id = i.seller_id and o.identity_id = i.id)
    order by i.created_at desc limit 1`.execute(server.db);
  return rows[0]?.id ?? "";
};

/** The tables of a seller that contain a pattern. */
const tablesNaming = async (seller_id: string, pattern: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'seller_id'
    order by 1`.execute(server.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} x
      where seller_id = ${seller_id}::uuid and x::text ~* ${pattern}`.execute(server.db);
    if ((rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
};
