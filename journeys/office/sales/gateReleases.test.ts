import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countedScans } from "../../support/database.ts";
import { answerOf, buyForNow, goOffline, goOnline, next, openGateScreen, scanCode } from "../../support/gate.ts";
import { openReleases } from "../../support/releases.ts";
import { newTab, newVisitor, phone } from "../../support/visitor.ts";

/** A phone on which somebody who only scans has signed in, at the origin where releases are deployed. */
const scannerAt = async (baseURL: string): Promise<Page> => {
  const page = await newVisitor({
    baseURL,
    viewport: phone,
    hasTouch: true,
    expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    expectedRefusals: /\/staff_api\/(gate|me)|\/_office\/files\//,
  });
  await openGateScreen(page, "Scanner at Harbor Museum of Art");
  await page.clock.install();
  await page.goto((await page.getByRole("link", { name: "Scan on this device" }).getAttribute("href")) ?? "");
  await page.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  return page;
};

const firstScript = (page: Page): Promise<string> =>
  page.evaluate("new URL(document.querySelector('script[type=module]').src).pathname");
const isNext = async (page: Page): Promise<boolean> => (await firstScript(page)).endsWith("-next.js");

/** As when the network is back: the page looks for a newer release. Otherwise it does so every ten minutes. */
const lookForRelease = (page: Page): Promise<unknown> => page.evaluate("window.dispatchEvent(new Event('online'))");
/** Not more at once, since a call that is not answered within 30 seconds is lost. */
const letTimePass = (page: Page, seconds: number): Promise<void> => page.clock.fastForward(seconds * 1000);
/** Whether the page has loaded the next release; if not, some time passes. */
const isLoaded = async (page: Page): Promise<boolean> => {
  if (await isNext(page).catch(() => false)) return true;
  await letTimePass(page, 15);
  return false;
};
const whileTimePasses = { interval: 1_000, timeout: 60_000 };
const ready = (page: Page) => page.getByText(/A new version of this page is ready/);

test("a release that is deployed while a phone scans is loaded once nobody has scanned for a minute, and nothing is lost", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor(), { Adult: 4 });
  const [first = "", second = "", third = "", fourth = ""] = codes;
  const releases = await openReleases();
  const device = await scannerAt(releases.origin);
  const other = await newTab(device);
  await other.goto("/_office/scan/");
  await other.getByText(/Online · list/).waitFor();
  const script = await firstScript(device);
  await scanCode(device, first);
  await answerOf(device, "Welcome").waitFor();
  await next(device);

  releases.deploy();
  await lookForRelease(device);
  for (const tab of [device, other]) await ready(tab).waitFor();
  // The files of the release before are gone from the server, and stay on the phone.
  expect(await device.evaluate(`fetch(${JSON.stringify(script)}).then(({ status }) => status)`)).toBe(200);
  await scanCode(device, second);
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  await goOffline(device);
  await scanCode(device, third);
  await answerOf(device, "Welcome").getByText("Decided on this device").waitFor();
  await next(device);
  for (let n = 0; n < 4; n++) await letTimePass(device, 20);
  await device.getByText(/No network · list .*\d\d:\d\d · 1 waiting/).waitFor();
  expect([await isNext(device), await ready(device).count()]).toEqual([false, 1]);
  await goOnline(device);
  await lookForRelease(device);
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await device.getByRole("button", { name: "Check out", exact: true }).click();

  await letTimePass(device, 20);
  expect(await isNext(device)).toBe(false);
  await expect.poll(() => isLoaded(device), whileTimePasses).toBe(true);
  await device.getByText("This page was updated.").waitFor();
  await device.getByRole("button", { name: "Checking out" }).click();
  await device.getByRole("button", { name: "Undo last" }).click();
  await answerOf(device, "Undone").waitFor();
  await next(device);
  await scanCode(device, fourth);
  await answerOf(device, "Welcome").waitFor();
  expect(await countedScans(order_id)).toEqual(["entry", "entry", "undone", "undo", "entry"]);
  await expect.poll(() => isLoaded(other), whileTimePasses).toBe(true);
});

test("a release whose files do not all arrive is not used, and the one before opens without a network", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const releases = await openReleases();
  const device = await scannerAt(releases.origin);
  releases.deploy({ isCut: true });
  await device.evaluate(
    "navigator.serviceWorker.getRegistration('/_office/scan/').then((one) => one.update()).then((one) => one.installing && new Promise((done) => one.installing.addEventListener('statechange', done)))",
  );
  expect(await ready(device).count()).toBe(0);
  await goOffline(device);
  await device.reload();
  await device.getByText(/No network · list/).waitFor();
  await scanCode(device, codes[0] ?? "");
  await answerOf(device, "Welcome").waitFor();
  await next(device);
  expect(await isNext(device)).toBe(false);

  releases.deploy();
  await goOnline(device);
  await lookForRelease(device);
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await ready(device).waitFor();
  await device.getByRole("button", { name: "Load it now" }).click();
  await device.getByText("This page was updated.").waitFor();
  await device.getByText(/Online · list .*\d\d:\d\d · 0 waiting/).waitFor();
  await goOffline(device);
  await device.reload();
  await device.getByText(/No network · list .*\d\d:\d\d · 0 waiting/).waitFor();
  expect([await isNext(device), await countedScans(order_id)]).toEqual([true, ["entry"]]);
});
