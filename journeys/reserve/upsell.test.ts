import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { runFoyer } from "../support/runFoyer.ts";
import {
  addTickets,
  goToCheckout,
  openAllEvents,
  openEvent,
  openShop,
  chooseDate,
  chooseTime,
  dateOptions,
  reserve,
  visibleButton,
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

beforeAll(() => runFoyer(["import", join(import.meta.dirname, "../support/catalogues/jetty.yaml")]));

const visitDay = async (page: Page, day = 5): Promise<void> => {
  await openEvent(page, "Day Visit");
  await dateOptions(page).nth(day).click();
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
};
const card = (page: Page, name: string) => page.getByRole("article", { name });
const checkOut = (page: Page, name: RegExp) => page.getByRole("button", { name });

test("one page offers every add-on, and one button holds them and goes to the checkout", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await buyAdmission(page);

  await title(page, "Add to your visit");
  await page.getByText("1 ticket held").waitFor();
  // An adult pays two dollars more on Saturdays and Sundays.
  const visit = await page.getByText(/^Museum Admission, \w+, /).textContent();
  const [alone, both] = /, (?:Sat|Sun), /.test(visit ?? "") ? ["31.50", "50.50"] : ["29.50", "48.50"];
  await checkOut(page, new RegExp(`^No thanks, check out · \\$${alone}$`)).waitFor();
  const table = card(page, "The Late Table");
  await table.getByRole("radio").nth(1).click();
  await table.getByRole("button", { name: "More: A seat" }).click();
  await checkOut(page, new RegExp(`^Add 1 and check out · \\$${both}$`)).waitFor();

  // An add-on that asks for names has a separate page, for the day of the visit, which returns with everything kept.
  await card(page, "Highlights Tour").getByRole("link", { name: "Choose tickets for Highlights Tour" }).click();
  await title(page, "Highlights Tour");
  await page.getByText("Would you like to add this to your visit?").waitFor();
  await chooseTime(page);
  expect(await page.getByRole("heading", { name: "Choose a date" }).count()).toBe(0);
  await page.getByRole("main").getByRole("button", { name: "Back to add-ons" }).first().click();
  await title(page, "Add to your visit");
  expect(await table.getByRole("radio").nth(1).getAttribute("aria-checked")).toBe("true");
  await checkOut(page, new RegExp(`^Add 1 and check out · \\$${both}$`)).click();

  await title(page, "Checkout");
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  await items.getByText("The Late Table").waitFor();
  await items.getByText("Museum Admission").waitFor();
  await page.getByText(`$${both}`).first().waitFor();

  // Events in the cart are not offered again; all events stay accessible.
  await page.goto("/harbor/events");
  await title(page, "What other experiences would you like to add?");
  const offers = page.getByRole("article");
  await offers.filter({ hasText: "Highlights Tour" }).waitFor();
  for (const other of ["The Late Table", "Museum Admission", "Harbor Pass"])
    expect(await offers.filter({ hasText: other }).count(), other).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "See all events" }).click();
  await title(page, "What’s on at the Harbor");
  await offers.filter({ hasText: "Harbor Pass" }).waitFor();

  // Removing the visit also removes the add-ons that need it; the warning names only those.
  await page.goto("/harbor/checkout");
  await items.getByRole("button", { name: "Remove Museum Admission" }).click();
  await items.getByText("Removing this item will clear all other items from your cart.").waitFor();
  await items.getByRole("button", { name: "Confirm" }).click();
  await title(page, "Your cart is empty");
});

test("without anything chosen the button leads to the checkout, on a phone as well", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await buyAdmission(page);
  await title(page, "Add to your visit");
  await checkOut(page, /^No thanks, check out/).click();
  await title(page, "Checkout");
});

