import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testsInTurn } from "../../../scripts/testRunner/testsInTurn.ts";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { countedScans, expirePairing } from "../../support/database.ts";
import {
  answerOf,
  buyForNow,
  filmOfCode,
  goOffline,
  goOnline,
  next,
  openGateScreen,
  pairDevice,
  scanCode,
  silenceServer,
  watchScreen,
} from "../../support/gate.ts";
import { changeReplies, newVisitor, phone } from "../../support/visitor.ts";

const testInTurn = testsInTurn(import.meta.filename);

/** Reading the signed-in user returns 401 if nobody is signed in. */
const signedOut = /\/staff_api\/me/;
/** An offline browser logs an error for every call. */
const unreachable = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const newManager = () => newVisitor({ expectedRefusals: signedOut });
const newDevice = (more: object = {}) =>
  newVisitor({
    viewport: phone,
    hasTouch: true,
    expectedErrors: unreachable,
    expectedRefusals: /\/staff_api\/gate/,
    ...more,
  });

/** Sets the supervisor code of the signed-in user, at Harbor. */
const setOwnCode = async (page: Page, code: string): Promise<void> => {
  await page.goto("/_office/account");
  await page.getByRole("button", { name: "Set a code at Harbor Museum of Art" }).click();
  const dialog = page.getByRole("dialog", { name: "Supervisor's code at Harbor Museum of Art" });
  await dialog.getByLabel("Code", { exact: true }).fill("123456");
  await dialog.getByRole("button", { name: "Set the code" }).click();
  await dialog.getByText("This code is easily guessed. Please choose another one.").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "Set the code" }).click();
  await page.getByText("Your code is set. Devices know it after their next contact.").waitFor();
};

test("a phone is paired by a code, lets a visitor in once, and undoes it; a name is confirmed", async () => {
  const buyer = await newVisitor();
  const { order_id, codes } = await buyForNow(buyer, { Adult: 2 });
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  const countLocks = await watchScreen(device);
  await pairDevice(manager, device, "Main gate");
  expect(await countLocks()).toBe(1);
  const [first = "", second = ""] = codes;

  // The dashboard leads to the counters of one session.
  const session = device.getByLabel("Session");
  const last = (await session.locator("option").last().getAttribute("value")) ?? "";
  await device.goto(`/_office/scan/?seller=harbor&session=${last}`);
  await expect.poll(() => session.inputValue()).toBe(last);

  await scanCode(device, first);
  await answerOf(device, "Welcome").waitFor();
  expect(await answerOf(device, "Welcome").innerText()).toContain("1 × Adult");
  await device.getByRole("button", { name: "Undo", exact: true }).click();
  await answerOf(device, "Undone").waitFor();
  await answerOf(device, "Undone").waitFor({ state: "detached" });
  await scanCode(device, first);
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await scanCode(device, first);
  await answerOf(device, "No")
    .getByText(/Already in since .*\d\d:\d\d, Main gate/)
    .waitFor();
  await next(device);
  await scanCode(device, "0000000000000000");
  await answerOf(device, "No").getByText("This is not a ticket of this venue.").waitFor();
  await next(device);

  await device.getByRole("button", { name: "Type code" }).click();
  await device.getByRole("textbox", { name: "Code" }).fill(second.toLowerCase());
  await device.getByRole("button", { name: "Check", exact: true }).click();
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  expect((await countedScans(order_id)).filter((one) => one === "entry")).toHaveLength(2);

  await manager.getByRole("button", { name: "End Main gate" }).click();
  const ending = manager.getByRole("dialog", { name: "End Main gate?" });
  await ending.getByText("It stops scanning at once.").waitFor();
  await ending.getByRole("button", { name: "Back" }).click();
  await device.reload();
  await device.getByText(/Online · list/).waitFor();
  await manager.getByRole("button", { name: "End Main gate" }).click();
  await ending.getByRole("button", { name: "End Main gate" }).click();
  await manager.getByText("Main gate is ended.").waitFor();
  // Its next contact is the next scan.
  await scanCode(device, first);
  await device.getByRole("heading", { name: "This device was ended" }).waitFor();
  expect(await countLocks()).toBe(0);
});

