import { pbkdf2Sync } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { codeEndsAfter, codeTries } from "@foyer/rules/admission/supervisorCode.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyForGate, createGateShop } from "../../../../test/office/gateShop.ts";
import { allowedScan, sendAllowed } from "../../../../test/office/supervisorCodes.ts";
import { pairedDevice, scanWith, type TestDevice } from "../../../../test/office/testGate.ts";
import { auditOf, forgetProof, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { newId } from "../../../db/newId.ts";

const code = "482915";
const wrong = "730164";

let server: TestApp;
let shop: TestShop;
let gate: TestDevice;
let manager: OfficeBrowser;
let staff_id: string;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createGateShop(server);
  gate = await pairedDevice(server, shop);
  manager = await signedIn(server, shop, ["manager"]);
  staff_id = (await manager.get("/me")).body.id;
  expect((await manager.post("/gate/code", { code })).status).toBe(200);
});

/** A ticket that was used already, so the answer is No. */
const usedTicket = async (): Promise<string> => {
  const { codes, tickets } = await buyForGate(server, shop);
  await scanWith(gate.browser, { code: codes[0] ?? "" });
  return tickets[0] ?? "";
};
const tryWith = async (typed: string, more: object = {}, at = gate.browser): Promise<string> =>
  sendAllowed(at, await allowedScan(at, { ticket_id: await usedTicket() }, { staff_id, code: typed }, more));
const scanRow = (id: string) =>
  server.db
    .selectFrom("scan")
    .select(["allowed_by", "admit_reason", "let_in", "conflict", "is_offline"])
    .where("id", "=", id)
    .executeTakeFirst();
const supervisors = async (): Promise<readonly { readonly id: string }[]> =>
  (await gate.browser.get("/gate")).body.supervisors;
const tries = async (change: object) =>
  server.db.updateTable("gate_code").set(change).where("staff_id", "=", staff_id).execute();
const decided = { decided: { shown: "no", reason: "already_in", let_in: true } };

describe("at a device, admitting against the answer", () => {
  test("is done with a supervisor's code, and the scan records who allowed it and why", async () => {
    const scan = await allowedScan(gate.browser, { ticket_id: await usedTicket() }, { staff_id, code });
    expect(await sendAllowed(gate.browser, scan)).toBe("no already_in double");
    expect(await scanRow(scan.id)).toEqual({
      allowed_by: staff_id,
      admit_reason: "goodwill",
      let_in: true,
      conflict: null,
      is_offline: false,
    });
  });

  test("is not done with a wrong code, without one, or without a reason, and nothing is recorded", async () => {
    expect(await tryWith(wrong)).toBe("wrong_code");
    expect(await tryWith(code, { supervisor: undefined })).toBe("not_allowed");
    expect(await tryWith(code, { admit: undefined })).toBe("no already_in refused");
    const against = await server.db
      .selectFrom("scan")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("admit_reason", "is not", null)
      .execute();
    expect(against).toEqual([]);
  });

  test("needs a code that was encrypted for this scan, by staff of the same seller", async () => {
    const ticket_id = await usedTicket();
    const other = await allowedScan(gate.browser, { ticket_id }, { staff_id, code, sealed_for: newId() });
    expect(await sendAllowed(gate.browser, other)).toBe("wrong_code");
    const elsewhere = await createGateShop(server);
    const stranger = await signedIn(server, elsewhere, ["owner"]);
    expect((await stranger.post("/gate/code", { code: "915482" })).status).toBe(200);
    const of = { staff_id: (await stranger.get("/me")).body.id, code: "915482" };
    expect(await sendAllowed(gate.browser, await allowedScan(gate.browser, { ticket_id }, of))).toBe("wrong_code");
  });

  test("is possible for staff who scan on their own phone, too", async () => {
    const scanner = await signedIn(server, shop, ["scanner"]);
    expect(await tryWith(wrong, {}, scanner)).toBe("wrong_code");
    expect(await tryWith(code, {}, scanner)).toBe("no already_in double");
  });
});

describe("an admission that a device made offline by a code", () => {
  test("needs no review if the code was right", async () => {
    const ticket_id = await usedTicket();
    const scan = await allowedScan(gate.browser, { ticket_id }, { staff_id, code }, decided);
    expect(await sendAllowed(gate.browser, scan)).toBe("no already_in double");
    expect(await scanRow(scan.id)).toMatchObject({ allowed_by: staff_id, conflict: null, is_offline: true });
    // Sent again after a lost reply, the code is not tried again.
    await tries({ wrong: codeEndsAfter });
    expect(await sendAllowed(gate.browser, scan)).toBe("no already_in double");
    expect(await scanRow(scan.id)).toMatchObject({ allowed_by: staff_id });
  });

  test("is recorded and listed for review if the code was wrong", async () => {
    const ticket_id = await usedTicket();
    const scan = await allowedScan(gate.browser, { ticket_id }, { staff_id, code: wrong }, decided);
    expect(await sendAllowed(gate.browser, scan)).toBe("no already_in double");
    expect(await scanRow(scan.id)).toMatchObject({ allowed_by: null, let_in: true, conflict: "double" });
    const { body } = await manager.get("/devices");
    expect(body.conflicts.map(({ id }: { id: string }) => id)).toContain(scan.id);
  });
});

