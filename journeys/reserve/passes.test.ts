import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  addTickets,
  acceptTerms,
  cards,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  payWith,
  chooseDate,
  chooseTime,
  reserve,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

test("a pass is bought without a date", async () => {
  const page = await newVisitor();
  const email = newAddress();
  await openShop(page, "harbor");
  await openEvent(page, "Harbor Pass");
  await page.getByText("Any date").first().waitFor();
  await addTickets(page, "Student", 1);
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("1 × Student").waitFor();
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  await page.getByText("$45.00").first().waitFor();
  expect(await countOrders(email)).toBe(1);
});

test("a pay-what-you-wish amount has to be within its limits", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Pay what you wish", 1);
  const amount = page.getByRole("textbox", { name: "Amount for “Pay what you wish”" });
  expect(await amount.inputValue()).toBe("15.00");
  const wrong = page.getByText("Value entered is outside min/max");
  await amount.fill("500");
  await reserve(page);
  await wrong.waitFor();
  expect(await amount.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);

  await amount.fill("0.50");
  await amount.blur();
  await wrong.waitFor();

  await amount.fill("25");
  await amount.blur();
  await wrong.waitFor({ state: "hidden" });
  await reserve(page);
  await goToCheckout(page);
  await visibleButton(page, "Pay $25.00").waitFor();
});

test("free tickets are ordered without a card", async () => {
  const page = await newVisitor();
  const email = newAddress();
  await fillCart(page, { seller: "harbor", event: "Salt & Light", ticket: "Child", count: 2 });
  await page.getByText("Nothing is due for this order.").waitFor();
  expect(await page.getByLabel("Card number").count()).toBe(0);
  await fillPurchaser(page, email);
  await acceptTerms(page);
  await visibleButton(page, "Complete order").click();
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});