testInTurn(
  "a device without an answer from the server waits once, then decides by itself at once and sends its scans later",
  async () => {
    const buyer = await newVisitor();
    const { order_id, codes } = await buyForNow(buyer, { Adult: 2 });
    const manager = await newManager();
    await openGateScreen(manager);
    const device = await newDevice({ expectedErrors: /ERR_TIMED_OUT|Failed to fetch/ });
    await pairDevice(manager, device, "Cellar door");
    const [first = "", second = ""] = codes;
    const silence = await silenceServer(device);

    await scanCode(device, first);
    await answerOf(device, "Welcome").getByText("Decided on this device, without the server.").waitFor();
    await next(device);
    expect(silence.sent.some((body) => body.includes(first))).toBe(true);
    await scanCode(device, second);
    await answerOf(device, "Welcome").getByText("Decided on this device, without the server.").waitFor();
    expect(silence.sent.some((body) => body.includes(second))).toBe(false);
    await next(device);

    silence.end();
    await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
    expect((await countedScans(order_id)).filter((one) => one === "entry")).toHaveLength(2);
  },
);

test("two offline devices admit the same ticket; once online, it counts once and staff get a notice", async () => {
  const buyer = await newVisitor();
  const { order_id, codes } = await buyForNow(buyer);
  const [code = ""] = codes;
  const manager = await newManager();
  await openGateScreen(manager);
  const [one, other] = [await newDevice(), await newDevice()];
  await pairDevice(manager, one, "North gate");
  await pairDevice(manager, other, "South gate");
  for (const device of [one, other]) {
    // The page's files are on the device once its service worker has cached them.
    await device.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await goOffline(device);
    await device.reload();
    await device.getByText(/No network · list .*\d\d:\d\d · 0 waiting/).waitFor();
    await scanCode(device, code);
    await answerOf(device, "Welcome").waitFor();
    await device.getByText("Decided on this device").waitFor();
    await next(device);
    await scanCode(device, code);
    await answerOf(device, "No")
      .getByText(/Already in since/)
      .waitFor();
    await next(device);
    await device.getByText(/No network · list .*\d\d:\d\d · 2 waiting/).waitFor();
    await device.reload();
    await device.getByText(/No network · list .*\d\d:\d\d · 2 waiting/).waitFor();
  }
  expect(await countedScans(order_id)).toEqual([]);
  await goOnline(other);
  await other.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await goOnline(one);
  await one.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  expect(await countedScans(order_id)).toEqual(["entry", "refused", "double", "refused"]);
  // Both learn of it at their next request, although they no longer store the scanned codes.
  for (const device of [one, other]) {
    await device.reload();
    await device.getByText(/Adult was let in twice: .* North gate, .* South gate/).waitFor();
  }
  await manager.reload();
  await manager.getByText("let in twice").waitFor();
  await manager.getByText(/The entry that counts: North gate/).waitFor();
  await manager.getByRole("button", { name: "Mark as reviewed" }).click();
  await manager.getByRole("button", { name: "Mark 1 scan as reviewed" }).click();
  await manager.getByText("let in twice").waitFor({ state: "detached" });
});

testInTurn("the camera reads an order's code, and one press checks everybody in", async () => {
  const buyer = await newVisitor();
  const { order_id, orderCode } = await buyForNow(buyer, { Adult: 2 });
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice({ cameraFilm: await filmOfCode(orderCode) });
  await pairDevice(manager, device, "Camera gate");
  await answerOf(device, "Look").getByText("Choose who comes in.").waitFor();
  await device.getByRole("button", { name: /One fewer/ }).click();
  await device.getByRole("button", { name: "Check in 1" }).click();
  await answerOf(device, "Welcome").waitFor();
  expect(await countedScans(order_id)).toEqual(["entry"]);

  // As iOS does while the page is in the background.
  await answerOf(device, "Welcome").waitFor({ state: "detached" });
  await device.evaluate(`{
    const { srcObject } = document.querySelector("video");
    for (const track of srcObject.getTracks()) track.stop();
    document.dispatchEvent(new Event("visibilitychange"));
  }`);
  await answerOf(device, "Look").getByText("1 not now: Already in with this ticket.").waitFor();
});

