import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { StripeDouble } from "../../apps/server/test/payments/stripeDouble.ts";
import { countOrders, expireCartIn, findPurchaser } from "../support/database.ts";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { focusedElement, tabTo } from "../support/accessibility/keyboard.ts";
import { fillCart, newAddress, storedCartId, visibleButton, waitForOrder } from "../support/shop.ts";
import { closeStripeSeller, openStripeSeller, routeStripe, walletFrame } from "../support/stripe.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const atHarbor = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 };
const refusals = /\/my\/cart\//;
const sheet = (page: Page) => page.getByRole("dialog", { name: "Demo wallet" });
const wallet = (page: Page) => page.getByRole("main").getByRole("button", { name: "Demo wallet", exact: true });
const openSheet = async (page: Page, email: string): Promise<void> => {
  await wallet(page).click();
  await sheet(page).getByLabel("Email").fill(email);
};
const confirm = (page: Page): Promise<void> =>
  sheet(page)
    .getByRole("button", { name: /^Confirm / })
    .click();
/** How far the page has shifted by itself since it was opened. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

describe("the demo wallet", () => {
  test("a closed sheet changes nothing; a declined card shows an error at the wallet; the next one pays", async () => {
    const page = await newVisitor({ viewport: phone, hasTouch: true, expectedRefusals: refusals });
    const email = newAddress();
    await fillCart(page, atHarbor);
    await page.reload();
    await wallet(page).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.01);
    await expectAccessible(page);

    await openSheet(page, email);
    await expectAccessible(page);
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await sheet(page).waitFor({ state: "detached" });
    expect(await page.getByLabel("First name").inputValue()).toBe("");

    await openSheet(page, email);
    await sheet(page).getByRole("radio", { name: "Is declined" }).check();
    await confirm(page);
    const express = page.getByRole("group", { name: "Express checkout" });
    await express.getByText("Your card was declined.").waitFor();
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    expect(await countOrders(email)).toBe(0);
    await expectAccessible(page);

    await wallet(page).click();
    await sheet(page).getByRole("radio", { name: "Succeeds" }).check();
    await confirm(page);
    await waitForOrder(page);
    expect(await countOrders(email)).toBe(1);
  });

  test("buys by keyboard alone", async () => {
    const page = await newVisitor();
    await fillCart(page, atHarbor);
    await page.getByRole("heading", { level: 2, name: "Express checkout" }).waitFor();
    await tabTo(page, wallet(page));
    expect(await focusedElement(page)).toMatchObject({ role: "button", name: "Demo wallet", isVisible: true });
    await page.keyboard.press("Enter");
    await sheet(page).waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    expect(await focusedElement(page)).toMatchObject({ role: "button", name: "Demo wallet" });
    await page.keyboard.press("Enter");
    await tabTo(page, sheet(page).getByLabel("Name"));
    await page.keyboard.press("Enter");
    await waitForOrder(page);
  });

  test("a hold that ends while the sheet is open buys nothing", async () => {
    const page = await newVisitor({ expectedRefusals: refusals });
    const email = newAddress();
    await fillCart(page, atHarbor);
    await openSheet(page, email);
    await expireCartIn(await storedCartId(page, "harbor"), -5);
    await confirm(page);
    await page.getByText("Cart timed out").first().waitFor();
    expect(await countOrders(email)).toBe(0);
  });
});

describe("Stripe's wallets", () => {
  let stripe: StripeDouble;
  beforeAll(async () => {
    stripe = await openStripeSeller();
  });
  afterEach(() => {
    expect(stripe.violations).toEqual([]);
  });
  afterAll(() => closeStripeSeller(stripe));
  const atPier = { seller: "pier", event: "General Admission", ticket: "Adult", count: 1 };
  const pressWallet = async (page: Page, choice: string): Promise<void> => {
    await walletFrame(page).getByRole("button", { name: "Google Pay" }).click();
    await page.getByRole("dialog", { name: "Google Pay" }).getByRole("button", { name: choice, exact: true }).click();
  };

  test("buy with the wallet's name and address after a closed sheet and a declined card", async () => {
    const page = await newVisitor({ viewport: phone, expectedRefusals: refusals });
    const email = newAddress();
    await routeStripe(page, stripe, { walletEmail: email });
    await fillCart(page, atPier);
    await pressWallet(page, "Cancel");
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    await pressWallet(page, "Pay with a card that is declined");
    await page.getByRole("group", { name: "Express checkout" }).getByText("Your card was declined.").waitFor();
    expect(await countOrders(email)).toBe(0);
    expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
    await pressWallet(page, "Pay");
    await waitForOrder(page);
    expect(await countOrders(email)).toBe(1);
  });

  test("ask the visitor for what the wallet does not know, keep the answers, and then pay", async () => {
    const page = await newVisitor({ viewport: phone, expectedRefusals: refusals });
    const email = newAddress();
    await routeStripe(page, stripe, { walletEmail: email });
    await fillCart(page, { ...atPier, event: "Evening Talk" });
    await page.getByLabel("First name").fill("Augusta");
    await page.getByLabel("Last name").fill("King");
    await pressWallet(page, "Pay");
    await page.getByText("Google Pay is ready to pay.").waitFor();
    await expectAccessible(page);
    expect(await countOrders(email)).toBe(0);
    expect(await focusedElement(page)).toMatchObject({ name: "What would you like to hear about?" });
    await page.keyboard.type("Tides");
    await visibleButton(page, "Pay $29.50 with Google Pay").click();
    await waitForOrder(page);
    expect(await countOrders(email)).toBe(1);
    expect(await findPurchaser(email)).toMatchObject({ first_name: "Augusta", last_name: "King" });
  });

  test("take no space in a browser without a wallet, nor at the next visit", async () => {
    const page = await newVisitor({ expectedRefusals: refusals });
    await routeStripe(page, stripe);
    await fillCart(page, atPier);
    const express = page.getByRole("heading", { level: 2, name: "Express checkout" });
    await express.waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "Your details" }).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.01);
  });
});
