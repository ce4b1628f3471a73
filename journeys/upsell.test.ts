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
} from "./support/shop.ts";
import { newVisitor, phone } from "./support/visitor.ts";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const buyAdmission = async (page: Page): Promise<void> => {
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
};

test("after a visit its add-ons come one after another: taken, passed by, and on to the checkout", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await buyAdmission(page);

  await title(page, "Highlights Tour");
  await page.getByText("Would you like to add this to your visit?").waitFor();
  // It is on the day of the visit, and no other day is offered.
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

  // What is in the cart already is not offered again.
  await page.goto("/harbor/events");
  await title(page, "What other experiences would you like to add?");
  const offers = page.getByRole("article");
  await offers.filter({ hasText: "Highlights Tour" }).waitFor();
  for (const other of ["The Late Table", "Museum Admission", "Harbor Pass"])
    expect(await offers.filter({ hasText: other }).count(), other).toBe(0);

  // What stands on the visit leaves with it, and only that is warned of.
  await page.goto("/harbor/checkout");
  await items.getByRole("button", { name: "Remove Museum Admission" }).click();
  await items.getByText("Removing this item will clear all other items from your cart.").waitFor();
  await items.getByRole("button", { name: "Confirm" }).click();
  await title(page, "Your cart is empty");
});

test("a phone's footer passes an add-on by", async () => {
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

test("an express link leads from the visit straight to the checkout, and keeps doing so", async () => {
  const page = await newVisitor();
  await page.goto("/harbor/events?expresscheckout=yes");
  await page.waitForURL(/\/harbor\/events$/);
  await buyAdmission(page);
  await title(page, "Checkout");
  await page.goto("/harbor/events");
  await title(page, "Checkout");
});

test("where there is no chain, the listing offers what goes with the visit", async () => {
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

test("a category's name in the address shows its listing, and a name of nothing is not there", async () => {
  const page = await newVisitor({ expectedRefusals: /Nothing$/ });
  await page.goto("/harbor/events/Exhibitions");
  await title(page, "Exhibitions");
  await page.getByRole("article").filter({ hasText: "The Brass Age" }).waitFor();
  expect(await page.getByRole("article").filter({ hasText: "Paper Boats" }).count()).toBe(0);
  await page.goto("/harbor/events/Nothing");
  await page.getByText("Oops! We could not find anything at this URL.").waitFor();
});
