import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf, createStaff, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

/** The calls that somebody was refused, as the seller's audit log has them. */
const refusalsOf = async (staff_id: string, { seller_id }: TestShop = shop) =>
  (await auditOf(server.db, seller_id))
    .filter((entry) => entry.staff_id === staff_id && entry.action === "staff.refused")
    .map(({ entity_id, roles }) => [entity_id, roles]);

describe("a refused permission is in the audit log", () => {
  test("where it depends on what the call asks for, once a minute", async () => {
    const manager = await signedIn(server, shop, ["manager"]);
    const { id } = await createStaff(server.db, shop.seller_id, ["scanner"]);
    for (const _ of [1, 2]) expect((await manager.post(`/staff/${id}/give_role`, { role: "owner" })).status).toBe(403);
    expect(await refusalsOf(manager.person.id)).toEqual([["giveRole", ["manager"]]]);
    const finance = await signedIn(server, shop, ["finance"]);
    expect((await finance.get("/downloads/members.csv?columns=email")).status).toBe(403);
    expect(await refusalsOf(finance.person.id)).toEqual([["downloadMembers", ["finance"]]]);
  });

  test("of each seller where they work, for a call of the operator", async () => {
    const owner = await signedIn(server, shop, ["owner", "scanner"]);
    const elsewhere = await createTestShop(server.db);
    await server.db
      .insertInto("staff_grant")
      .values({ seller_id: elsewhere.seller_id, staff_id: owner.person.id, role: "reporter" })
      .execute();
    for (const _ of [1, 2]) expect((await owner.post(`/operator/sellers/${shop.slug}/suspend`)).status).toBe(403);
    expect(await refusalsOf(owner.person.id)).toEqual([["suspendSeller", ["owner", "scanner"]]]);
    expect(await refusalsOf(owner.person.id, elsewhere)).toEqual([["suspendSeller", ["reporter"]]]);
  });

  test("but not a call that is refused for another reason", async () => {
    const owner = await signedIn(server, shop, ["owner"]);
    expect((await owner.post("/staff/invite", { email: "no address", roles: ["scanner"] })).status).toBe(422);
    expect((await new OfficeBrowser(server, shop.slug).get("/staff")).status).toBe(401);
    expect(await refusalsOf(owner.person.id)).toEqual([]);
  });
});
