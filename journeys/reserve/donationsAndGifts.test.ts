import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  cards,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  payWith,
  pressNextStep,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a visitor donates an amount of their choice", async () => {
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  await pressNextStep(page, "Choose an amount");
  await page.getByText("Please select a donation to continue.").waitFor();

  await page.getByRole("radio", { name: "Another amount" }).click();
  const amount = page.getByRole("textbox", { name: "Your amount" });
  await amount.fill("3");
  await visibleButton(page, "Add to cart").click();
  await page.getByText("Value entered is outside min/max").waitFor();
  await amount.fill("42");
  await visibleButton(page, "Add to cart").click();
  await goToCheckout(page);
  await page.getByText("1 × Another amount").waitFor();
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  await page.getByText("$42.00").first().waitFor();
  expect(await countOrders(email)).toBe(1);
});

test.each([
  ["of a type", "?select=Another amount&price=60"],
  ["alone", "?price=60"],
])("a link sets the donation's amount: an amount %s", async (_, query) => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await openEvent(page, "Support the Museum");
  await page.goto(page.url() + query);
  await visibleButton(page, "Add to cart").click();
  await goToCheckout(page);
  await visibleButton(page, "Pay $60.00").waitFor();
});

test("a visitor buys a gift card for somebody", async () => {
  const page = await newVisitor();
  const email = newAddress();
  await openShop(page, "opal");
  await openEvent(page, "Opal Gift Card");
  await page.getByRole("radio", { name: "$100, A seat in the stalls" }).click();
  const recipient = page.getByRole("group", { name: "Recipient" });
  await recipient.getByLabel("First name").fill("Grace");
  await visibleButton(page, "Add to cart").click();
  await page.getByText("This field is required.").waitFor();
  await recipient.getByLabel("Last name").fill("Hopper");
  await recipient.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Your message").fill("For the evening that we missed");
  await visibleButton(page, "Add to cart").click();
  await goToCheckout(page);
  await page.getByText("1 × A seat in the stalls").waitFor();
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});