testInTurn("an order's code shows who is refused, and one press checks the others in and one undoes it", async () => {
  const { order_id, codes, orderCode } = await buyForNow(await newVisitor(), { Adult: 3 });
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Order gate");
  await device.getByRole("region", { name: "Counters" }).getByText("Expected").waitFor();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await scanCode(device, orderCode);
  await answerOf(device, "Look").getByText("1 not now: Already in with this ticket.").waitFor();
  await device.getByRole("button", { name: "Check in 2" }).click();
  await answerOf(device, "Welcome").getByText("2 of 2 checked in.").waitFor();
  expect((await countedScans(order_id)).filter((one) => one === "entry")).toHaveLength(3);
  await device.getByRole("button", { name: "Undo", exact: true }).click();
  await answerOf(device, "Undone").waitFor();
  expect((await countedScans(order_id)).filter((one) => one === "entry")).toHaveLength(1);
  await next(device);

  await device.getByRole("button", { name: "Check out", exact: true }).click();
  await scanCode(device, orderCode);
  await device.getByRole("button", { name: "Check out 1" }).click();
  await answerOf(device, "Welcome").getByText("Checked out.").waitFor();
  await next(device);
  await scanCode(device, codes[1] ?? "");
  await answerOf(device, "Look").getByText("Nobody has entered with this ticket.").waitFor();
  expect(await device.getByRole("button", { name: "Let in" }).count()).toBe(0);
  await next(device);
  await device.getByRole("button", { name: "Checking out" }).click();
  await device.getByRole("button", { name: "Count 1 in" }).click();
  await answerOf(device, "Welcome").waitFor();
  await device.getByRole("button", { name: "Undo", exact: true }).click();
  await answerOf(device, "Undone").waitFor();
});

test("a ticket missing from the list is admitted if the seller allows it, and the next scan need not wait until Welcome closes", async () => {
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await changeReplies(device, /\/staff_api\/gate\?/, { settings: { unlisted: true } });
  await pairDevice(manager, device, "Late gate");
  await device.getByText(/Online · list .*\d\d:\d\d/).waitFor();
  await goOffline(device);
  const { order_id, codes } = await buyForNow(await newVisitor(), { Adult: 2 });
  for (const code of codes) {
    await scanCode(device, code);
    const answer = answerOf(device, "Look");
    await answer.getByText(/Not in the list of \d\d:\d\d\./).waitFor();
    await answer.getByRole("button", { name: "Let in", exact: true }).click();
    await answerOf(device, "Let in").waitFor();
    await next(device);
  }
  await goOnline(device);
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  expect(await countedScans(order_id)).toEqual(["refused", "entry", "refused", "entry"]);

  const others = await buyForNow(await newVisitor(), { Adult: 2 });
  for (const code of others.codes) await scanCode(device, code);
  await expect.poll(() => countedScans(others.order_id)).toEqual(["entry", "entry"]);
});

testInTurn("a visitor with a dead phone is found by name, and admitted once the name is confirmed", async () => {
  const buyer = await newVisitor();
  const { order_id } = await buyForNow(buyer);
  const manager = await newManager();
  await openGateScreen(manager);
  const device = await newDevice();
  await pairDevice(manager, device, "Name gate");
  const name = device.getByRole("button", { name: "Name", exact: true });
  await name.press("Enter");
  await device.keyboard.press("Escape");
  await expect.poll(() => name.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true);
  await name.press("Enter");
  await device.getByLabel("First name").fill("Nobody Whosoever");
  await device.getByText("Nobody on today's list has that name.").waitFor();
  await device.getByLabel("First name").fill("ad");
  await device
    .getByRole("button", { name: /^Ada .*(?<!in)$/ })
    .last()
    .click();
  await device.getByRole("region", { name: "Confirm the name" }).press("Tab");
  await device.keyboard.press("Enter");
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await expect.poll(() => name.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true);
  // Too short for a code; the scanner's Enter presses no button.
  await device.getByRole("button", { name: "Count 1 in" }).focus();
  await scanCode(device, "123");
  await device.getByRole("button", { name: "Count 1 in" }).click();
  await answerOf(device, "Welcome").waitFor();
  expect((await countedScans(order_id)).length).toBeLessThanOrEqual(1);
});

test("a manager overrides a refusal with a reason, on a phone that warns of its wrong clock", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const [code = ""] = codes;
  const manager = await newVisitor({ viewport: phone, hasTouch: true, expectedRefusals: signedOut });
  await manager.addInitScript(`{
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + 600_000); }
      static now() { return Real.now() + 600_000; }
    };
  }`);
  await openGateScreen(manager);
  await manager.goto((await manager.getByRole("link", { name: "Scan on this device" }).getAttribute("href")) ?? "");
  await manager.getByText("This device's clock is wrong by 10 minutes. The server's time is used.").waitFor();
  await scanCode(manager, code);
  await answerOf(manager, "Welcome").waitFor();
  await next(manager);
  await scanCode(manager, code);
  const refused = answerOf(manager, "No");
  await refused.getByLabel("Reason").selectOption("family_or_group");
  await refused.getByRole("button", { name: "Let in anyway" }).click();
  await answerOf(manager, "Let in").waitFor();
  await expect.poll(() => countedScans(order_id)).toEqual(["entry", "refused", "double"]);
});

