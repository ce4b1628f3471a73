import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { countedScans, scannersOf } from "../../support/database.ts";
import {
  answerOf,
  buyForNow,
  goOffline,
  goOnline,
  next,
  openGateScreen,
  pairDevice,
  scanCode,
} from "../../support/gate.ts";
import { newTab, newVisitor, phone } from "../../support/visitor.ts";

/** Reading the signed-in user returns 401 if nobody is signed in. */
const newManager = () => newVisitor({ expectedRefusals: /\/staff_api\/me/ });
/** An offline browser logs an error for every call. */
const newDevice = () =>
  newVisitor({
    viewport: phone,
    hasTouch: true,
    expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    expectedRefusals: /\/staff_api\/(gate|me)/,
  });

test("a scanner who signs in finds the page that scans", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const scanner = await newDevice();
  const { found, at } = collectFindings(scanner);
  await openGateScreen(scanner, "Scanner at Harbor Museum of Art");
  await at("the gate of a scanner");
  const link = scanner.getByRole("link", { name: "Scan on this device" });
  expect(await scanner.getByRole("heading", { name: "Devices" }).count()).toBe(0);
  await scanner.goto((await link.getAttribute("href")) ?? "");
  await scanner.getByText(/Online · list/).waitFor();
  await scanCode(scanner, codes[0] ?? "");
  await answerOf(scanner, "Welcome").waitFor();
  expect([await countedScans(order_id), found]).toEqual([["entry"], []]);
});

test("a hardware scanner scans while the list of sessions has the focus, and chooses none of them", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Desk with a scanner");
  const session = device.getByLabel("Session");
  await session.focus();
  const chosen = await session.inputValue();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  expect([await countedScans(order_id), await session.inputValue()]).toEqual([["entry"], chosen]);
});

test("two tabs on one phone know of each other's scans without a network, and the one that is left sends them", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const [code = ""] = codes;
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Two tabs");
  const other = await newTab(device);
  await other.goto("/_office/scan/");
  await other.getByText(/Online · list/).waitFor();
  await goOffline(device);
  await scanCode(device, code);
  await answerOf(device, "Welcome").waitFor();
  await scanCode(other, code);
  await answerOf(other, "No")
    .getByText(/Already in since/)
    .waitFor();
  await next(other);
  await device.close();
  await goOnline(other);
  await other.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  expect(await countedScans(order_id)).toEqual(["entry", "refused"]);
});

test("a check-in of some minutes ago is undone where its ticket is scanned again", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor(), { Adult: 2 });
  const [first = "", second = ""] = codes;
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Garden gate");
  for (const code of [first, second]) {
    await scanCode(device, code);
    await answerOf(device, "Welcome").waitFor();
    await next(device);
  }
  await scanCode(device, first);
  await answerOf(device, "No").getByRole("button", { name: "Undo that check-in" }).click();
  await answerOf(device, "Undone").waitFor();
  await next(device);
  await scanCode(device, first);
  await answerOf(device, "Welcome").waitFor();
  expect(await countedScans(order_id)).toEqual(["undone", "entry", "refused", "undo", "entry"]);
});

test("somebody whom another gate let in meanwhile is not let in after Look, and the new answer is shown", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const manager = await newManager();
  await openGateScreen(manager);
  const [device, other] = [await newDevice(), await newDevice()];
  await pairDevice(manager, device, "East gate");
  await pairDevice(manager, other, "West gate");
  const look = { shown: "look", reason: "other_session", may_admit: true, counts: "refused" };
  await device.route("**/staff_api/gate/scans?**", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    return route.fulfill({ response, json: { ...body, answers: [{ ...body.answers[0], ...look }] } });
  });
  await scanCode(other, codes[0] ?? "");
  await answerOf(other, "Welcome").waitFor();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Look").waitFor();
  await device.unrouteAll();
  await answerOf(device, "Look").getByRole("button", { name: "Let in", exact: true }).click();
  await answerOf(device, "No")
    .getByText(/Already in since \d\d:\d\d, West gate/)
    .waitFor();
  expect(await answerOf(device, "No").getByRole("button", { name: "Undo that check-in" }).count()).toBe(0);
  expect(await countedScans(order_id)).toEqual(["entry", "refused", "refused"]);
});

test("a phone that is paired anew sends first what it scanned as the device before", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Gate of the morning");
  await goOffline(device);
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  await device.goto("about:blank");
  await goOnline(device);
  await pairDevice(manager, device, "Gate of the evening");
  expect(await scannersOf(order_id)).toEqual(["Gate of the morning"]);
});

test("a phone whose browser stores nothing scans online, says what would be lost, and scans without a network as long as the page is open", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor(), { Adult: 2 });
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await device.addInitScript(
    "indexedDB.open = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); }",
  );
  await pairDevice(manager, device, "Private gate");
  await device.getByText(/This device cannot store scans\. Online it goes on scanning/).waitFor();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await goOffline(device);
  await scanCode(device, codes[1] ?? "");
  await answerOf(device, "Welcome").getByText("Decided on this device").waitFor();
  await next(device);
  await device.getByText(/No network · list .*\d\d:\d\d · 1 waiting/).waitFor();
  await goOnline(device);
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  expect(await countedScans(order_id)).toEqual(["entry", "entry"]);
});

test("after a reload, a check-in that the list contains is undone on the phone that made it", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const [code = ""] = codes;
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Reloaded gate");
  await scanCode(device, code);
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  // The list of a contact more than a second later has it.
  await device.waitForTimeout(1_500);
  await device.evaluate("window.dispatchEvent(new Event('online'))");
  await device.waitForResponse(/\/staff_api\/gate\/list/);
  await device.reload();
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await scanCode(device, code);
  await answerOf(device, "No").getByRole("button", { name: "Undo that check-in" }).click();
  await answerOf(device, "Undone").waitFor();
  expect(await countedScans(order_id)).toEqual(["undone", "refused", "undo"]);
});
