import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  acceptTerms,
  acceptTermsAsAsked,
  cards,
  fillCard,
  fillCart,
  fillPurchaser,
  waitForOrder,
  newAddress,
  pay,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Apply gift card" });
const applyGiftCard = async (page: Page, number: string): Promise<void> => {
  await page.getByRole("main").getByRole("button", { name: "Apply gift card" }).click();
  await dialogOf(page).getByLabel("Gift card number").fill(number);
  await page.keyboard.press("Enter");
};
const isApplied = (page: Page): Promise<void> => dialogOf(page).waitFor({ state: "detached" });

test("two gift cards and a card pay together, and errors are explained", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: /\/ledger\// });
  const email = newAddress();
  await fillCart(page, { ...twoAdults, count: 9 });
  await applyGiftCard(page, "NO-SUCH-CARD");
  await dialogOf(page).getByText("Gift card not found").waitFor();
  await dialogOf(page).getByLabel("Gift card number").fill("HARBOR-GIFT-0");
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText("Gift Card balance is $0").waitFor();
  await dialogOf(page).getByLabel("Gift card number").fill("harbor gift 25");
  await page.keyboard.press("Enter");
  await isApplied(page);
  await applyGiftCard(page, "HARBOR-GIFT-25");
  await dialogOf(page).getByText("Oops! You already applied this gift card").waitFor();
  await dialogOf(page).getByLabel("Gift card number").fill("HARBOR-GIFT-200");
  await page.keyboard.press("Enter");
  await isApplied(page);

  const main = page.getByRole("main");
  expect(await main.getByText("Balance left: $0.00").count()).toBe(2);
  expect(await page.content()).not.toContain("HARBOR-GIFT");
  await fillPurchaser(page, email);
  await fillCard(page, cards.good);
  await acceptTerms(page);
  await pay(page);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);

  // What the browser stores identifies nobody and cannot be used to pay.
  const { cookies, origins } = await page.context().storageState();
  const inTab = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  const kept = JSON.stringify([origins, cookies.map(({ name, value }) => [name, value])]) + inTab;
  expect(kept).toContain("foyer.harbor.v1");
  expect(decodeURIComponent(kept)).not.toMatch(/ada|byron|@|gift-?(?:25|200)|4242|token|secret/i);
  for (const { name, httpOnly, sameSite } of cookies) expect([name, httpOnly, sameSite]).toEqual([name, true, "Lax"]);
});

test("a gift card that covers the total needs no card, and can be removed again", async () => {
  const page = await newVisitor();
  const email = newAddress();
  await fillCart(page, { seller: "opal", event: "Hall Tour", ticket: "Adult", count: 1 });
  const main = page.getByRole("main");
  await applyGiftCard(page, "OPAL-GIFT-1000");
  await isApplied(page);
  await main.getByText("Your gift cards cover the whole amount. No card is needed.").waitFor();
  expect(await main.getByLabel("Card number").count()).toBe(0);
  await main.getByRole("button", { name: /^Remove gift card/ }).click();
  await main.getByLabel("Card number").waitFor();
  await applyGiftCard(page, "OPAL-GIFT-1000");
  await isApplied(page);
  await fillPurchaser(page, email);
  await acceptTermsAsAsked(page);
  await visibleButton(page, "Complete order").click();
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});
