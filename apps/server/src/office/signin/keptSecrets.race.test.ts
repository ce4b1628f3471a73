import { describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { recoveryCodesCall, sendWithKey, storedReply } from "../../../test/office/repeatedCalls.ts";
import { signedIn, staffPassword } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { createSealer } from "../../providers/sealer.ts";
import { staffRoutes } from "../../routes.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

const newKey = () => crypto.randomUUID();
const changes = staffRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, can }) => method !== "GET" && can !== "anyone" && can !== "gate");

describe("secrets of staff", () => {
  test("are in no request whose hash is kept, and in no reply that is kept unsealed", () => {
    const unkept = changes.filter(({ keepsReply }) => !keepsReply).map(({ name }) => name);
    expect(unkept.toSorted()).toEqual([
      "addPasskey",
      "beginPasskey",
      "beginPasskeyStepUp",
      "changePassword",
      "confirmSecondFactor",
      "setGateCode",
      "stepUp",
    ]);
    const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object }).shape ?? {});
    const withSecret = changes.filter(({ keepsReply, reply }) =>
      keepsReply ? fieldsOf(reply).some((name) => ["secret", "token", "recovery_codes"].includes(name)) : false,
    );
    expect(withSecret.map(({ name }) => name).toSorted()).toEqual([
      "beginSecondFactor",
      "createDevice",
      "makeRecoveryCodes",
      "renewPairing",
    ]);
    expect(withSecret.every(({ sealsReply }) => sealsReply)).toBe(true);
    expect(changes.filter((call) => call.keepsReply && fieldsOf(call.body).includes("password"))).toEqual([]);
  });

  test("of a kept reply are sealed, and cannot be read without the key or in another row", async () => {
    const scene = await recoveryCodesCall(one);
    const key = newKey();
    const { body } = await sendWithKey(one, scene, key);
    const { reply } = (await storedReply(one.db, "staff_idempotency_key", key)) ?? {};
    expect(reply).toMatch(/^\{"sealed":"[\w-]+"\}$/);
    const stored = Buffer.from(JSON.parse(reply ?? "").sealed, "base64url").toString("latin1");
    for (const code of body.recovery_codes) expect(stored).not.toContain(code);
    const copied = newKey();
    await sendWithKey(one, scene, copied);
    await one.db
      .updateTable("staff_idempotency_key")
      .set({ reply: reply ?? null })
      .where("key", "=", copied)
      .execute();
    await expect(sendWithKey(one, scene, copied)).rejects.toThrow("authenticate");
    const stranger = await openTestApp(
      {
        office: {
          origin: "http://localhost",
          sealer: createSealer({ SECRETS_KEY: "ab".repeat(32), DATA_DIR: "/nonexistent" }),
        },
      },
      one,
    );
    expect(refusalOf(await sendWithKey(stranger, scene, key))).toBe("422 idempotency_key_reused");
    await stranger.close();
  });

  test("of a device are sealed, whether its call is repeated or sent twice", async () => {
    const shop = await createTestShop(one.db);
    const who = await signedIn(one, shop, ["owner"]);
    const ends_at = Temporal.Now.instant().add({ hours: 12 }).toString({ smallestUnit: "second" });
    const call = { who, path: "/devices", body: { name: "Main gate", event_ids: [], venue_ids: [], ends_at } };
    const key = newKey();
    const first = await sendWithKey(one, call, key);
    expect((await sendWithKey(other, call, key)).body).toEqual(first.body);
    expect((await sendWithKey(other, call, newKey())).body).toEqual(first.body);
    const rows = await one.db
      .selectFrom("idempotency_key")
      .select("reply")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(rows)).not.toContain(first.body.token);
  });

  test("that are typed leave nothing behind", async () => {
    const shop = await createTestShop(one.db);
    const who = await signedIn(one, shop, ["owner"]);
    const keys = [newKey(), newKey()] as const;
    expect((await sendWithKey(one, { who, path: "/gate/code", body: { code: "739152" } }, keys[0])).status).toBe(200);
    const change = { current: staffPassword, password: "a slow ferry at dawn" };
    expect((await sendWithKey(one, { who, path: "/me/password", body: change }, keys[1])).status).toBe(200);
    for (const key of keys)
      expect([
        await storedReply(one.db, "idempotency_key", key),
        await storedReply(one.db, "staff_idempotency_key", key),
      ]).toEqual([undefined, undefined]);
  });
});
