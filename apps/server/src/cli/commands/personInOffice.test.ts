import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop, DeskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createCodes, createDiscount } from "../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices } from "../../../test/shop/testBuyer.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { indexOrders } from "../../modules/orders/search/indexOrders.ts";
import { erasedText } from "../person/mentions.sql.ts";
import { personCommand } from "./person.ts";

const email = "q.vexworth@example.org";
const former = "old.vexworth@example.org";
const name = { first_name: "Quillandra", last_name: "Vexworth" };
let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let clerk: DeskClerk;
let order: DeskTestOrder;
let other: DeskTestOrder;
setUpTestApp((opened) => void (server = opened));

const run = (...args: readonly string[]) => {
  const lines: string[] = [];
  return personCommand
    .run(args, commandContext({ connections: server.connections, lines, readInput: async () => "" }))
    .then((code) => ({ code, text: lines.join("\n") }));
};
const ok = async (reply: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> => {
  const { status, body } = await reply;
  expect([status, body]).toEqual([200, body]);
};

/** Indexes orders, as the job does every second. */
const writeWords = async (): Promise<void> => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is no seller.");
  while ((await indexOrders({ db: server.connections.forSeller(shop.seller_id), seller })) > 0);
};

/** The seller's rows that mention the person, as 'table: row'. */
const dumpOf = async ({ seller_id }: TestShop): Promise<readonly string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'seller_id'
    order by 1`.execute(server.db);
  const found: string[] = [];
  for (const { name: table } of tables) {
    const { rows } = await sql<{ row: string }>`
      select x::text as row from ${sql.table(table)} x
      where seller_id = ${seller_id}::uuid and x::text ~* 'quillandra|vexworth'`.execute(server.db);
    found.push(...rows.map(({ row }) => `${table}: ${row}`));
  }
  return found;
};

/** The number of rows of a table whose text was erased with the person. */
const erasedIn = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} x
    where seller_id = ${shop.seller_id}::uuid and x.reason = ${erasedText}`.execute(server.db);
  return rows[0]?.n ?? 0;
};

/**
 * Writes texts about the person in rows about others or about nobody: bulk jobs, tills, codes, sessions, notes, saved
 * lists.
 */
const writeTexts = async (gift_card_id: string, otherNumber: number): Promise<void> => {
  const { version } = (await owner.get(`/gift_cards/${gift_card_id}`)).body;
  await ok(
    owner.post(`/gift_cards/${gift_card_id}/adjust`, { version, amount: "5.00", reason: "Vexworth complained" }),
  );
  const request = {
    action: "write",
    session_ids: [],
    subject: "Dear Mrs Vexworth",
    message: "Dear Mrs Vexworth,\nwe are sorry.",
  };
  await ok(startBulk(owner, { ...request, order_numbers: [order.number] }, { reason: "Vexworth's letter" }));
  await runBulk(server);
  await ok(owner.post("/till/open", { float: "100.00" }));
  await ok(owner.post("/till/moves", { kind: "out", amount: "30.00", reason: "Taxi for Vexworth, Quillandra" }));
  await ok(owner.post(`/orders/${otherNumber}/notes`, { text: `Asked by ${email}`, is_pinned: false }));
  const { staff_id } = await server.db
    .selectFrom("audit_entry")
    .select("staff_id")
    .where("seller_id", "=", shop.seller_id)
    .where("staff_id", "is not", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  await server.runAsOwner(`set app.seller = '*';
    update event_session set note = 'Quillandra  Vexworth''s party' where seller_id = '${shop.seller_id}';
    insert into till (seller_id, id, staff_id, state, currency, float_amount, counts, counted, expected, reason, closed_at, closed_day, number)
      values ('${shop.seller_id}', gen_random_uuid(), '${staff_id}', 'closed', 'USD', 0, '[]', 0, 0, 'Quillandra Vexworth got too much', now(), current_date, 1);
    insert into till_counter (seller_id, last_number) values ('${shop.seller_id}', 1);
    insert into operator_permit (seller_id, id, allowed_by, reason, ends_at)
      values ('${shop.seller_id}', gen_random_uuid(), '${staff_id}', 'The order of ${email}', app_now() + interval '1 hour');
    insert into code_batch (seller_id, id, staff_id, code_group_id, prefix, length, quantity, max_uses, reason)
      select '${shop.seller_id}', gen_random_uuid(), '${staff_id}', id, 'FRIEND', 6, 1, 1, 'For Quillandra Vexworth' from code_group
        where seller_id = '${shop.seller_id}' limit 1;`);
};

/** A person whom staff have mentioned everywhere they can: orders, notes, gift cards, e-mails, given-away tickets. */
beforeEach(async () => {
  shop = await createDeskShop(server);
  await sql`update seller set configuration = configuration || '{"ledger_id": "cards"}' where id = ${shop.seller_id}::uuid`.execute(
    server.db,
  );
  const codes = await createCodes(server.db, shop, { SUMMER: {} });
  await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [codes.id] });
  await recordPrices(server, shop);
  owner = await signedIn(server, shop, ["owner"]);
  order = await buyAtDesk(server, shop);
  clerk = new DeskClerk(owner, order.number);
  for (const address of [former, email]) {
    await clerk.look();
    await ok(clerk.post("purchaser", { ...name, email: address, phone: null }));
  }
  await clerk.look();
  await sql`update ticket set admit_name = 'Quillandra Vexworth', admit_email = ${email}
    where seller_id = ${shop.seller_id}::uuid and ticket_order_id = ${order.id}::uuid`.execute(server.db);
  await ok(owner.post(`/orders/${order.number}/notes`, { text: "Mrs Vexworth rang", is_pinned: true }));
  other = await buyAtDesk(server, shop);
  await ok(owner.post(`/orders/${other.number}/resend`, { to: email }));
  const card = await owner.post("/gift_cards", {
    quantity: 1,
    amount: "30.00",
    reason: "Raffle won by Mrs Vexworth",
    name: "Quillandra",
    email,
  });
  await ok(Promise.resolve(card));
  await ok(owner.post(`/gift_cards/${card.body.gift_card_id}/resend`, { to: former }));
  const { version } = (await owner.get(`/gift_cards/${card.body.gift_card_id}`)).body;
  await ok(
    owner.post(`/gift_cards/${card.body.gift_card_id}/replace`, { version, reason: "Mrs Vexworth lost it", to: email }),
  );
  await ok(
    owner.post("/comp_orders", {
      event_template_id: shop.event.id,
      event_session_id: shop.session.id,
      tickets: [{ ticket_type_id: shop.type.id, quantity: 1 }],
      ...name,
      email,
      reason: "For the school of Mrs Vexworth",
    }),
  );
  await writeTexts(card.body.gift_card_id, other.number);
  await sql`update outbox set state = 'dead' where seller_id = ${shop.seller_id}::uuid and to_address = ${email} and kind = 'order_confirmation'`.execute(
    server.db,
  );
  const [dead] = await server.db
    .selectFrom("outbox")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("state", "=", "dead")
    .execute();
  await ok(owner.post(`/money/emails/${dead?.id}/send`, { to: email }));
  await writeWords();
  await sql`update event_session set start_datetime = (start_datetime at time zone 'utc' - interval '30 days') at time zone 'utc',
      end_datetime = (end_datetime at time zone 'utc' - interval '30 days') at time zone 'utc'
    where seller_id = ${shop.seller_id}::uuid`.execute(server.db);
});

