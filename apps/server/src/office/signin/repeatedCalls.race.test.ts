import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import {
  insertPasskeyRow,
  passkeyCall,
  recoveryCodesCall,
  sendWithKey,
  signedInManager,
  storedReply,
  type SignedIn,
  type StaffCall,
} from "../../../test/office/repeatedCalls.ts";
import { mailsTo, OfficeBrowser, signedIn, tokenIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { deleteOldAccountReplies, releaseAbandonedKeys } from "../../http/idempotency/idempotency.sql.ts";
import { staffRoutes } from "../../routes.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

const newKey = () => crypto.randomUUID();
const newSlug = () => `n${crypto.randomUUID().slice(0, 8)}`;
const seller = () => ({ slug: newSlug(), name: "North Pier", currency: "GBP", timezone: "Europe/London" });
const atOperator = async (path: (shop: TestShop) => string, body: object): Promise<StaffCall> => {
  const shop = await createTestShop(one.db);
  return { who: await signedIn(one, shop, [], { is_operator: true }), path: path(shop), body };
};
const withApp = async (): Promise<SignedIn> => {
  const who = await signedInManager(one);
  await insertPasskeyRow(one.db, who.person.id, "Phone");
  const app = { id: crypto.randomUUID(), staff_id: who.person.id, secret: Buffer.from("x") };
  await one.db
    .insertInto("staff_totp")
    .values({ ...app, confirmed_at: "2026-01-01T00:00:00Z" })
    .execute();
  return who;
};
const scenes: Readonly<Record<string, () => Promise<StaffCall>>> = {
  signOut: async () => ({ who: await signedInManager(one), path: "/sign_out" }),
  joinSeller: async () => {
    const shop = await createTestShop(one.db);
    const who = await signedInManager(one);
    const owner = await signedIn(one, shop, ["owner"]);
    await owner.post("/staff/invite", { email: who.person.email, roles: ["scanner"] });
    const mail = (await mailsTo(one.db, who.person.email)).find(({ kind }) => kind === "staff_invitation");
    return { who, path: "/invitation/join", body: { token: mail ? tokenIn(mail.message) : "" } };
  },
  beginSecondFactor: async () => ({ who: await signedInManager(one), path: "/me/second_factor" }),
  makeRecoveryCodes: () => recoveryCodesCall(one),
  endSignIn: async () => {
    const who = await signedInManager(one);
    const elsewhere = new OfficeBrowser(one);
    await elsewhere.signIn(who.person);
    const { _data: data } = (await who.get("/me/sign_ins")).body;
    const found = data.find((row: { is_this_one: boolean }) => !row.is_this_one);
    return { who, path: `/me/sign_ins/${found.id}/end` };
  },
  endOtherSignIns: async () => ({ who: await signedInManager(one), path: "/me/sign_ins/end_others" }),
  renamePasskey: () => passkeyCall(one, (id) => `/me/passkeys/${id}/rename`, { name: "Work laptop" }),
  removePasskey: () => passkeyCall(one, (id) => `/me/passkeys/${id}/remove`),
  removeAuthenticatorApp: async () => ({ who: await withApp(), path: "/me/second_factor/remove" }),
  createSeller: () => atOperator(() => "/operator/sellers", seller()),
  inviteFirstOwner: () =>
    atOperator(({ slug }) => `/operator/sellers/${slug}/invite_owner`, { email: `${newSlug()}@owner.example` }),
  suspendSeller: () => atOperator(({ slug }) => `/operator/sellers/${slug}/suspend`, { reason: "Unpaid" }),
  resumeSeller: () => atOperator(({ slug }) => `/operator/sellers/${slug}/resume`, {}),
};

const changes = staffRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, can }) => method !== "GET" && can !== "anyone" && can !== "gate");
const ofAccounts = changes.filter(({ can, keepsReply }) => keepsReply && (can === "signed_in" || can === "operator"));
const entriesOf = async ({ who }: StaffCall, { audits }: StaffEndpoint): Promise<number> => {
  if (audits === null) return 0;
  const rows = one.db.selectFrom("audit_entry").select("id").where("staff_id", "=", who.person.id);
  return (await rows.where("action", "=", audits).execute()).length;
};
describe("a call without a seller", () => {
  test("has a case here if its reply is kept", () => {
    expect(ofAccounts.map(({ name }) => name).toSorted()).toEqual(Object.keys(scenes).toSorted());
  });

  test.each(ofAccounts.map((endpoint) => [endpoint.name, endpoint] as const))(
    "is done once with one key, and the repetition gets the first reply: %s",
    async (name, endpoint) => {
      const scene = await scenes[name]?.();
      if (!scene) throw new Error(`There is no case of ${name}`);
      const key = newKey();
      const before = await entriesOf(scene, endpoint);
      const first = await sendWithKey(one, scene, key);
      expect([first.status, first.body]).toEqual([200, first.body]);
      const written = await entriesOf(scene, endpoint);
      expect(written > before).toBe(endpoint.audits !== null);
      const again = await sendWithKey(other, scene, key);
      // Nobody is signed in any more to repeat a sign-out.
      expect([again.status, again.body]).toEqual(name === "signOut" ? [401, again.body] : [200, first.body]);
      expect(await entriesOf(scene, endpoint)).toBe(written);
    },
  );

  test("with the key of another call, or of the same call with something else, is refused", async () => {
    const scene = await passkeyCall(one, (id) => `/me/passkeys/${id}/rename`, { name: "Work laptop" });
    const key = newKey();
    expect((await sendWithKey(one, scene, key)).status).toBe(200);
    expect(refusalOf(await sendWithKey(other, { ...scene, body: { name: "Other" } }, key))).toBe(
      "422 idempotency_key_reused",
    );
    expect(refusalOf(await sendWithKey(other, { ...scene, path: "/me/sign_ins/end_others", body: {} }, key))).toBe(
      "422 idempotency_key_reused",
    );
    const rows = one.db.selectFrom("staff_passkey").select("name").where("staff_id", "=", scene.who.person.id);
    expect((await rows.orderBy("name").execute()).map(({ name }) => name)).toEqual(["Phone", "Work laptop"]);
  });

  test("is independent of what another person sent with the same key", async () => {
    const key = newKey();
    const [mine, theirs] = await Promise.all([recoveryCodesCall(one), recoveryCodesCall(one)]);
    const replies = [await sendWithKey(one, mine, key), await sendWithKey(one, theirs, key)];
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(2);
  });

  test("is refused while the first is in progress, and its refusal is not kept", async () => {
    const scene = await recoveryCodesCall(one);
    const key = newKey();
    const locked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const holder = one.db.transaction().execute(async (tx) => {
      await tx.selectFrom("staff").select("id").where("id", "=", scene.who.person.id).forUpdate().execute();
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    const first = sendWithKey(one, scene, key);
    await expect.poll(() => countLockWaits(one.db)).toBeGreaterThan(0);
    expect(refusalOf(await sendWithKey(other, scene, key))).toBe("409 request_in_progress");
    free.resolve();
    await holder;
    const { body } = await first;
    expect(body.recovery_codes).toHaveLength(10);
    expect((await sendWithKey(other, scene, key)).body).toEqual(body);
  });

  test("runs once of twenty at the same moment", async () => {
    const scene = await recoveryCodesCall(one);
    const key = newKey();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendWithKey(index % 2 === 0 ? one : other, scene, key)),
    );
    const done = replies.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
    expect(new Set(done).size).toBe(1);
    const refused = replies.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused.filter((refusal) => refusal !== "409 request_in_progress")).toEqual([]);
    const entries = one.db.selectFrom("audit_entry").select("id").where("staff_id", "=", scene.who.person.id);
    expect(await entries.where("action", "=", "staff.recovery_codes_made").execute()).toHaveLength(1);
  });

  test("gets a kept refusal again even if it would now succeed", async () => {
    const who = await signedInManager(one);
    const key = newKey();
    const call = { who, path: `/me/passkeys/${crypto.randomUUID()}/rename`, body: { name: "Laptop" } };
    expect(refusalOf(await sendWithKey(one, call, key))).toBe("404 not_found");
    expect(await storedReply(one.db, "staff_idempotency_key", key)).toMatchObject({ state: "done" });
    expect(refusalOf(await sendWithKey(other, call, key))).toBe("404 not_found");
  });

  test("is tried again with its key after an error of the server", async () => {
    const scene = await recoveryCodesCall(one);
    const key = newKey();
    const { person } = scene.who;
    await one.runAsOwner(
      `alter table staff_recovery_code add constraint broken check (staff_id <> '${person.id}') not valid`,
    );
    await expect(sendWithKey(one, scene, key)).rejects.toThrow("broken");
    expect(await storedReply(one.db, "staff_idempotency_key", key)).toBeUndefined();
    await one.runAsOwner("alter table staff_recovery_code drop constraint broken");
    expect((await sendWithKey(one, scene, key)).status).toBe(200);
  });
});

