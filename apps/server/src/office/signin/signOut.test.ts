import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { auditOf, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const signedOutEntries = async (person: { readonly id: string }) =>
  (await auditOf(server.db, shop.seller_id)).filter(
    ({ staff_id, action }) => staff_id === person.id && action === "staff.signed_out",
  );

test("signing out a sign-in that has ended is refused, is not logged, and leaves the person's other sign-in", async () => {
  const first = await signedIn(server, shop, ["manager"]);
  const second = new OfficeBrowser(server, shop.slug);
  await second.signIn(first.person);
  const { cookie } = first;
  expect((await second.post("/me/sign_ins/end_others")).status).toBe(200);
  for (const _ of [1, 2]) {
    first.cookie = cookie;
    expect((await first.post("/sign_out")).status).toBe(401);
  }
  expect((await second.get("/me")).status).toBe(200);
  expect(await signedOutEntries(first.person)).toEqual([]);
});

test("signing out a sign-in that has expired is refused and not logged", async () => {
  const browser = await signedIn(server, shop, ["manager"]);
  await server.runAsOwner(
    `update staff_sign_in set seen_at = app_now() - interval '13 hours' where staff_id = '${browser.person.id}'`,
  );
  expect((await browser.post("/sign_out")).status).toBe(401);
  expect(await signedOutEntries(browser.person)).toEqual([]);
});

test("signing out twice at the same moment ends the sign-in once, with one entry", async () => {
  const browser = await signedIn(server, shop, ["manager"]);
  const both = await server.db.transaction().execute(async (tx) => {
    await sql`select from staff_sign_in where staff_id = ${browser.person.id}::uuid for update`.execute(tx);
    const replies = Promise.all([browser.post("/sign_out"), browser.post("/sign_out")]);
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThanOrEqual(2);
    return { replies };
  });
  expect((await both.replies).map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(await signedOutEntries(browser.person)).toHaveLength(1);
});
