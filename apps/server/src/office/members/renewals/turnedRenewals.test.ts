import { afterAll, beforeAll, expect, test } from "vitest";
import { riskPageSize } from "@foyer/contract/office/members/memberRenewals.ts";
import { createRenewalShop } from "../../../../test/accounts/renewals.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { joinAndIndex, memberCopies } from "../../../../test/office/memberShop.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { withAnswer } from "../../../db/statements/statement.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

test("renewals at risk are turned over without hiding one when the term of the last on the page is lengthened meanwhile", async () => {
  const where = await createRenewalShop(server);
  const who = await signedIn(server, where.shop, ["box_office"]);
  const { membership_id } = await joinAndIndex(server, where);
  const copy = await memberCopies(server, where.shop, membership_id);
  const ids = await copy(
    Array.from({ length: riskPageSize + 3 }, (_, nth) => ({
      member_number: `N${nth}`,
      valid_to: `2040-01-01T05:00:${String(nth).padStart(2, "0")}Z`,
    })),
  );
  await server.runAsOwner(`set app.seller = '*';
    insert into auto_renewal (seller_id, membership_id, identity_id, state, due_at, next_at)
      select seller_id, id, identity_id, 'failed', app_now(), app_now() from membership
      where seller_id = '${where.shop.seller_id}' and id in (${ids.map((id) => `'${id}'`).join(", ")}) ${withAnswer}`);
  const first = (await who.get("/member_renewals")).body;
  expect(first.renewals.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, riskPageSize));
  await server.db
    .updateTable("membership")
    .set({ valid_to: "2041-01-01T05:00:00Z" })
    .where("id", "=", ids[riskPageSize - 1] ?? "")
    .execute();
  const second = (await who.get(`/member_renewals?after=${encodeURIComponent(first.next)}`)).body;
  expect(second.renewals.map(({ id }: { id: string }) => id)).toEqual([
    ...ids.slice(riskPageSize),
    ids[riskPageSize - 1],
  ]);
});
