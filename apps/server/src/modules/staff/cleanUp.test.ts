import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createStaff, mailsTo, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { blankUsedStaffLinks, deleteOldStaffRows } from "./cleanUp.sql.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const statesOf = async (address: string) =>
  (
    await server.db.selectFrom("outbox").select(["state", "blanked_at"]).where("to_address", "=", address).execute()
  ).map(({ state, blanked_at }) => ({ state, isBlank: blanked_at !== null }));

test("an invitation that is withdrawn is blanked and not sent any more, at each seller; one that is open keeps its link", async () => {
  const invited: string[] = [];
  for (const name of ["one", "two"]) {
    const owner = await signedIn(server, await createTestShop(server.db), ["owner"]);
    for (const state of ["open", "withdrawn"]) {
      const email = `${state}.${name}@staff.example`;
      await owner.post("/staff/invite", { email, roles: ["scanner"] });
      const { body } = await owner.get("/staff");
      const { id } = body.invitations.find((row: { email: string }) => row.email === email);
      if (state === "withdrawn") await owner.post(`/staff/invitation/${id}/withdraw`);
      invited.push(email);
    }
  }
  expect(await blankUsedStaffLinks(server.db)).toBe(2);
  expect(await blankUsedStaffLinks(server.db)).toBe(0);
  for (const email of invited) {
    const isWithdrawn = email.startsWith("withdrawn");
    expect(await statesOf(email)).toEqual([{ state: isWithdrawn ? "dead" : "queued", isBlank: isWithdrawn }]);
  }
  expect(JSON.stringify(await mailsTo(server.db, "open.one@staff.example"))).toContain("#");
});

test("challenges that are over are deleted, and others stay", async () => {
  await new OfficeBrowser(server).post("/sign_in/passkey/begin");
  await server.runAsOwner("update staff_challenge set expires_at = app_now() - interval '1 second'");
  await new OfficeBrowser(server).post("/sign_in/passkey/begin");
  await deleteOldStaffRows(server.db);
  const rows = await server.db.selectFrom("staff_challenge").select("purpose").execute();
  expect(rows).toEqual([{ purpose: "sign_in" }]);
});

test("rows of accounts are deleted some time after they are over, and not before", async () => {
  const shop = await createTestShop(server.db);
  const { id } = await createStaff(server.db, shop.seller_id, ["owner"]);
  const hash = "sha256(gen_random_uuid()::text::bytea)";
  const insertAt = (days: number) => {
    const at = `now() - interval '${days} days' + interval '1 hour'`;
    return `
    insert into staff_sign_in (id, staff_id, token_hash, created_at, seen_at, browser) values
      (gen_random_uuid(), '${id}', ${hash}, ${at} , ${at}, 'Firefox');
    insert into staff_invitation (id, invited_to, email, roles, token_hash, expires_at, withdrawn_at) values
      (gen_random_uuid(), '${shop.seller_id}', 'withdrawn@staff.example', '{scanner}', ${hash}, now(), ${at}),
      (gen_random_uuid(), '${shop.seller_id}', 'expired${days}@staff.example', '{scanner}', ${hash}, ${at}, null)`;
  };
  const insertLink = (days: number) => `insert into staff_password_link (id, staff_id, token_hash, expires_at)
    values (gen_random_uuid(), '${id}', ${hash}, now() - interval '${days} days' + interval '1 hour')`;
  const insertTry = (hours: number) =>
    `insert into staff_attempt (key, used, ends_at) values (${hash}, 1, now() + interval '${hours} hours')`;
  await server.runAsOwner("delete from staff_sign_in; delete from staff_invitation; delete from staff_attempt");
  await server.runAsOwner(
    [insertAt(90), insertAt(91), insertLink(30), insertLink(31), insertTry(1), insertTry(-1)].join(";"),
  );
  await deleteOldStaffRows(server.db);
  const counts: Record<string, number> = {};
  for (const table of ["staff_sign_in", "staff_invitation", "staff_password_link", "staff_attempt"] as const)
    counts[table] = (
      await server.db
        .selectFrom(table)
        .select(sql<number>`1`.as("one"))
        .execute()
    ).length;
  expect(counts).toEqual({ staff_sign_in: 1, staff_invitation: 2, staff_password_link: 1, staff_attempt: 1 });
});
