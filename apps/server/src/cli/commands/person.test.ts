import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createTestMembership, createTestUser, type TestUser } from "../../../test/accounts/members.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { TestVisitor, createLoginShop } from "../../../test/accounts/login.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer, ada, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";
import { checkInvariants } from "../checkInvariants.ts";
import { impersonalTables } from "../person/impersonalTables.ts";
import { catalogueTables, personalTables, staffTables } from "../person/personalData.ts";
import { personCommand } from "./person.ts";

const person = { first_name: "Quillandra", last_name: "Vexworth", email: "q.vexworth@example.org" };
const password = "Lantern-Quay-7";
let server: TestApp;
let printed: string[] = [];
setUpTestApp((opened) => void (server = opened));
beforeEach(() => {
  printed = [];
});

const run = (args: readonly string[], given = "") =>
  personCommand.run(
    args,
    commandContext({ connections: server.connections, lines: printed, readInput: async () => given }),
  );
const exportOf = async (shop: TestShop, email = person.email): Promise<Record<string, Record<string, unknown>[]>> => {
  printed = [];
  expect(await run(["export", shop.slug, email])).toBe(0);
  return JSON.parse(printed.join("\n")) as Record<string, Record<string, unknown>[]>;
};

/** The tables of a seller in which any column holds the person's address or name. */
const tablesWithPerson = async ({ seller_id }: TestShop): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'seller_id'
    order by 1`.execute(server.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} x
      where seller_id = ${seller_id}::uuid and x::text ~* 'quillandra|vexworth'`.execute(server.db);
    if ((rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
};

/** Puts all sessions in the past. */
const endVisits = ({ seller_id }: TestShop) =>
  sql`update event_session set start_datetime = now() - interval '3 hours', end_datetime = now() - interval '1 hour'
    where seller_id = ${seller_id}::uuid`.execute(server.db);

/** A person with an account, an order, abandoned and declined carts, a past membership, a saved card and e-mails. */
const createPerson = async (): Promise<{ shop: TestShop; user: TestUser; buyer: TestBuyer }> => {
  const shop = await createLoginShop(server, "password");
  await recordPrices(server, shop);
  const { seller_id } = shop;
  const user = await createTestUser(server.db, shop, { ...person, password, zip_code: "10001" });
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart, { identity: person })).body.outcome).toBe("completed");
  await sql`update ticket set admit_name = 'Quillandra Vexworth', admit_email = ${person.email}, handler_data = '{"note": "for Quillandra"}'
    where seller_id = ${seller_id}::uuid`.execute(server.db);
  const declined = new TestBuyer(server, shop);
  const declinedCart = await declined.hold(1);
  await declined.savePurchaser(declinedCart, person);
  await declined.pay(declinedCart, cards.declined);
  const idle = new TestBuyer(server, shop);
  const idleCart = await idle.hold(1);
  await idle.savePurchaser(idleCart, { ...person, email: person.email.toUpperCase() });
  await sql`update cart set additional_info = '{"source": "Vexworth"}', campaign = '{"utm_source": "vexworth"}', ended_reason = 'Vexworth is ill'
    where id = ${declinedCart.id}::uuid`.execute(server.db);
  // Another buyer has sent them a ticket.
  const sender = new TestBuyer(server, shop);
  const sent = await sender.hold(1);
  await sender.pay(sent, cards.good);
  const identity = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
  const others = (await sender.checkOut(sent, { identity })).body.ticket_order._data[0];
  const sending_id = newId();
  await sql`insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus)
    values (${seller_id}::uuid, ${sending_id}::uuid, ${others.id}::uuid, 'send', 'guest', 1, 0, 0, 0, 0, 0)`.execute(
    server.db,
  );
  await sql`insert into ticket_sending (seller_id, id, ticket_order_id, email, sender_name, message)
    values (${seller_id}::uuid, ${sending_id}::uuid, ${others.id}::uuid, 'Q.Vexworth@example.org', 'Grace', 'For Quillandra')`.execute(
    server.db,
  );
  await sql`insert into order_change as w (seller_id, id, ticket_order_id, kind, actor, reason, made_by, tickets, value, fee, refund, gift_card, bonus)
    select seller_id, gen_random_uuid(), id, 'names', 'venue', 'Quillandra is ill', 'Grace', 1, 0, 0, 0, 0, 0 from ticket_order
    where seller_id = ${seller_id}::uuid and id <> ${others.id}::uuid returning w.seller_id`.execute(server.db);
  await sql`insert into order_invoice as n (seller_id, ticket_order_id, version, company, tax_id, address)
    select seller_id, id, 1, 'Vexworth & Daughters', 'DE123456789', '1 Vexworth Lane' from ticket_order
    where seller_id = ${seller_id}::uuid and identity_id = ${user.identity_id}::uuid returning n.seller_id`.execute(
    server.db,
  );
  const { rows: passes } = await sql<{
    id: string;
  }>`insert into wallet_pass as p (seller_id, id, wallet, ticket_id, code_hash)
    select t.seller_id, gen_random_uuid(), 'apple', t.id, sha256(convert_to(t.scan_code, 'UTF8')) from ticket t
    where t.seller_id = ${seller_id}::uuid and t.scan_code is not null and t.admit_email = ${person.email}
    returning p.id`.execute(server.db);
  for (const { id } of passes)
    await sql`insert into wallet_registration (seller_id, wallet_pass_id, device_hash, push_token)
      values (${seller_id}::uuid, ${id}::uuid, sha256('vexworth'), 'vexworth')`.execute(server.db);
  const membership = await createTestMembership(server.db, shop, user.identity_id, { fromDays: -400, toDays: -40 });
  await sql`update membership set holder_name = 'Quillandra Vexworth', holder_email = ${person.email}
    where id = ${membership.id}::uuid`.execute(server.db);
  await sql`insert into saved_payment_method (seller_id, id, identity_id, gateway_id, provider_ref, brand, last4)
    values (${seller_id}::uuid, gen_random_uuid(), ${user.identity_id}::uuid, 'test', 'tm_1', 'visa', '4242')`.execute(
    server.db,
  );
  await sql`insert into external_login (seller_id, issuer, subject, identity_id)
    values (${seller_id}::uuid, 'https://id.example', 'vexworth', ${user.identity_id}::uuid)`.execute(server.db);
  await sql`insert into resend_request (seller_id, id, email, memberships_only, next_at, created_at)
    values (${seller_id}::uuid, gen_random_uuid(), ${person.email}, false, now(), now())`.execute(server.db);
  await sql`insert into idempotency_key (seller_id, identity_id, key, request_hash, state, reply, created_at)
    values (${seller_id}::uuid, ${user.identity_id}::uuid, 'sixteen-letters-1', 'x', 'done', ${JSON.stringify(person)}, now())`.execute(
    server.db,
  );
  const visitor = new TestVisitor(server, shop, { from: "203.0.113.9" });
  expect((await visitor.post("/password_reset/request", { email: person.email })).status).toBe(200);
  return { shop, user, buyer };
};

