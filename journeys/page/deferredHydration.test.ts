import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdScripts } from "../support/holdScripts.ts";
import {
  addTickets,
  dateOptions,
  walkToCheckout,
  openEvent,
  openShop,
  chooseTime,
  pressNextStep,
  reserve,
  visibleButton,
  timeOptions,
} from "../support/shop.ts";
import { desktop, newTab, newVisitor, phone, type VisitorOptions } from "../support/visitor.ts";

const admission = "Museum Admission";
const staticParts = (page: Page) => page.locator("[data-static]");
const dateHeading = (page: Page) => page.getByRole("heading", { level: 2, name: "Date" });
const date = (page: Page) => dateOptions(page).nth(1);
const inCart = (page: Page, name: string) => page.getByRole("banner").getByRole("img", { name });
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");

/**
 * Opens an event page and waits until it loads nothing more by itself; also returns the loaded scripts. For a visitor whose
 * mouse has never been anywhere: where it rests, the browser reports it over the page as soon as that is drawn.
 */
const openWithoutScripts = async (
  options: VisitorOptions = {},
): Promise<{ page: Page; scripts: () => readonly string[] }> => {
  const earlier = await newVisitor({ viewport: phone });
  await openShop(earlier, "harbor");
  await openEvent(earlier, admission);
  const page = await newVisitor({ viewport: phone, ...options });
  const came: string[] = [];
  page.on("response", (answer) => answer.url().endsWith(".js") && came.push(answer.url()));
  await page.goto(earlier.url());
  await page.waitForLoadState("networkidle");
  return { page, scripts: () => came };
};

test("only the dates are hydrated at first; the first interaction hydrates the rest", async () => {
  const { page, scripts } = await openWithoutScripts();
  expect(await staticParts(page).count()).toBeGreaterThanOrEqual(3);
  expect(scripts().length).toBeLessThanOrEqual(4);

  await page.keyboard.press("Shift");
  await expect.poll(() => staticParts(page).count()).toBe(0);
  expect(scripts().length).toBeGreaterThan(4);
});

test("a date can be chosen before the rest of the form has loaded, and the form continues from it", async () => {
  const { page } = await openWithoutScripts();
  const release = await holdScripts(page);
  await date(page).click();
  await dateHeading(page).waitFor();
  expect(new URL(page.url()).searchParams.get("date")).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.getByRole("status").filter({ hasText: "You have selected" }).waitFor({ state: "attached" });
  // It can still be cleared.
  await page.getByRole("button", { name: "Change date" }).click();
  await dateOptions(page).first().waitFor();
  expect(new URL(page.url()).search).toBe("");
  await date(page).click();
  expect(await timeOptions(page).count()).toBe(0);

  release();
  await timeOptions(page).first().waitFor();
  await dateHeading(page).waitFor();
  await expect.poll(() => focused(page)).toBe("Choose a time");
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
  await inCart(page, "1 ticket in your cart").waitFor();
});

test("an action before the form has loaded is carried out when it has", async () => {
  const { page } = await openWithoutScripts();
  const release = await holdScripts(page);
  await pressNextStep(page, "Choose a date");
  await expect.poll(() => visibleButton(page, "Choose a date").first().getAttribute("aria-busy")).toBe("true");
  release();
  await page.getByText("Please select a date to continue.").waitFor();
  expect(await visibleButton(page, "Choose a date").getAttribute("aria-busy")).toBeNull();
});

test("a click on a static part is replayed after hydration", async () => {
  const { page } = await openWithoutScripts();
  const release = await holdScripts(page);
  await page.getByRole("button", { name: `More about ${admission}` }).click();
  expect(await page.getByRole("dialog").count()).toBe(0);
  release();
  await page.getByRole("dialog", { name: admission }).waitFor();
});

test("a failed load is reported, and the next action tries again", async () => {
  const { page } = await openWithoutScripts({
    expectedErrors: /Failed to fetch dynamically imported module|ChunkLoadError/,
  });
  await page.route("**/*.js*", (route) => route.abort());
  await date(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "A part of this page could not be loaded." });
  await alert.waitFor();
  await page.unroute("**/*.js*");
  await page.getByRole("button", { name: "Change date" }).click();
  await date(page).click();
  await timeOptions(page).first().waitFor();
  await alert.waitFor({ state: "detached" });
});