test("an unanswered key of an account is free again after a minute, and a reply is deleted after a day", async () => {
  const scene = await recoveryCodesCall(one);
  const key = newKey();
  const first = await sendWithKey(one, scene, key);
  const age = (by: string, state: "done" | "in_progress") =>
    one.db
      .updateTable("staff_idempotency_key")
      .set({
        created_at: sql<string>`app_now() - ${by}::interval`,
        state,
        ...(state === "in_progress" && { reply: null }),
      })
      .where("key", "=", key)
      .execute();
  await age("30 seconds", "in_progress");
  expect(refusalOf(await sendWithKey(other, scene, key))).toBe("409 request_in_progress");
  await releaseAbandonedKeys(one.db);
  expect(await storedReply(one.db, "staff_idempotency_key", key)).toMatchObject({ state: "in_progress" });
  await age("61 seconds", "in_progress");
  const again = await sendWithKey(other, scene, key);
  expect([again.status, again.body]).not.toEqual([200, first.body]);
  await age("61 seconds", "in_progress");
  await releaseAbandonedKeys(one.db);
  expect(await storedReply(one.db, "staff_idempotency_key", key)).toBeUndefined();
  await sendWithKey(other, scene, key);
  await age("23 hours", "done");
  await deleteOldAccountReplies(one.db, 1);
  expect(await storedReply(one.db, "staff_idempotency_key", key)).toMatchObject({ state: "done" });
  await age("25 hours", "done");
  await deleteOldAccountReplies(one.db, 1);
  expect(await storedReply(one.db, "staff_idempotency_key", key)).toBeUndefined();
});