describe("wrong codes", () => {
  test("make everybody wait for fifteen minutes after five, also with the right code", async () => {
    for (let count = 0; count < codeTries; count += 1) expect(await tryWith(wrong)).toBe("wrong_code");
    const other = await pairedDevice(server, shop, { name: "Side door" });
    expect(await tryWith(code, {}, other.browser)).toBe("code_waits");
    await tries({ last_wrong_at: Temporal.Now.instant().subtract({ minutes: 15 }).toString() });
    expect(await tryWith(code)).toBe("no already_in double");
    expect(await tryWith(wrong)).toBe("wrong_code");
  });

  test("revoke the code after twenty, with an entry in the audit log, and a new code starts from zero", async () => {
    await tries({ wrong: codeEndsAfter - 1, last_wrong_at: "2026-01-01T00:00:00Z" });
    expect(await tryWith(wrong)).toBe("wrong_code");
    expect(await tryWith(code)).toBe("wrong_code");
    expect(await supervisors()).toEqual([]);
    expect((await manager.get("/gate/code")).body).toMatchObject({ is_ended: true });
    expect((await auditOf(server.db, shop.seller_id)).at(-1)).toMatchObject({
      action: "staff.gate_code_ended",
      actor: "device",
      entity_id: staff_id,
    });
    expect((await manager.post("/gate/code", { code })).status).toBe(200);
    expect(await tryWith(code)).toBe("no already_in double");
  });
});

describe("a code", () => {
  test.each([
    ["12345", "six"],
    ["123456", "guessed"],
    ["000000", "guessed"],
    ["482915482915", "guessed"],
    ["4829a5", "digits"],
    ["4".repeat(13), "digits"],
  ])("is not %s", async (refused) => {
    const reply = await manager.post("/gate/code", { code: refused });
    expect([refusalOf(reply), reply.body._data[0]._extra]).toMatchObject([
      "422 validation_failed",
      { fields: ["code"] },
    ]);
  });

  test("is set after step-up, by staff who can admit against the answer, and is in no audit entry", async () => {
    await forgetProof(server.db, staff_id);
    expect(refusalOf(await manager.post("/gate/code", { code: wrong }))).toBe("403 step_up_required");
    const scanner = await signedIn(server, shop, ["scanner"]);
    expect(refusalOf(await scanner.post("/gate/code", { code: wrong }))).toBe("403 access_denied");
    const entries = JSON.stringify(await auditOf(server.db, shop.seller_id));
    expect(entries).toContain("staff.gate_code_set");
    expect(entries).not.toContain(code);
  });

  test("is on no device: ten bits of a slow hash fit a thousand codes", async () => {
    const { body } = await gate.browser.get("/gate");
    const [{ salt, hint, iterations, ...more }] = body.supervisors;
    expect(more).toEqual({ id: staff_id, name: expect.any(String) });
    expect(iterations).toBeGreaterThanOrEqual(600_000);
    expect(hint).toBe(pbkdf2Sync(code, Buffer.from(salt, "base64"), iterations, 2, "sha256").readUInt16BE() >> 6);
    const { hash } = await server.db
      .selectFrom("gate_code")
      .select("hash")
      .where("staff_id", "=", staff_id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(body)).not.toContain(hash);
  });

  test("can be removed by its owner", async () => {
    expect(await supervisors()).toMatchObject([{ id: staff_id }]);
    expect((await manager.post("/gate/code/remove", {})).status).toBe(200);
    expect(await supervisors()).toEqual([]);
    expect(await tryWith(code)).toBe("wrong_code");
    expect(refusalOf(await manager.post("/gate/code/remove", {}))).toBe("404 not_found");
  });

  test.each([
    ["suspended", "suspend", {}],
    ["removed", "remove", {}],
    ["no manager any more", "take_role", { role: "manager" }],
  ])("ends for good for somebody who is %s", async (_, path, body) => {
    const owner = await signedIn(server, shop, ["owner"]);
    const reply = await owner.post(`/staff/${staff_id}/${path}`, body);
    expect(reply.status).toBe(200);
    expect(await supervisors()).toEqual([]);
    expect(await tryWith(code)).toBe("wrong_code");
    const left = await server.db.selectFrom("gate_code").select("staff_id").where("staff_id", "=", staff_id).execute();
    expect(left).toEqual([]);
  });
});
