import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUser } from "../../test/accounts/members.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import type { StaffContext } from "../http/staff/staffContext.ts";
import { selectUsersByEmail } from "../modules/identity/users/ensureUsers.sql.ts";
import { userByEmail } from "../modules/identity/users/users.sql.ts";

let server: TestApp;
let desk: Pick<StaffContext, "db" | "seller">;
beforeAll(async () => {
  server = await openTestApp();
  const shop = await createTestShop(server.db);
  await createTestUser(server.db, shop, { email: "\uff41DA@example.org" });
  const seller = { id: shop.seller_id } as StaffContext["seller"];
  desk = { db: server.connections.forSeller(shop.seller_id), seller };
});
afterAll(() => server.close());

/** The collation treats the full-width 'a' (U+FF41) as 'a'. */
test.each([
  ["the same letters in another case", "\uff41da@example.org", 1],
  ["letters that the collation takes for the same", "ada@example.org", 0],
])("an account is found by %s only where the address is its own", async (_, email, count) => {
  expect([await userByEmail(desk, email)].filter(Boolean)).toHaveLength(count);
  expect(await selectUsersByEmail(desk.db, desk.seller.id, [email])).toHaveLength(count);
});
