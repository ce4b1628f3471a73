import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";
import { writeEntry } from "../../modules/audit/audit.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createDeskShop(server);
});
afterAll(() => server.close());

type Kind = "email" | "counter_sale" | "webhook" | "code_group";
/** What the audit log of the shop says about a thing: on whose screen it is shown. */
const shownBy = async (kind: Kind, id: string) => {
  const owner = await signedIn(server, shop, ["owner"]);
  const db = server.connections.forSeller(shop.seller_id);
  const scope = { db, seller: { id: shop.seller_id }, staff_id: null, roles: [], requestId: null };
  await writeEntry({ ...scope, actor: "job", via: "job" }, { action: "email.sent_again", entity: { kind, id } });
  const { entries } = (await owner.get(`/audit?entity_kind=${kind}&entity_id=${id}`)).body;
  return entries[0].shown_by;
};
const insertEmail = async (ref_id: string, seller_id = shop.seller_id): Promise<string> => {
  const id = newId();
  const message = JSON.stringify({ subject: "A letter", text: "", html: "" });
  const email = { seller_id, id, kind: "order_confirmation", ref_id, occasion: id, to_address: "a@b.example", message };
  await server.db.insertInto("outbox").values(email).execute();
  return id;
};

test("an e-mail is shown by the order, the cart's order or the payment that it is about, and by none if there is none", async () => {
  const { id, number } = await buyAtDesk(server, shop, 1);
  const order = { kind: "order", id: String(number) };
  expect(await shownBy("email", await insertEmail(id))).toEqual(order);
  const { cart_id } = await server.db
    .selectFrom("ticket_order")
    .select("cart_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await shownBy("email", await insertEmail(cart_id))).toEqual(order);
  const payment = await server.db
    .selectFrom("payment")
    .select("id")
    .where("ticket_order_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await shownBy("email", await insertEmail(payment.id))).toEqual({ kind: "payment", id: payment.id });
  expect(await shownBy("email", await insertEmail(newId()))).toBeNull();
});

test("an e-mail about another seller's order leads nowhere, and so does another seller's e-mail", async () => {
  const other = await createDeskShop(server);
  const theirs = await buyAtDesk(server, other, 1);
  expect(await shownBy("email", await insertEmail(theirs.id))).toBeNull();
  const { id } = await buyAtDesk(server, shop, 1);
  expect(await shownBy("email", await insertEmail(id, other.seller_id))).toBeNull();
});

test("a sale at the counter is shown by the order that its link paid, once there is one", async () => {
  const sale_id = newId();
  expect(await shownBy("counter_sale", sale_id)).toBeNull();
  const { id, number } = await buyAtDesk(server, shop, 1);
  const { cart_id } = await server.db
    .selectFrom("ticket_order")
    .select("cart_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await sql`update cart set counter_link_id = ${sale_id} where seller_id = ${shop.seller_id} and id = ${cart_id}`.execute(
    server.db,
  );
  expect(await shownBy("counter_sale", sale_id)).toEqual({ kind: "order", id: String(number) });
});

test("a webhook and a group of codes have a screen of their own", async () => {
  expect([await shownBy("webhook", "evt_1"), await shownBy("code_group", "several")]).toEqual([null, null]);
});