test("an add-on that sold out meanwhile is named, and removes nothing else", async () => {
  const page = await newVisitor({ expectedRefusals: /modify/ });
  await openShop(page, "mole");
  await visitDay(page);
  await title(page, "Add to your visit");
  await card(page, "Lamp Walk").getByRole("button", { name: "More: Place" }).click();
  await card(page, "Window Table").getByRole("button", { name: "More: Seat" }).click();
  // The walk takes place during the visit that it belongs to, which is not an overlap.
  expect(await page.getByText("This time overlaps with").count()).toBe(0);

  const other = await newVisitor();
  await openShop(other, "mole");
  await openEvent(other, "Lamp Walk");
  await dateOptions(other).nth(5).click();
  await chooseTime(other);
  await addTickets(other, "Place", 1);
  await reserve(other);
  await other.waitForURL(/\/(?:checkout|events)$/);

  await checkOut(page, /^Add 2 and check out · \$38\.00$/).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Not everything could be added" });
  await refusal.getByText("Lamp Walk:").waitFor();
  await page.getByText("2 tickets held").waitFor();
  await card(page, "Lamp Walk").waitFor({ state: "detached" });
  await checkOut(page, /^Continue to checkout$/).click();
  await title(page, "Checkout");
  await page.getByRole("main").getByRole("list", { name: "Your cart" }).getByText("Window Table").waitFor();
});

test("an add-on of the first visit is offered for the second, by its day, and for no visit twice", async () => {
  const page = await newVisitor();
  await openShop(page, "mole");
  await visitDay(page, 2);
  await title(page, "Add to your visit");
  await card(page, "Window Table").getByRole("button", { name: "More: Seat" }).click();
  await checkOut(page, /^Add 1 and check out/).click();
  await title(page, "Checkout");

  await openAllEvents(page, "mole");
  await openEvent(page, "Day Visit");
  await page.getByRole("button", { name: "Change date" }).click();
  await dateOptions(page).nth(3).click();
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
  await title(page, "Add to your visit");
  const second = await page
    .getByText(/^Day Visit, /)
    .nth(1)
    .textContent();
  const day = /^Day Visit, (\w+, \w+ \d+)/.exec(second ?? "")?.[1] ?? "a day";
  const table = card(page, "Window Table");
  const times = table.getByRole("radio");
  await times.first().waitFor();
  expect(await times.allTextContents()).toEqual([expect.stringContaining(day), expect.stringContaining(day)]);
  await table.getByRole("button", { name: "More: Seat" }).click();
  await checkOut(page, /^Add 1 and check out/).click();
  await title(page, "Checkout");
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  expect(await items.getByText("Window Table").count()).toBe(2);
  await page.goto("/mole/add-ons");
  await card(page, "Lamp Walk")
    .or(page.getByRole("heading", { level: 1, name: "Checkout" }))
    .first()
    .waitFor();
  expect(await table.count()).toBe(0);
});

test("a seller may offer add-ons one after another", async () => {
  const page = await newVisitor();
  await openShop(page, "jetty");
  await visitDay(page);
  await title(page, "Lamp Walk");
  await page.getByText("Would you like to add this to your visit?").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Skip add-on" }).first().click();
  await page.getByRole("heading", { level: 1, name: /Window Table/ }).waitFor();
  await chooseTime(page);
  await addTickets(page, "Seat", 1);
  await reserve(page);
  await title(page, "Checkout");
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  await items.getByText("Window Table").waitFor();
  expect(await items.getByText("Lamp Walk").count()).toBe(0);
});

test("a cart without offers leads to all events from the checkout", async () => {
  const page = await newVisitor();
  await openShop(page, "jetty");
  await openEvent(page, "Lamp Walk");
  await dateOptions(page).nth(6).click();
  await chooseTime(page);
  await addTickets(page, "Place", 1);
  await reserve(page);
  await goToCheckout(page);
  await page.getByRole("main").getByRole("link", { name: "More events" }).click();
  await title(page, "Events");
  await page.getByRole("article").filter({ hasText: "Year Pass" }).waitFor();
});

test("an express link leads to the checkout after reserving, and also from the listing afterwards", async () => {
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
