import { chromium, type Page } from "playwright-core";
import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  addTickets,
  cards,
  chooseDate,
  chooseTime,
  fillCart,
  fillPurchaser,
  goToCheckout,
  newAddress,
  openEvent,
  pay,
  payWith,
  reserve,
  visibleButton,
  waitForOrder,
  walkToCheckout,
} from "../support/shop.ts";
import { newVisitor, wholeBrowser } from "../support/visitor.ts";
import { workerShop } from "../support/workerShop.ts";

const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
// A payment that needs the bank is answered with 402.
const payments = /\/my\/cart\/[^/]+\/(?:pay|guest_checkout)\b/;
const authenticate = (page: Page) => page.getByRole("button", { name: "Complete authentication" });
const expectCart = async (page: Page): Promise<void> => {
  await goToCheckout(page);
  await page.getByRole("main").getByText("2 × Adult").first().waitFor();
};

/** Like a browser whose settings block storage: each access throws. */
const blockStorage = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
};
/** Fills the browser's storage to the last character. */
const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage])
      for (let length = 4_000_000; length > 0;)
        try {
          storage.setItem(`filled${storage.length}`, "x".repeat(length));
        } catch {
          length = Math.floor(length / 2);
        }
  });

test("without storage a cart survives a reload, and a purchase goes through the bank's page", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  await blockStorage(page);
  const email = newAddress();
  await walkToCheckout(page, twoAdults);
  await page.reload();
  await expectCart(page);
  await fillPurchaser(page, email);
  await payWith(page, cards.bank);
  await authenticate(page).click();
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
  expect(await page.evaluate(() => document.cookie)).not.toContain("foyer-cart.");
  await page.goto("/harbor/checkout");
  await page.getByRole("heading", { level: 1, name: "Your cart is empty" }).waitFor();
});

test("in a browser that blocks cookies and storage nothing is held, and the form says why", async () => {
  const page = await newVisitor();
  await blockStorage(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto("/harbor/events");
  await openEvent(page, twoAdults.event);
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, twoAdults.ticket, twoAdults.count);
  await reserve(page);
  await page.getByText("Your browser blocks cookies, and we need one to keep your cart.").first().waitFor();
  expect(requests.filter((request) => request.startsWith("POST /api/my/cart"))).toEqual([]);
});

test("with full storage a cart survives a reload", async () => {
  const page = await newVisitor();
  await page.goto("/harbor/events");
  await fillStorage(page);
  await walkToCheckout(page, twoAdults);
  await page.reload();
  await expectCart(page);
});

test("reloads of the bank's page, of the checkout behind it and of the order lead to one order", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  const email = newAddress();
  await fillCart(page, twoAdults);
  await fillPurchaser(page, email);
  await payWith(page, cards.bank);
  await authenticate(page).waitFor();
  const bank = page.url();
  await page.goto("/harbor/checkout");
  await expectCart(page);
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  await page.goto(bank);
  await page.reload();
  await authenticate(page).click();
  await waitForOrder(page);
  await page.reload();
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});

test("a checkout reopened by the back button can be paid, and takes no second payment", async () => {
  // The browser used by the other journeys has no back/forward cache.
  const browser = await chromium.launch({
    executablePath: wholeBrowser,
    args: ["--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const context = await browser.newContext({ baseURL: workerShop().origin, locale: "en-US" });
    const page = await context.newPage();
    await page.addInitScript(() =>
      window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasCached: persisted })),
    );
    const wasCached = () => page.evaluate(() => "wasCached" in window && window.wasCached);
    // Playwright's own goBack waits for a load, which does not happen for a cached page.
    const goBack = async (to: RegExp): Promise<void> => {
      await page.evaluate(() => setTimeout(() => history.back()));
      await expect.poll(() => page.url()).toMatch(to);
      await expect.poll(wasCached).toBe(true);
    };
    const email = newAddress();
    await fillCart(page, twoAdults);
    await fillPurchaser(page, email);
    await payWith(page, cards.bank);
    await authenticate(page).waitFor();
    await goBack(/\/harbor\/checkout$/);
    await expect.poll(() => visibleButton(page, /^Pay /).isEnabled()).toBe(true);
    await pay(page);
    await authenticate(page).click();
    await waitForOrder(page);
    await goBack(/\/_test\/3ds\//);
    // The checkout redirects to the completed order.
    await goBack(/\/harbor\/checkout(\/complete\?.*)?$/);
    await waitForOrder(page);
    expect(await visibleButton(page, /^Pay /).count()).toBe(0);
    expect(await countOrders(email)).toBe(1);
  } finally {
    await browser.close();
  }
});
