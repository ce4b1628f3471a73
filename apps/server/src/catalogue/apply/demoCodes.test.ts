import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { applyCode } from "@foyer/contract/shop/codes.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { loadDemo } from "./loadDemo.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await loadDemo(app.connections, Temporal.Now.instant());
  await app.runAsOwner("analyze event_session, session_price");
});
afterAll(async () => {
  await expectInvariants(app.db);
  await app.close();
});

/** A cart with tickets of a type, for the first session that has room and charges the type's own price. */
const cartWith = async (slug: string, name: string, quantity: number) => {
  const [event = "", group = "", type = ""] = name.split("/");
  const { id: seller } = await app.db
    .selectFrom("seller")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ event_template_id: string; event_session_id: string; ticket_type_id: string }>`
    select e.id as event_template_id, s.id as event_session_id, y.id as ticket_type_id
    from event_template e
    join ticket_group g on g.seller_id = ${seller} and g.event_template_id = e.id and g.key = ${group}
    join ticket_type y on y.seller_id = ${seller} and y.ticket_group_id = g.id and y.key = ${type}
    join event_session s on s.seller_id = ${seller} and s.event_template_id = e.id and s.capacity - s.used_capacity >= ${quantity}
      and s.start_datetime > app_now() + interval '1 day' and not s.cancelled
      and not exists (select from session_price p where p.seller_id = ${seller} and p.event_session_id = s.id and p.ticket_type_id = y.id)
    where e.seller_id = ${seller} and e.key = ${event} order by s.start_datetime limit 1`.execute(app.db);
  const [row] = rows;
  if (!row) throw new Error(`The demo sells no ${name}.`);
  const { ticket_type_id, ...at } = row;
  const browser = new TestBrowser(app, { slug });
  const add = [{ ...at, ticket_types_required: [{ ticket_type_id, quantity }] }];
  const { body } = await browser.call(createCart, { add });
  return { browser, cart: body.cart._data[0] };
};

test.each([
  ["harbor", "admission/general/adult", 2, "WELCOME10", "-5.60"],
  ["harbor", "admission/general/adult", 2, "FERRY8", "-8.00"],
  ["harbor", "admission/general/student", 3, "DRAWNFROMLIFE", "-18.00"],
  ["harbor", "paper-boats/places/place", 4, "PIER14SCHOOL", "-28.00"],
  ["harbor", "paper-boats/places/place", 4, "TEACHER26", "-28.00"],
  ["harbor", "admission/general/adult", 1, "FIRSTLIGHT", "code_exhausted:code"],
  ["harbor", "admission/general/adult", 1, "10001", "-1.40"],
  ["larkfield", "garden-entry/entry/adult", 2, "SE22 8QX", "-4.00"],
  ["larkfield", "garden-entry/entry/adult", 2, "SNOWDROP", "-8.26"],
] as const)("%s: %s, %i tickets with the code %s: %s", async (slug, name, quantity, code, off) => {
  const { browser, cart } = await cartWith(slug, name, quantity);
  const answer = await browser.call(applyCode, { cart_id: cart?.id ?? "", code });
  const discount =
    answer.status === 200 ? answer.body.cart._data[0]?.cart_fees[0]?.grand_totals.total_cartmod_amount : answer.code;
  expect(discount).toBe(off);
});

test.each([
  ["harbor", "admission/general/adult", 9, "0"],
  ["harbor", "admission/general/adult", 10, "-42.00"],
  ["larkfield", "the-pressed-garden/visit/child", 4, "-6.00"],
])("%s: %s, %i tickets without a code: %s", async (slug, name, quantity, off) => {
  const { cart } = await cartWith(slug, name, quantity);
  expect(cart?.cart_fees[0]?.grand_totals.total_cartmod_amount).toBe(off);
});
