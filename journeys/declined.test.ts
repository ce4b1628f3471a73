import { expect, test } from "vitest";
import { letMinutePass, ordersOf } from "./books.ts";
import {
  cards,
  cartOf,
  fillCard,
  fillCart,
  introduceYourself,
  isAtCheckout,
  isDone,
  mailTo,
  newAddress,
  pay,
  payWith,
} from "./shop.ts";
import { newVisitor, phone } from "./visitor.ts";

const wanted = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 };
/** A card that is refused and a payment that needs the bank are answered by the server with a "no". */
const payments = /\/my\/cart\/[^/]+\/(?:pay|guest_checkout)\b/;

test("a declined card keeps the form, and another one pays", async () => {
  const page = await newVisitor({ refusals: payments });
  const email = newAddress();
  await fillCart(page, wanted);
  await introduceYourself(page, email);
  await payWith(page, cards.declined);
  await page.getByText(/Your card has not been charged\./).waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel("Card number").inputValue()).toBe("4000 0000 0000 0002");
  expect(await page.getByRole("checkbox", { name: "I accept the terms and conditions" }).isChecked()).toBe(true);
  expect(await ordersOf(email)).toBe(0);

  await fillCard(page, cards.good);
  await pay(page);
  await isDone(page);
  expect(await ordersOf(email)).toBe(1);
});

test("a card whose bank asks: refused there, tried again, confirmed", async () => {
  const page = await newVisitor({ refusals: payments });
  const email = newAddress();
  await fillCart(page, wanted);
  await introduceYourself(page, email);
  await payWith(page, cards.bank);
  await page.getByRole("heading", { name: "Test mode" }).waitFor();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await isAtCheckout(page);
  await page.getByText(/Your card has not been charged\./).waitFor();
  expect(await ordersOf(email)).toBe(0);

  await introduceYourself(page, email);
  await payWith(page, cards.bank);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await isDone(page);
  expect(new URL(page.url()).search).not.toContain("payment_intent");
  expect(await ordersOf(email)).toBe(1);
  expect(await mailTo(page, email)).toHaveLength(1);
});

test("a debit that clears later is waited for", { timeout: 90_000 }, async () => {
  const page = await newVisitor({ viewport: phone, refusals: payments });
  const email = newAddress();
  await fillCart(page, wanted);
  const cart = await cartOf(page, wanted.seller);
  await introduceYourself(page, email);
  await payWith(page, cards.debit);
  await page.waitForURL(/\/harbor\/checkout\/pending\//);
  await page.getByText(/^Your initial debit payment is awaiting clearing\. Reference number: \d+$/).waitFor();
  expect(await ordersOf(email)).toBe(0);

  await letMinutePass(cart);
  await page.getByRole("heading", { level: 1, name: "Done!" }).waitFor({ timeout: 60_000 });
  expect(await ordersOf(email)).toBe(1);
});
