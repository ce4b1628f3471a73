import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  pay,
  reserve,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("an order is paid in two parts, on a phone", async () => {
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();
  await openShop(page, "kiwa");
  await openEvent(page, "Sleepover");
  // Far enough ahead that the second payment has a later due date.
  await dateOptions(page).nth(3).click();
  await addTickets(page, "Adult", 2);
  await page.getByRole("radio", { name: "Vegan" }).check();
  await reserve(page);
  await goToCheckout(page);

  const main = page.getByRole("main");
  const plan = main.getByRole("region", { name: "Payment plan" });
  await plan.getByText("Upcoming").first().waitFor();
  expect(await plan.getByRole("radio", { name: /^Amount due/ }).isChecked()).toBe(true);
  await main.getByText("Partial total").waitFor();
  // Less than the amount due cannot be paid, so the page corrects it and says so.
  await plan.getByRole("radio", { name: /^Pay another amount/ }).check();
  const amount = plan.getByLabel("Amount to pay now");
  await amount.fill("1");
  await amount.blur();
  await plan.getByText(/The minimum is/).waitFor();
  await plan.getByRole("radio", { name: /^Amount due/ }).check();

  await fillPurchaser(page, email);
  await fillCard(page, cards.good);
  await acceptTermsAsAsked(page);
  await pay(page);
  const received = main.getByText(/^Thank you\. We have received \$/);
  await received.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await countOrders(email)).toBe(0);
  await plan.getByText("Paid").waitFor();
  expect(await main.getByLabel("Card number").inputValue()).toBe("");

  await fillCard(page, cards.good);
  await acceptTermsAsAsked(page);
  await pay(page);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});