test("a person whom staff have mentioned everywhere is exported with every row that names them", async () => {
  const { code, text } = await run("export", shop.slug, email);
  expect(code).toBe(0);
  const exported = JSON.parse(text) as Record<string, unknown[]>;
  const tables = new Set((await dumpOf(shop)).map((row) => row.split(":")[0] ?? ""));
  expect(tables.size).toBeGreaterThan(6);
  // Stored replies to staff, kept for a day: copies of what is exported. They are erased.
  tables.delete("idempotency_key");
  for (const table of tables) expect(exported[table]?.length ?? 0, table).toBeGreaterThan(0);
});

test("an erased person leaves nothing behind, not even a former address; the audit log says what was done", async () => {
  const actions = (await auditOf(server.db, shop.seller_id)).map(({ action }) => action).toSorted();
  for (const address of [email, former]) expect((await run("erase", shop.slug, address)).code).toBe(0);
  await writeWords();
  expect(await dumpOf(shop)).toEqual([]);
  expect((await auditOf(server.db, shop.seller_id)).map(({ action }) => action).toSorted()).toEqual(
    [...actions, "person.erased", "person.erased"].toSorted(),
  );
  // Rows about earlier actions stay, with who acted and when; their text says that it was erased.
  for (const table of [
    "audit_entry",
    "bulk_job",
    "gift_card_act",
    "gift_card_batch",
    "till",
    "till_entry",
    "code_batch",
  ])
    expect(await erasedIn(table), table).toBeGreaterThan(0);
});

test("texts that staff wrote about others stay, even with the same last name", async () => {
  await ok(owner.post(`/orders/${other.number}/notes`, { text: "Vexworth Street is closed", is_pinned: true }));
  expect((await run("erase", shop.slug, email)).code).toBe(0);
  const kept = await dumpOf(shop);
  expect(kept.filter((row) => row.startsWith("order_note")).join()).toContain("Vexworth Street is closed");
});

test("a person is not erased while a bulk job has to work on their order, and its words are kept for it", async () => {
  const request = { action: "write", session_ids: [], subject: "Hello", message: "Quillandra Vexworth, hello" };
  await ok(startBulk(owner, { ...request, order_numbers: [order.number] }, { reason: "Late" }));
  const refused = await run("erase", shop.slug, email);
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(`work on order ${order.number}`)]);
  await runBulk(server);
  expect((await run("erase", shop.slug, email)).code).toBe(0);
});

test("a person who only received a gift card is found and erased", async () => {
  const address = "only.vexworth@example.org";
  await ok(
    owner.post("/gift_cards", {
      quantity: 1,
      amount: "5.00",
      reason: "Raffle",
      name: "Quillandra Only",
      email: address,
    }),
  );
  expect((await run("erase", shop.slug, address)).code).toBe(0);
  expect((await dumpOf(shop)).filter((row) => row.includes("only.") || row.includes("Quillandra Only"))).toEqual([]);
});
