import { expect, test } from "vitest";
import { codeTries } from "@foyer/rules/admission/supervisorCode.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyForGate, createGateShop } from "../../../../test/office/gateShop.ts";
import { allowedScan, sendAllowed } from "../../../../test/office/supervisorCodes.ts";
import { pairedDevice, scanWith } from "../../../../test/office/testGate.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["gate_code_locked"], (first, second) => ([one, other] = [first, second]));

test("two wrong codes at the same moment count as two: the second of them has to wait", async () => {
  const shop = await createGateShop(one);
  const [gate, side] = [await pairedDevice(one, shop), await pairedDevice(other, shop, { name: "Side door" })];
  const manager = await signedIn(one, shop, ["manager"]);
  const staff_id = (await manager.get("/me")).body.id;
  expect((await manager.post("/gate/code", { code: "482915" })).status).toBe(200);
  const { codes, tickets } = await buyForGate(one, shop);
  await scanWith(gate.browser, { code: codes[0] ?? "" });
  await one.db
    .updateTable("gate_code")
    .set({ wrong: codeTries - 1, last_wrong_at: "2026-01-01T00:00:00Z" })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const wrong = (device: typeof gate) =>
    allowedScan(device.browser, { ticket_id: tickets[0] ?? "" }, { staff_id, code: "730164" });
  const [first, second] = [await wrong(gate), await wrong(side)];
  const atSide = startAtPause(one.db, "gate_code_locked", () => sendAllowed(side.browser, second));
  expect(await sendAllowed(gate.browser, first)).toBe("wrong_code");
  expect(await atSide()).toBe("code_waits");
});
