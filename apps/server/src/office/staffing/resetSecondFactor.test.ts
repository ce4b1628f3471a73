import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createStaff, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { insertGrants } from "../../modules/staff/grants.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  owner = await signedIn(server, shop, ["owner"], { name: "Olive Owner" });
});
afterAll(() => server.close());

describe("a second factor of somebody who is more than this seller's", () => {
  const reset = async (person: { readonly id: string }, by = owner) => {
    const { status, body } = await by.post(`/staff/${person.id}/reset_second_factor`);
    return [status, body._data?.[0]?._description];
  };
  const refused = [403, "They also work for a seller where you are not an owner, so an operator has to reset it."];
  const grant = (place: TestShop, staff_id: string, role: StaffRole) =>
    insertGrants({ db: server.db, seller: { id: place.seller_id } }, staff_id, [role], null);

  test("cannot be reset by an owner of only one of their sellers", async () => {
    const elsewhere = await createTestShop(server.db);
    const manager = await signedIn(server, shop, ["manager"]);
    const by = await signedIn(server, shop, ["owner"]);
    await grant(elsewhere, manager.person.id, "box_office");
    await grant(elsewhere, by.person.id, "manager");
    expect(await reset(manager.person, by)).toEqual(refused);
    expect((await manager.get("/me")).status).toBe(200);
    await grant(elsewhere, by.person.id, "owner");
    expect(await reset(manager.person, by)).toEqual([200, undefined]);
  });

  test("of an operator is not reset by an owner", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"], { is_operator: true });
    expect(await reset(person)).toEqual(refused);
  });
});

test("a lost second factor is reset by an owner: its sign-ins end, and the person is notified", async () => {
  const person = await signedIn(server, shop, ["manager"]);
  await server.db
    .insertInto("staff_totp")
    .values({
      id: crypto.randomUUID(),
      staff_id: person.person.id,
      secret: Buffer.from("x"),
      confirmed_at: "2026-01-01T00:00:00Z",
    })
    .execute();
  expect((await owner.post(`/staff/${person.person.id}/reset_second_factor`)).status).toBe(200);
  expect((await person.get("/me")).status).toBe(401);
  expect((await person.signIn(person.person)).body).toEqual({ state: "signed_in" });
  expect(
    (await mailsTo(server.db, person.person.email)).some(({ message }) => message.subject.includes("was reset")),
  ).toBe(true);
});
