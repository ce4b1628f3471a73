import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testsInTurn } from "../../scripts/testRunner/testsInTurn.ts";
import { expireCartIn } from "../support/database.ts";
import {
  addTickets,
  storedCartId,
  fillCart,
  goToCheckout,
  openEvent,
  openShop,
  chooseTime,
  reserve,
} from "../support/shop.ts";
import { newTab, newVisitor } from "../support/visitor.ts";

const testInTurn = testsInTurn(import.meta.filename);

const purchase = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 };

/** Lets time pass in the database; the page notices with its next request. */
const expireOwnCartIn = async (page: Page, seconds: number): Promise<void> => {
  await expireCartIn(await storedCartId(page, purchase.seller), seconds);
  await page.reload();
};
const timer = (page: Page) => page.getByRole("timer").first();
const timerLevel = (page: Page) => page.locator("[data-level]").first().getAttribute("data-level");

testInTurn("the timer warns, offers more time and extends the hold", async () => {
  const page = await newVisitor();
  await fillCart(page, purchase);
  await expect.poll(() => timer(page).innerText()).toMatch(/^14:\d\d$/);
  expect(await timerLevel(page)).toBe("info");

  await expireOwnCartIn(page, 290);
  await expect.poll(() => timer(page).innerText()).toMatch(/^4:\d\d$/);
  expect(await timerLevel(page)).toBe("warning");
  await page
    .getByRole("status")
    .filter({ hasText: "Your cart is held for 5 more minutes." })
    .waitFor({ state: "attached" });

  await expireOwnCartIn(page, 115);
  await expect.poll(() => timer(page).innerText()).toMatch(/^1:\d\d$/);
  expect(await timerLevel(page)).toBe("error");

  // The warning comes a minute before the end.
  await expireOwnCartIn(page, 70);
  await goToCheckout(page);
  await timer(page).waitFor();
  const offer = page.getByRole("dialog", { name: "Do you need more time?" });
  expect(await offer.count()).toBe(0);
  await offer.waitFor();
  await offer.getByRole("button", { name: "Add 2 minutes" }).click();
  await offer.waitFor({ state: "hidden" });
  await expect.poll(() => timer(page).innerText()).toMatch(/^[23]:\d\d$/);
});

testInTurn("a visitor who declines more time is not asked again, and the cart expires", async () => {
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\// });
  await fillCart(page, purchase);
  await expireOwnCartIn(page, 50);
  const offer = page.getByRole("dialog", { name: "Do you need more time?" });
  await offer.getByRole("button", { name: "No, thank you" }).click();
  await offer.waitFor({ state: "hidden" });

  await expireOwnCartIn(page, 14);
  await timer(page).waitFor();
  expect(await timerLevel(page)).toBe("critical");
  expect(await offer.count()).toBe(0);
  const over = page.getByRole("dialog", { name: "Cart timed out" });
  await over.getByRole("button", { name: "Start over" }).click();
  await over.waitFor({ state: "detached" });
  await page.waitForURL(/\/harbor\/events$/);
  await page.getByRole("heading", { level: 1, name: /on at the Harbor$/ }).waitFor();
  expect(await storedCartId(page, purchase.seller)).toBe("");
});

test("a cart expires in every tab", async () => {
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\// });
  await fillCart(page, purchase);
  const other = await newTab(page);
  await other.goto("/harbor/checkout");
  await goToCheckout(other);
  await expireCartIn(await storedCartId(page, purchase.seller), 50);
  for (const tab of [page, other]) await tab.reload();
  for (const tab of [page, other]) await goToCheckout(tab);
  await page
    .getByRole("dialog", { name: "Do you need more time?" })
    .getByRole("button", { name: "No, thank you" })
    .click();
  await expireCartIn(await storedCartId(page, purchase.seller), 12);
  // Only one tab learns how little time is left; it tells the other one when it ends.
  await page.reload();
  for (const tab of [page, other]) {
    await tab.getByRole("dialog", { name: "Cart timed out" }).waitFor({ timeout: 60_000 });
    expect(await tab.getByRole("main").getByText("Your cart is empty").count()).toBe(0);
  }
});

testInTurn("tickets removed in one tab disappear in the other", async () => {
  const page = await newVisitor();
  await fillCart(page, purchase);
  const other = await newTab(page);
  await openShop(other, "harbor");
  await openEvent(other, "Salt & Light");
  // The day of the first visit is preselected for the second.
  await chooseTime(other);
  await addTickets(other, "Senior", 1);
  await reserve(other);
  await goToCheckout(other);

  // The first tab notices by itself.
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  await items.getByText("1 × Senior").waitFor();

  await items.getByRole("button", { name: "Remove Museum Admission" }).click();
  const question = items.getByRole("group", { name: "Remove item?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await items.getByText("1 × Adult").waitFor();
  await items.getByRole("button", { name: "Remove Museum Admission" }).click();
  await question.getByRole("button", { name: "Confirm" }).click();
  await items.getByText("1 × Adult").waitFor({ state: "detached" });
  await page
    .getByRole("status")
    .filter({ hasText: "Museum Admission was removed from your cart." })
    .waitFor({ state: "attached" });

  const others = other.getByRole("main").getByRole("list", { name: "Your cart" });
  await others.getByText("1 × Adult").waitFor({ state: "detached" });
  await others.getByText("1 × Senior").waitFor();
  expect(await other.getByRole("button", { name: /^Pay / }).filter({ visible: true }).innerText()).toBe(
    await page.getByRole("button", { name: /^Pay / }).filter({ visible: true }).innerText(),
  );
});
