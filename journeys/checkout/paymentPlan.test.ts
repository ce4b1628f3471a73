import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import { runFoyer } from "../support/runFoyer.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  pay,
  reserve,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("an order is paid in two instalments, on a phone", async () => {
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
  // Less than the amount due cannot be paid, so the page corrects the amount and says so.
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

/** The link in the newest e-mail about a paid instalment. Waits for the e-mail about the remaining balance. */
const payLink = async (page: Page, email: string, left: string): Promise<string> => {
  const find = async () =>
    (await listEmailsTo(page, email))
      .map(({ message }) => message.text)
      .find((text) => text.includes(`You still have ${left} to pay.`));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return /\S+\/checkout\/[0-9a-f-]{36}/.exec((await find()) ?? "")?.[0] ?? "";
};

/** A visitor who opens a cart's link is first asked whether the cart is theirs. */
const notOwn = /\/api\/my\/cart\//;

test("the e-mail's link proposes the second of three instalments, then the last", async () => {
  await runFoyer(["import", join(import.meta.dirname, "../support/catalogues/wharf.yaml")]);
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();
  await openShop(page, "wharf");
  await openEvent(page, "Weekend Retreat");
  // Far enough ahead that the other instalments are due on later days.
  await dateOptions(page).nth(3).click();
  await addTickets(page, "Adult", 1);
  await reserve(page);
  await goToCheckout(page);
  await fillPurchaser(page, email);
  await fillCard(page, cards.good);
  await visibleButton(page, "Pay $40.00").waitFor();
  await pay(page);
  await page.getByText("Thank you. We have received $40.00.").waitFor();

  // The next instalment is paid on another device, where nothing is known about the buyer.
  const other = await newVisitor({ viewport: phone, expectedRefusals: notOwn });
  await other.goto(await payLink(page, email, "$160.00"));
  const plan = other.getByRole("main").getByRole("region", { name: "Payment plan" });
  expect(await plan.getByRole("radio", { name: /^Next payment/ }).isChecked()).toBe(true);
  await fillPurchaser(other, email);
  await fillCard(other, cards.good);
  await visibleButton(other, "Pay $60.00").waitFor();
  await pay(other);
  await other.getByText("Thank you. We have received $60.00.").waitFor();
  expect(await countOrders(email)).toBe(0);

  const last = await newVisitor({ viewport: phone, expectedRefusals: notOwn });
  await last.goto(await payLink(page, email, "$100.00"));
  await fillPurchaser(last, email);
  await fillCard(last, cards.good);
  await visibleButton(last, "Pay $100.00").waitFor();
  await pay(last);
  await waitForOrder(last);
  expect(await countOrders(email)).toBe(1);
});