const entriesOf = async ({ seller_id }: TestShop, wanted: string) =>
  (await auditOf(server.db, seller_id)).filter(({ action }) => action === wanted);

describe("foyer person export", () => {
  test("prints every row that names the person, without secrets, and keeps a record", async () => {
    const { shop, user } = await createPerson();
    const exported = await exportOf(shop);
    for (const table of await tablesWithPerson(shop)) expect(exported[table]?.length, table).toBeGreaterThan(0);
    expect(exported.cart).toHaveLength(3);
    expect(exported.ticket_order).toHaveLength(1);
    expect(exported.ticket).toHaveLength(4);
    expect(exported.payment?.map(({ amount, state }) => [amount, state]).toSorted()).toEqual([
      [2000, "failed"],
      [4000, "captured"],
    ]);
    expect(exported.outbox?.map(({ kind }) => kind).toSorted()).toEqual(["order_confirmation", "password_reset"]);
    expect(exported.saved_payment_method).toMatchObject([{ brand: "visa", last4: "4242" }]);
    const text = printed.join("\n");
    for (const secret of ["token_hash", "argon2", "tm_1", "gateway_data", user.cookie.split("=")[1] ?? ""])
      expect(text).not.toContain(secret);
    const [record] = (await exportOf(shop)).person_request ?? [];
    expect(record).toMatchObject({ action: "export", counts: { ticket_order: 1 }, forced: false });
    const byCommand = { actor: "command_line", via: "command_line", entity_kind: "person" };
    const [entry, ...others] = await entriesOf(shop, "person.exported");
    expect(entry).toMatchObject({ ...byCommand, entity_id: record?.id });
    expect(others).toHaveLength(1);
  });

  test("prints no rows of other people or other sellers", async () => {
    const { shop } = await createPerson();
    const other = await createPerson();
    expect((await new TestBuyer(server, shop).buy()).body.outcome).toBe("completed");
    const exported = await exportOf(shop);
    expect(exported.ticket_order).toHaveLength(1);
    const text = printed.join("\n");
    expect(text).not.toContain(ada.email);
    expect(text).not.toContain(other.shop.seller_id);
    const stranger = await exportOf(shop, "nobody@example.org");
    expect(Object.values(stranger).filter((rows) => Array.isArray(rows) && rows.length > 0)).toEqual([]);
  });
});