test("a supervisor overrides a refusal with their code, at a device online and offline", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const [code = ""] = codes;
  // An easily guessed code is refused.
  const manager = await newVisitor({ expectedRefusals: /\/staff_api\/(me|gate\/code)/ });
  const office = collectFindings(manager);
  await openGateScreen(manager);
  await setOwnCode(manager, "482915");
  await office.at("account with a supervisor's code");
  await manager.goto("/_office/harbor/gate");
  const device = await newDevice();
  await pairDevice(manager, device, "Strict gate");
  const { found, at } = collectFindings(device);
  await scanCode(device, code);
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await scanCode(device, code);
  const refused = answerOf(device, "No");
  await refused.getByLabel("Reason").selectOption("family_or_group");
  await refused.getByRole("button", { name: "Let in anyway" }).click();
  await refused.getByLabel("Code", { exact: true }).fill("999111");
  await at("a supervisor's code");
  await refused.getByRole("button", { name: "Allow" }).click();
  await refused.getByText("This code is wrong.").waitFor();
  await refused.getByLabel("Code", { exact: true }).fill("482915");
  await refused.getByRole("button", { name: "Allow" }).click();
  await answerOf(device, "Let in").waitFor();
  await next(device);

  await goOffline(device);
  await scanCode(device, code);
  await answerOf(device, "No").getByRole("button", { name: "Let in anyway" }).click();
  await answerOf(device, "No").getByLabel("Code", { exact: true }).fill("482915");
  await answerOf(device, "No").getByRole("button", { name: "Allow" }).click();
  await answerOf(device, "Let in").getByText("Decided on this device, without the server.").waitFor();
  await next(device);
  await goOnline(device);
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await expect.poll(() => countedScans(order_id)).toEqual(["entry", "refused", "double", "refused", "double"]);
  await manager.reload();
  await manager.getByRole("heading", { name: "Gate", level: 1 }).waitFor();
  expect(await manager.getByText("let in twice").count()).toBe(0);
  expect([...office.found, ...found]).toEqual([]);
});

test("a pairing code that has expired is said to be so, on both sides, and a new one pairs", async () => {
  const manager = await newManager();
  await openGateScreen(manager);
  await manager.getByRole("button", { name: "New device" }).click();
  await manager.getByRole("textbox", { name: "Name" }).fill("Slow gate");
  await manager.getByRole("button", { name: "Show the code" }).click();
  await manager.getByRole("img", { name: "Pairing code" }).waitFor();
  const link = (await manager.getByRole("link", { name: "Pair this browser instead" }).getAttribute("href")) ?? "";
  await expirePairing("Slow gate");
  const device = await newDevice({ expectedRefusals: /\/staff_api\/gate\/pair/ });
  await device.goto(link);
  await device.getByText("This pairing code was used, replaced or has expired. Ask for a new one.").waitFor();
  await manager.getByText("This code has expired. Close this, and choose New code at the device.").waitFor();
  await manager.getByRole("button", { name: "Close", exact: true }).last().click();
  await manager.getByRole("button", { name: "New code" }).last().click();
  await device.goto("about:blank");
  await device.goto(
    (await manager.getByRole("link", { name: "Pair this browser instead" }).getAttribute("href")) ?? "",
  );
  await device.getByText(/Online · list/).waitFor();
});

testInTurn("every screen of the gate is accessible", async () => {
  const buyer = await newVisitor();
  const { codes, orderCode } = await buyForNow(buyer, { Adult: 2 });
  const manager = await newManager();
  const office = collectFindings(manager);
  await openGateScreen(manager);
  await manager.getByRole("button", { name: "New device" }).click();
  const span = manager.getByLabel("It scans for");
  await span.focus();
  await span.selectOption("Until the end of a day");
  await manager.getByLabel("Last day").waitFor();
  await office.at("new device");
  await manager.keyboard.press("Escape");
  await manager.getByRole("button", { name: "Discard" }).click();
  const device = await newDevice();
  await pairDevice(manager, device, "Side door");
  await office.at("devices");
  await manager.getByRole("button", { name: "End Side door" }).click();
  await office.at("end a device");
  await manager.getByRole("button", { name: "Back" }).click();
  const { found, at } = collectFindings(device);
  await at("gate");
  await device.getByRole("button", { name: "Name", exact: true }).click();
  await device.getByLabel("First name").fill("ad");
  await at("find a name");
  await device.getByRole("button", { name: "Cancel" }).click();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  await at("welcome");
  await answerOf(device, "Welcome").waitFor({ state: "detached" });
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "No").waitFor();
  await at("no");
  await next(device);
  await scanCode(device, orderCode);
  await answerOf(device, "Look").waitFor();
  await at("choose from an order");
  expect([...office.found, ...found]).toEqual([]);
});
