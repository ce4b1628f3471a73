import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { orderOf } from "../../../test/orders/changedOrders.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { requireRoom, rowLimits } from "./requireRoom.ts";
import type { LimitedRows } from "./rowsMade.sql.ts";

let server: TestApp;
let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  owner = await signedIn(server, shop, ["owner"]);
});
afterAll(() => server.close());

const { most } = rowLimits.invitations;
const fill = (statement: string) => server.runAsOwner(`set app.seller = '*'; ${statement}; reset app.seller`);
const someStaff = "(select id from staff limit 1)";

test("somebody is invited while fewer invitations are open than the limit; those that are over do not count", async () => {
  await fill(`insert into staff_invitation (id, invited_to, email, roles, token_hash, expires_at)
    select gen_random_uuid(), '${shop.seller_id}', 'n' || n || '@staff.example', '{scanner}', sha256(n::text::bytea),
      now() + case when n > ${most - 1} then interval '-1 hour' else interval '1 hour' end
    from generate_series(1, ${most + 50}) n`);
  const invite = (email: string) => owner.post("/staff/invite", { email, roles: ["scanner"] });
  expect((await invite("last@staff.example")).status).toBe(200);
  const refused = await invite("more@staff.example");
  expect([refused.status, refused.body._data[0]._code, refused.body._data[0]._extra]).toEqual([
    422,
    "validation_failed",
    { fields: ["email"] },
  ]);
});

test("an order can have as many notes as its page shows", async () => {
  const order = orderOf(await new TestBuyer(server, shop).buy(1));
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  await fill(`insert into order_note (seller_id, id, ticket_order_id, text, staff_id)
    select '${shop.seller_id}', gen_random_uuid(), '${order.id}', 'A note', ${someStaff}
    from generate_series(1, ${rowLimits.order_notes.most - 1}) n`);
  const note = (text: string) => owner.post(`/orders/${order_number}/notes`, { text, is_pinned: false });
  const replies = [await note("The last one"), await note("One more")];
  expect(replies.map(({ status }) => status)).toEqual([200, 422]);
});

test("every kind is counted at its own seller", async () => {
  const other = await createTestShop(server.db);
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(server.db);
  for (const kind of Object.keys(rowLimits) as LimitedRows[])
    await requireRoom(
      { db: server.db, seller: { id: other.seller_id } as never },
      kind,
      kind.endsWith("notes") || kind === "house_holds" ? rows[0]?.id : undefined,
    );
});