test("a form that cannot be loaded is loaded again by its button, and the date and the focus stay", async () => {
  const { page } = await openWithoutScripts({
    expectedErrors: /Failed to fetch dynamically imported module|ChunkLoadError/,
  });
  await page.route("**/*.js*", (route) => route.abort());
  await date(page).click();
  const alert = page.getByRole("main").getByRole("alert");
  await alert.waitFor();
  const chosen = new URL(page.url()).searchParams.get("date");
  const again = alert.getByRole("button", { name: "Try again" });
  await again.click();
  await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.unroute("**/*.js*");
  await again.press("Enter");
  await timeOptions(page).first().waitFor();
  await alert.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Choose a time");
  expect(new URL(page.url()).searchParams.get("date")).toBe(chosen);
});

test("a form that could not be loaded offline is loaded when the connection is back", async () => {
  const { page } = await openWithoutScripts({
    expectedErrors: /Failed to fetch dynamically imported module|ChunkLoadError|ERR_INTERNET_DISCONNECTED/,
  });
  await page.context().setOffline(true);
  await date(page).click();
  await page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  await page.context().setOffline(false);
  await timeOptions(page).first().waitFor();
});

test("a dialog of dates that cannot be loaded is reported on the page, and the next press opens it", async () => {
  const { page } = await openWithoutScripts({
    expectedErrors: /Failed to fetch dynamically imported module|ChunkLoadError/,
  });
  await page.route("**/*.js*", (route) => route.abort());
  const more = page.getByRole("button", { name: "More dates" });
  await more.click();
  const alert = page.getByRole("alert").filter({ hasText: "A part of this page could not be loaded." });
  await alert.waitFor();
  await date(page).waitFor();
  const again = alert.getByRole("button", { name: "Try again" });
  await again.click();
  await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
  await page.unroute("**/*.js*");
  await more.click();
  await page.getByRole("dialog").waitFor();
  await alert.waitFor({ state: "detached" });
});

test("a step that cannot be loaded says so at its place, keeps the choice, and is loaded again by its button", async () => {
  const { page } = await openWithoutScripts({
    expectedErrors: /Failed to fetch dynamically imported module|ChunkLoadError|not loaded/,
  });
  // The form is loaded, the steps after its date are not.
  await page.keyboard.press("Shift");
  await expect.poll(() => staticParts(page).count()).toBe(0);
  await page.route("**/*.js*", (route) => route.abort());
  await date(page).click();
  const alert = page
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: "This part of the page could not be loaded." });
  await alert.waitFor();
  await dateHeading(page).waitFor();
  const chosen = new URL(page.url()).searchParams.get("date");
  expect(chosen).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await page.getByText("Something went wrong").count()).toBe(0);
  const again = alert.getByRole("button", { name: "Try again" });
  await again.click();
  await alert.waitFor();
  await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();

  await page.unroute("**/*.js*");
  await again.press("Enter");
  await timeOptions(page).first().waitFor();
  await alert.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Choose a time");
  expect(new URL(page.url()).searchParams.get("date")).toBe(chosen);
});

test("a step whose script is refused once is complete all the same", async () => {
  const { page } = await openWithoutScripts({ expectedErrors: /Failed to fetch dynamically imported module/ });
  await page.keyboard.press("Shift");
  await expect.poll(() => staticParts(page).count()).toBe(0);
  await page.route("**/*.js", (route) => route.abort(), { times: 1 });
  await date(page).click();
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
});

test("all dates are available before the rest of the form has loaded", async () => {
  const { page } = await openWithoutScripts();
  await page.getByRole("button", { name: "More dates" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[data-day]:not([aria-disabled])").nth(3).click();
  await dialog.waitFor({ state: "detached" });
  await timeOptions(page).first().waitFor();
  await expect.poll(() => focused(page)).toBe("Choose a time");
  expect(await page.evaluate(() => document.documentElement.dataset.scroll)).toBeUndefined();
});

test("a page hydrates by itself for a visitor with a cart, in another tab too", async () => {
  const { page: other } = await openWithoutScripts({ viewport: desktop });
  const page = await newTab(other);
  await walkToCheckout(page, { seller: "harbor", event: admission, ticket: "Adult", count: 2 });
  await expect.poll(() => staticParts(other).count()).toBe(0);
  await inCart(other, "2 tickets in your cart").waitFor();
  // The day of the first visit is preselected for the second.
  await timeOptions(other).first().waitFor();

  await other.reload();
  await expect.poll(() => staticParts(other).count()).toBe(0);
  await timeOptions(other).first().waitFor();
});

test("a visitor who returns to a page sees its current state and keeps the focus", async () => {
  const { page } = await openWithoutScripts();
  await date(page).focus();
  const before = await focused(page);
  const days = await page.getByRole("radiogroup", { name: "Choose a date" }).elementHandle();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => days?.evaluate((element) => element.isConnected)).toBe(false);
  expect(await focused(page)).toBe(before);
  expect(await date(page).evaluate((element) => element === document.activeElement)).toBe(true);
});