test("every column of the schema is exported, hidden with a reason, or explained", async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public'
      and (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass not in
        (select d.objid from pg_depend d where d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by 1 order by 1`.execute(server.db);
  const known = [...Object.keys(personalTables), ...catalogueTables, ...staffTables, ...Object.keys(impersonalTables)];
  expect(rows.map(({ table }) => table)).toEqual(known.toSorted());
  for (const { table, columns } of rows) {
    const hidden = (personalTables as Record<string, { hidden?: Record<string, string> }>)[table]?.hidden ?? {};
    expect(columns, table).toEqual(expect.arrayContaining(Object.keys(hidden)));
    const impersonal = impersonalTables[table];
    if (impersonal) expect(columns.toSorted(), table).toEqual(impersonal.columns.toSorted());
  }
});

describe("foyer person erase", () => {
  test("leaves no trace of name and address, ends the login and keeps the books", async () => {
    const { shop, user, buyer } = await createPerson();
    const bob = new TestBuyer(server, shop);
    expect((await bob.buy()).body.outcome).toBe("completed");
    await endVisits(shop);
    const readBooks = async () => [
      await server.db
        .selectFrom("ticket_order")
        .select(["id", "total"])
        .where("seller_id", "=", shop.seller_id)
        .orderBy("id")
        .execute(),
      await server.db
        .selectFrom("payment")
        .select(["id", "amount", "state"])
        .where("seller_id", "=", shop.seller_id)
        .orderBy("id")
        .execute(),
      await server.db
        .selectFrom("payment_audit")
        .selectAll()
        .where("seller_id", "=", shop.seller_id)
        .orderBy("id")
        .execute(),
    ];
    const books = await readBooks();
    expect((await tablesWithPerson(shop)).length).toBeGreaterThan(8);
    expect(await run(["erase", shop.slug, "-"], `${person.email}\n`)).toBe(0);
    expect(await tablesWithPerson(shop)).toEqual([]);
    expect(await readBooks()).toEqual(books);
    expect(printed.join("\n")).toMatch(/carts_deleted\t1\n/);
    const request = /^Erased; request ([0-9a-f-]{36}) is on record\.$/.exec(printed.at(-1) ?? "")?.[1];
    expect(await entriesOf(shop, "person.erased")).toMatchObject([
      { actor: "command_line", entity_kind: "person", entity_id: request, after: { forced: false } },
    ]);
    const login = new TestVisitor(server, shop, { from: "203.0.113.8" });
    expect((await login.post("/login", { username: person.email, password })).status).toBe(401);
    expect((await new TestVisitor(server, shop, { cookie: user.cookie }).get("/user")).status).not.toBe(200);
    expect((await buyer.get("/my/ticket_orders")).status).not.toBe(500);
    const methods = await server.db
      .selectFrom("saved_payment_method")
      .select(["last4", "retired_at"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(methods).toEqual([{ last4: "0000", retired_at: expect.any(String) }]);
    const others = await exportOf(shop, ada.email);
    expect(others.ticket_order).toHaveLength(1);
    expect(others.outbox).toMatchObject([{ to_address: ada.email, message: { subject: expect.any(String) } }]);
    expect(await checkInvariants(server.db)).toEqual([]);
    printed = [];
    expect(await run(["erase", shop.slug, person.email])).toBe(0);
    expect(printed).toEqual(["Nothing is stored about this address."]);
  });

  test("leaves the same person at another seller alone", async () => {
    const one = await createPerson();
    const other = await createPerson();
    const before = await tablesWithPerson(other.shop);
    await endVisits(one.shop);
    expect(await run(["erase", one.shop.slug, person.email])).toBe(0);
    expect(await tablesWithPerson(other.shop)).toEqual(before);
  });

  test("as a dry run prints the counts and changes nothing", async () => {
    const { shop } = await createPerson();
    await endVisits(shop);
    const before = await exportOf(shop);
    printed = [];
    expect(await run(["erase", shop.slug, person.email, "--dry-run"])).toBe(0);
    expect(printed).toContain("ticket\t3");
    expect(printed.at(-1)).toBe("This would be erased. It cannot be undone.");
    const kept = "orders 1, payments 2, tickets 4, check-ins 0";
    expect(printed).toContain(`Kept without a name, for the books and the figures: ${kept}.`);
    expect(await entriesOf(shop, "person.erased")).toEqual([]);
    const { person_request: _, exported_at: __, ...after } = await exportOf(shop);
    expect(before).toMatchObject(after);
  });

  test("foyer person erase is refused for a visit in the future, and forced", async () => {
    const { shop } = await createPerson();
    expect(await run(["erase", shop.slug, person.email])).toBe(1);
    expect(printed[0]).toBe("Nothing was erased, because data of this person is still needed:");
    expect(printed.filter((line) => /^ {2}ticket \S+ is for a visit in the future$/.test(line))).toHaveLength(2);
    expect((await tablesWithPerson(shop)).length).toBeGreaterThan(8);
    expect(await run(["erase", shop.slug, person.email, "--force"])).toBe(0);
    expect(await tablesWithPerson(shop)).toEqual([]);
  });

  test("foyer person erase is refused while a payment is open or a membership is valid", async () => {
    const { shop, user } = await createPerson();
    await endVisits(shop);
    const membership = await createTestMembership(server.db, shop, user.identity_id, { auto_renew: "scheduled" });
    const buyer = new TestBuyer(server, shop);
    await sql`update event_session set start_datetime = now() + interval '1 day', end_datetime = now() + interval '2 days'
      where seller_id = ${shop.seller_id}::uuid`.execute(server.db);
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, person);
    await buyer.pay(cart, cards.clearsLater);
    await endVisits(shop);
    expect(await run(["erase", shop.slug, person.email])).toBe(1);
    expect(printed.slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}a payment of \S+ is still processing$/),
      `  membership ${membership.id} is valid`,
    ]);
    expect(await run(["erase", shop.slug, person.email, "--force"])).toBe(0);
    const [renewal] = await server.db
      .selectFrom("auto_renewal")
      .select("state")
      .where("membership_id", "=", membership.id)
      .execute();
    expect(renewal).toEqual({ state: "cancelled" });
    expect(await tablesWithPerson(shop)).toEqual([]);
  });

  test("foyer person erase is refused while a payment is disputed, until that is decided", async () => {
    const { shop } = await createPerson();
    await endVisits(shop);
    const record = (action: string) =>
      sql`insert into payment_audit as w (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
        select seller_id, gen_random_uuid(), id, ${action}, amount, currency, 'dp_1' from payment
        where seller_id = ${shop.seller_id}::uuid and state = 'captured'
          and amount = 4000 returning w.seller_id`.execute(server.db);
    await record("dispute_opened");
    expect(await run(["erase", shop.slug, person.email, "--dry-run"])).toBe(1);
    expect(printed.slice(1, -1)).toEqual([expect.stringMatching(/^ {2}a dispute of payment \S+ is open$/)]);
    await record("dispute_closed");
    expect(await run(["erase", shop.slug, person.email, "--dry-run"])).toBe(0);
  });

  test("foyer person erase lists the payments that the provider keeps, so that they can be erased there", async () => {
    const { shop } = await createPerson();
    await endVisits(shop);
    expect(await run(["erase", shop.slug, person.email, "--dry-run"])).toBe(0);
    // The test gateway keeps no data.
    expect(printed.join("\n")).not.toContain("dashboard");
    const moveTo = (gateway_id: string, provider_ref: string) =>
      sql<{ provider_ref: string }>`update payment p set gateway_id = ${gateway_id}, provider_ref = ${provider_ref}
        from payment before where p.seller_id = ${shop.seller_id}::uuid and before.seller_id = ${shop.seller_id}::uuid and before.id = p.id
          and p.state = 'captured' and p.amount = 4000 returning before.provider_ref`.execute(server.db);
    const { rows } = await moveTo("stripe", "pi_quay");
    printed = [];
    expect(await run(["erase", shop.slug, person.email, "--dry-run"])).toBe(0);
    expect(printed.join("\n")).toMatch(/Stripe keeps 1 of these payments .*dashboard:\n {2}pi_quay\n/);
    await moveTo("test", rows[0]?.provider_ref ?? "");
  });

  test.each([
    [["forget", "harbor", person.email], /^foyer person export/],
    [["erase", "harbor"], /^foyer person export/],
    [["export", "harbor", person.email, "--force"], /need erase/],
    [["erase", "harbor", "nobody"], /^That is not an e-mail address/],
    [["erase", "no-such-seller", person.email], /^There is no seller 'no-such-seller'/],
  ])("%j is refused with the reason", async (args, reason) => {
    await expect(run(args)).rejects.toThrow(reason);
  });
});
