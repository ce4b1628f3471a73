import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop, DeskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, withLink } from "../../../test/orders/changedOrders.ts";
import { sendOn } from "../../../test/orders/sentTickets.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { personCommand } from "../commands/person.ts";
import { erasedText } from "./mentions.sql.ts";

const name = { first_name: "Quillandra", last_name: "Vexworth" };
const email = "q.vexworth@example.org";
const friend = "friend@example.org";
let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let order: DeskTestOrder;
setUpTestApp((opened) => void (server = opened));

const run = async (...args: readonly string[]): Promise<string> => {
  const lines: string[] = [];
  const context = commandContext({ connections: server.connections, lines, readInput: async () => "" });
  expect(await personCommand.run(args, context)).toBe(0);
  return lines.join("\n");
};

/** The tables with rows of the seller that name the person. */
const tablesNaming = async (): Promise<readonly string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'seller_id'
    order by 1`.execute(server.db);
  const found: string[] = [];
  for (const { name: table } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} x
      where seller_id = ${shop.seller_id}::uuid and x::text ~* 'quillandra|vexworth'`.execute(server.db);
    if (rows.length > 0) found.push(table);
  }
  return found;
};

/** An order of the person, whose visit is over by the time that they are erased. */
beforeEach(async () => {
  shop = await createDeskShop(server);
  owner = await signedIn(server, shop, ["owner"]);
  order = await buyAtDesk(server, shop);
  const clerk = new DeskClerk(owner, order.number);
  await clerk.look();
  expect(refusalOf(await clerk.post("purchaser", { ...name, email, phone: null }))).toBe("200");
});
const endVisits = () =>
  sql`update event_session set start_datetime = (start_datetime at time zone 'utc' - interval '30 days') at time zone 'utc',
      end_datetime = (end_datetime at time zone 'utc' - interval '30 days') at time zone 'utc'
    where seller_id = ${shop.seller_id}::uuid`.execute(server.db);
const lettersTo = (to_address: string) =>
  server.db
    .selectFrom("outbox")
    .select(["kind", "message"])
    .where("seller_id", "=", shop.seller_id)
    .where("to_address", "=", to_address)
    .execute();

test("the name of an erased person goes from e-mails that others got: about sent tickets and gift cards", async () => {
  const sent = { email: friend, sender_name: "Quillandra Vexworth", message: "From Quillandra" };
  expect(refusalOf(await sendOn(withLink(server, shop), order, order.tickets.slice(0, 1), sent))).toBe("200");
  const issued = { quantity: 1, amount: "30.00", reason: "Raffle", name: "Quillandra Vexworth", email };
  const card = (await owner.post("/gift_cards", issued)).body;
  expect(refusalOf(await owner.post(`/gift_cards/${card.gift_card_id}/resend`, { to: friend }))).toBe("200");
  const letters = await lettersTo(friend);
  expect(letters.map(({ kind }) => kind).toSorted()).toEqual(["gift_card", "tickets_sent"]);
  for (const { message } of letters) expect(JSON.stringify(message)).toContain("Quillandra");
  await endVisits();
  await run("erase", shop.slug, email);
  expect(await tablesNaming()).toEqual([]);
  expect(await lettersTo(friend)).toEqual([]);
});

test("what staff wrote in the e-mail of a change goes with the person", async () => {
  const offer = { reason: "Ill", made_by: "Grace", paid_by: "gift_card", due: 500 };
  const written = { ...offer, email: { is_sent: true, sentence: "Dear Mrs Vexworth, see you soon." } };
  await sql`update cart set change_offer = ${JSON.stringify(written)}::jsonb where id = ${order.cart_id}::uuid`.execute(
    server.db,
  );
  await endVisits();
  await run("erase", shop.slug, email);
  const { change_offer } = await server.db
    .selectFrom("cart")
    .select("change_offer")
    .where("id", "=", order.cart_id)
    .executeTakeFirstOrThrow();
  expect(change_offer).toEqual({ ...offer, reason: null, email: { is_sent: true } });
});

test("places that staff keep for a person stay kept, without the name, in the session and in the audit log", async () => {
  const { key } = await server.db
    .selectFrom("event_template")
    .select("key")
    .where("id", "=", shop.event.id)
    .executeTakeFirstOrThrow();
  const path = `/catalogue/events/${key}/sessions/${shop.session.id}/house`;
  const keep = (named: object) => owner.post(path, { kind: "kept", places: 1, reason: "Opening night", ...named });
  const kept = await keep({ name: "Quillandra Vexworth and her family" });
  expect(refusalOf(kept)).toBe("200");
  expect(refusalOf(await keep({ name: "The Vexworth Street choir" }))).toBe("200");
  expect(refusalOf(await owner.post(`${path}/${kept.body.id}/free`, { places: 0 }))).not.toBe("500");
  expect(JSON.parse(await run("export", shop.slug, email))).toMatchObject({
    house_hold: [{ name: "Quillandra Vexworth and her family", places: 1 }],
  });
  await endVisits();
  await run("erase", shop.slug, email);
  const holds = await server.db
    .selectFrom("house_hold")
    .select(["name", "reason", "places"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at")
    .execute();
  expect(holds).toEqual([
    { name: erasedText, reason: erasedText, places: 1 },
    { name: "The Vexworth Street choir", reason: "Opening night", places: 1 },
  ]);
  const entries = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "session.places_kept");
  expect(entries.map(({ after }) => after)).toMatchObject([
    { name: erasedText, kind: "kept", places: 1 },
    { name: "The Vexworth Street choir" },
  ]);
});

test("a saved view that is named after a person stays, without the name, in the list and in the audit log", async () => {
  const keep = (name: string) =>
    owner.post("/saved_views", { screen: "orders", name, filters: { state: "valid" }, is_shared: true });
  expect(refusalOf(await keep("School of Quillandra Vexworth"))).toBe("200");
  expect(refusalOf(await keep("Vexworth Street"))).toBe("200");
  expect(JSON.parse(await run("export", shop.slug, email))).toMatchObject({
    saved_view: [{ name: "School of Quillandra Vexworth", screen: "orders" }],
  });
  await endVisits();
  await run("erase", shop.slug, email);
  const { views } = (await owner.get("/saved_views?screen=orders")).body;
  expect(views).toMatchObject([
    { name: erasedText, filters: { state: "valid" }, is_shared: true },
    { name: "Vexworth Street" },
  ]);
  const entries = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "view.saved");
  expect(entries.map(({ after }) => after)).toMatchObject([{ name: erasedText }, { name: "Vexworth Street" }]);
});
