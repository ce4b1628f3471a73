import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  addTickets,
  goToCheckout,
  openEvent,
  openShop,
  chooseDate,
  chooseTime,
  reserve,
  visibleButton,
  stepper,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const buyAdmission = async (page: Page): Promise<void> => {
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
};

test("add-ons are offered one after another, taken or skipped, and lead to the checkout", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await buyAdmission(page);

  await title(page, "Highlights Tour");
  await page.getByText("Would you like to add this to your visit?").waitFor();
  // Only the day of the visit is offered.
  await chooseTime(page);
  expect(await page.getByRole("heading", { name: "Choose a date" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Change date" }).count()).toBe(0);
  await page.getByRole("main").getByRole("button", { name: "Skip add-on" }).first().click();

  await title(page, "The Late Table");
  await chooseTime(page);
  await addTickets(page, "A seat", 1);
  await reserve(page);
  await title(page, "Checkout");
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  await items.getByText("The Late Table").waitFor();
  await items.getByText("Museum Admission").waitFor();
  expect(await items.getByText("Highlights Tour").count()).toBe(0);

  // Events that are in the cart are not offered again.
  await page.goto("/harbor/events");
  await title(page, "What other experiences would you like to add?");
  const offers = page.getByRole("article");
  await offers.filter({ hasText: "Highlights Tour" }).waitFor();
  for (const other of ["The Late Table", "Museum Admission", "Harbor Pass"])
    expect(await offers.filter({ hasText: other }).count(), other).toBe(0);

  // Add-ons that need the visit are removed with it, and only those are warned about.
  await page.goto("/harbor/checkout");
  await items.getByRole("button", { name: "Remove Museum Admission" }).click();
  await items.getByText("Removing this item will clear all other items from your cart.").waitFor();
  await items.getByRole("button", { name: "Confirm" }).click();
  await title(page, "Your cart is empty");
});

test("the footer on a phone skips an add-on", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await buyAdmission(page);
  await title(page, "Highlights Tour");
  await chooseTime(page);
  await stepper(page, "Place").waitFor();
  const foot = page.getByRole("region", { name: "Your selection" });
  await foot.getByRole("button", { name: "Skip add-on" }).click();
  await title(page, "The Late Table");
  await foot.getByRole("button", { name: "Skip add-on" }).click();
  await title(page, "Checkout");
});

test("an express link leads straight to the checkout, and keeps doing so", async () => {
  const page = await newVisitor();
  await page.goto("/harbor/events?expresscheckout=yes");
  await page.waitForURL(/\/harbor\/events$/);
  await buyAdmission(page);
  await title(page, "Checkout");
  await page.goto("/harbor/events");
  await title(page, "Checkout");
});

test("without an upsell chain the listing offers add-ons", async () => {
  const page = await newVisitor();
  await openShop(page, "kiwa");
  await openEvent(page, "Night Walk");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
  await title(page, "What other experiences would you like to add?");
  expect(await page.getByRole("article").filter({ hasText: "Night Walk" }).count()).toBe(0);
  expect(await page.getByRole("article").filter({ hasText: "Sleepover" }).count()).toBe(0);
  await page.getByRole("article").first().waitFor();
  await goToCheckout(page);
  await visibleButton(page, /^Pay /).waitFor();
});

test("a category in the address shows its listing, and an unknown one is not found", async () => {
  const page = await newVisitor({ expectedRefusals: /Nothing$/ });
  await page.goto("/harbor/events/Exhibitions");
  await title(page, "Exhibitions");
  await page.getByRole("article").filter({ hasText: "The Brass Age" }).waitFor();
  expect(await page.getByRole("article").filter({ hasText: "Paper Boats" }).count()).toBe(0);
  await page.goto("/harbor/events/Nothing");
  await page.getByText("Oops! We could not find anything at this URL.").waitFor();
});
