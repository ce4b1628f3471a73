import { afterAll, beforeAll, expect, test } from "vitest";
import { demoMembers, demoPassword } from "@foyer/demo/members.ts";
import { passwordProblems } from "@foyer/rules/account/password.ts";
import { loadDemo } from "../catalogue/apply/loadDemo.ts";
import { expectInvariants } from "../../test/database/expectInvariants.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import { loadDemoMembers } from "./loadDemoMembers.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { TestVisitor } from "../../test/accounts/login.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await loadDemo(server.connections, Temporal.Instant.from("2026-11-21T12:00:00Z"));
  await loadDemoMembers(server.connections);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
const users = () =>
  server.db
    .selectFrom("identity as i")
    .innerJoin("user_login as l", (join) =>
      join.onRef("l.seller_id", "=", "i.seller_id").onRef("l.identity_id", "=", "i.id"),
    )
    .select(["i.id", "i.email", "i.zip_code", "l.password", "l.email_verified_at"])
    .where("i.kind", "=", "user")
    .orderBy("i.id")
    .execute();

test("creates every demo user with a verified address", async () => {
  expect(passwordProblems(demoPassword)).toEqual([]);
  const found = await users();
  expect(found.map(({ email, zip_code }) => `${email} ${zip_code}`).toSorted()).toEqual(
    demoMembers.map(({ email, zip_code }) => `${email} ${zip_code}`).toSorted(),
  );
  expect(found.every(({ email_verified_at }) => email_verified_at !== null)).toBe(true);
});

test.each(["harbor", "larkfield"])("Ada can log in at %s with the password of the README", async (slug) => {
  const { status, body } = await new TestVisitor(server, { slug }).post("/login", {
    username: "ada@members.example",
    password: demoPassword,
  });
  expect([status, body.user._data[0].identity.first_name]).toEqual([200, "Ada"]);
});

test("each demo seller has another login method", async () => {
  const rows = await server.db.selectFrom("seller").select(["slug", "configuration"]).orderBy("slug").execute();
  expect(rows.map(({ slug, configuration }) => `${slug} ${String(configuration.authentication)}`)).toEqual([
    "harbor otp_or_password",
    "kiwa scan_code_last_name",
    "larkfield password",
    "opal none",
  ]);
});

test("a second start creates no duplicates and keeps changed passwords", async () => {
  const before = await users();
  await loadDemoMembers(server.connections);
  expect(await users()).toEqual(before);
  await server.db
    .updateTable("user_login")
    .set({ password: null })
    .where("identity_id", "=", before[0]?.id ?? "")
    .execute();
  await loadDemoMembers(server.connections);
  const after = await users();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.password).toMatch(/^\$argon2id/);
});

test("creates no users for a real seller with the slug of a demo seller", async () => {
  const own = await openTestApp();
  try {
    await createTestShop(own.db, { seller: { slug: "harbor" } });
    await loadDemoMembers(own.connections);
    expect(await own.db.selectFrom("identity").select("id").where("kind", "=", "user").execute()).toEqual([]);
  } finally {
    await own.close();
  }
});
