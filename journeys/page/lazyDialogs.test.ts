import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { blockScript } from "../support/holdScripts.ts";
import { fillCart, openEvent, openShop } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const expectedErrors = /Failed to fetch dynamically imported module|ChunkLoadError|not loaded|ERR_FAILED/;
const open = async (path: string): Promise<Page> => {
  const page = await newVisitor({ expectedErrors });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  return page;
};
/** The code of navigation is loaded with the first hint at a link, such as a finger on it. */
const loadNavigation = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Register" }).first().hover();
  await page.waitForLoadState("networkidle");
};
const homeLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /, home$/ });
const isScrollable = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflow !== "hidden");

/** Is the line at the top of the window or the word shown? */
const isLoading = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      "navigating" in document.documentElement.dataset ||
      [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent.includes("Loading…")),
  );

/** Scripts that never arrive until they are released. */
const holdNewScripts = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js*", async (route) => {
    await gate;
    await route.continue();
  });
  return () => release();
};

test("a login whose script is blocked says so, and opens by Try again; what was typed stays", async () => {
  const page = await newVisitor({ expectedErrors });
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  await page.getByRole("radio", { name: "Another amount" }).click();
  const amount = page.getByRole("textbox", { name: "Your amount" });
  await amount.fill("75");
  await loadNavigation(page);
  await page.route("**/*.js*", (route) => route.abort());
  await page.getByRole("link", { name: "Log in" }).first().focus();
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "Please check your connection and try again." });
  await alert.waitFor();
  expect(await amount.inputValue()).toBe("75.00");

  await page.unroute("**/*.js*");
  await alert.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Log in" });
  await dialog.waitFor();
  await alert.waitFor({ state: "detached" });
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await page.locator("input[inputmode=decimal]").inputValue()).toBe("75.00");
});

test("a login whose navigation script is blocked leaves what was typed, and opens by Try again", async () => {
  const page = await newVisitor({ expectedErrors });
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  const typed = page.url();
  // As if the page had been opened by its address: nothing has navigated yet.
  const release = await blockScript(page, "src/shell/navigation/navigateTo.ts");
  await page.goto(typed);
  await page.getByRole("radio", { name: "Another amount" }).click();
  const amount = page.getByRole("textbox", { name: "Your amount" });
  await amount.fill("75");
  await page.getByRole("link", { name: "Log in" }).first().focus();
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "Please check your connection and try again." });
  await alert.waitFor();
  expect(await amount.inputValue()).toBe("75.00");

  await release();
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: "Log in" }).waitFor();
  expect(await page.locator("input[inputmode=decimal]").inputValue()).toBe("75.00");
});

test("without its navigation script a link opens the next page, and what is held stays in the cart", async () => {
  const page = await newVisitor({ expectedErrors });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 });
  await blockScript(page, "src/shell/navigation/navigateTo.ts");
  await page.goto("/harbor/privacy");
  await page.getByRole("banner").getByRole("img", { name: "1 ticket in your cart" }).waitFor();
  await homeLink(page).click();
  await page.waitForURL(/\/harbor\/events$/);
  await page.getByRole("banner").getByRole("img", { name: "1 ticket in your cart" }).waitFor();
});

test("a link whose screen is blocked leaves the page as it is, and only Try again opens it", async () => {
  const page = await newVisitor({ expectedErrors });
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  const release = await blockScript(page, "src/routes/events/EventsScreen.tsx");
  // Opened by its address: the script of the listing is not loaded.
  await page.goto(page.url());
  await page.getByRole("radio", { name: "Another amount" }).click();
  const amount = page.getByRole("textbox", { name: "Your amount" });
  await amount.fill("75");
  await homeLink(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "Please check your connection and try again." });
  await alert.waitFor();
  expect(await amount.inputValue()).toBe("75.00");

  await release();
  // A press elsewhere does not leave the page.
  await amount.click();
  await page.waitForLoadState("networkidle");
  expect(await amount.inputValue()).toMatch(/^75/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "What’s on at the Harbor" }).waitFor();
  await alert.waitFor({ state: "detached" });
});

test.each([
  ["frame", "/harbor/events", "src/shell/frame/PageFrame.tsx"],
  ["screen", "/harbor/events", "src/routes/events/EventsScreen.tsx"],
  ["event", "", "src/routes/events/FullEventPage.tsx"],
])("a page whose %s is blocked keeps its content, says so, and works after Try again", async (_, path, source) => {
  const page = await newVisitor({ expectedErrors });
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  const release = await blockScript(page, source);
  await page.goto(path || page.url());
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "could not be loaded" });
  const again = alert.getByRole("button", { name: "Try again" });
  await again.waitFor();
  const heading = await page.getByRole("heading", { level: 1 }).elementHandle();
  await again.click();
  await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);

  await release();
  await again.click();
  await alert.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Log in" }).first().click();
  await page.getByRole("dialog", { name: "Log in" }).waitFor();
});

test("a page whose frame could not be loaded offline works when the connection is back", async () => {
  const page = await newVisitor({ expectedErrors });
  const release = await blockScript(page, "src/shell/frame/PageFrame.tsx");
  await page.goto("/harbor/events");
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "could not be loaded" });
  await alert.waitFor();
  await release();
  await page.evaluate(() => void window.dispatchEvent(new Event("online")));
  await alert.waitFor({ state: "detached" });
});

test.each([
  ["login", /^Log in$/, "link"],
  ["terms", /^Terms and conditions$/, "button"],
] as const)(
  "a dialog whose script does not arrive shows that it is loading, and the page stays usable: %s",
  async (...of) => {
    const [, name, role] = of;
    const page = await open("/harbor/events");
    await loadNavigation(page);
    const release = await holdNewScripts(page);
    await page.getByRole(role, { name }).first().click();
    await expect.poll(() => isLoading(page)).toBe(true);
    expect(await isScrollable(page)).toBe(true);
    release();
    await page.getByRole("dialog").waitFor();
    expect(await isLoading(page)).toBe(false);
    expect(await isScrollable(page)).toBe(false);
  },
);

test("a link pressed offline, on a phone, leaves the page and what was typed as they are", async () => {
  const page = await newVisitor({ viewport: phone, expectedErrors });
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  await page.getByRole("radio", { name: "Another amount" }).click();
  const amount = page.getByRole("textbox", { name: "Your amount" });
  await amount.fill("42");
  await page.context().setOffline(true);
  await page.getByRole("status").filter({ hasText: "You are offline." }).waitFor();
  // The notice lies over the link and lets it be pressed.
  await page.getByRole("link", { name: "Log in" }).first().click();
  expect(await amount.inputValue()).toMatch(/^42/);
  await page.context().setOffline(false);
  await page.getByRole("status").filter({ hasText: "You are offline." }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Log in" }).first().click();
  await page.getByRole("dialog", { name: "Log in" }).waitFor();
});
