import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillCart, openAllEvents, openEvent, openShop } from "../support/shop.ts";
import { desktop, newVisitor, phone } from "../support/visitor.ts";

const purchase = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 } as const;
const headerCart = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Cart/ });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Your cart" });

test("on a phone the header's cart opens the cart over the page, wherever it is", async () => {
  const page = await newVisitor({ viewport: phone });
  await fillCart(page, purchase);
  const places: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["the checkout", async () => undefined],
    ["the listing", () => openAllEvents(page, "harbor")],
    ["an event", () => openEvent(page, "Museum Admission")],
    ["the account", () => page.goto("/harbor/resend")],
  ];
  for (const [place, open] of places) {
    await open();
    const address = page.url();
    await headerCart(page).click();
    await sheet(page).getByText("Museum Admission").first().waitFor();
    expect(page.url(), place).toBe(address);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
  }
});

test("Back closes the cart over the page, and the next one leaves the page", async () => {
  const page = await newVisitor({ viewport: phone });
  await fillCart(page, purchase);
  await openAllEvents(page, "harbor");
  const listing = page.url();
  await openEvent(page, "Museum Admission");
  const address = page.url();
  await headerCart(page).click();
  await sheet(page).getByText("Museum Admission").first().waitFor();
  await page.evaluate(() => setTimeout(() => history.back()));
  await sheet(page).waitFor({ state: "hidden" });
  expect(page.url()).toBe(address);
  await page.evaluate(() => setTimeout(() => history.back()));
  await page.waitForURL(listing);
});

test("on a desktop the header's cart is a link to the checkout", async () => {
  const page = await newVisitor({ viewport: desktop });
  await openShop(page, "harbor");
  expect(await headerCart(page).isVisible()).toBe(false);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await page.waitForURL(/\/checkout$/);
});

test("an order line that is being removed stays so when the window gets narrow", async () => {
  const page = await newVisitor({ viewport: desktop });
  await fillCart(page, purchase);
  await page.getByRole("button", { name: "Remove Museum Admission" }).click();
  const confirm = page.getByRole("button", { name: "Confirm", exact: true });
  await confirm.waitFor();
  await page.setViewportSize(phone);
  await confirm.waitFor();
  await page.setViewportSize(desktop);
  await confirm.waitFor();
});
