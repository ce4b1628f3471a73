import { expect, test } from "vitest";
import { ageUnsettledPayment, countOrders } from "../support/database.ts";
import {
  cards,
  storedCartId,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  listEmailsTo,
  newAddress,
  pay,
  payWith,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const purchase = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 };
/** The server answers a declined card and a bank challenge with a 4xx status. */
const payments = /\/my\/cart\/[^/]+\/(?:pay|guest_checkout)\b/;

test("a declined card keeps the form, and another one pays", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  const email = newAddress();
  await fillCart(page, purchase);
  await fillPurchaser(page, email);
  await payWith(page, cards.declined);
  await page.getByText(/Your card has not been charged\./).waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel("Card number").inputValue()).toBe("4000 0000 0000 0002");
  expect(await countOrders(email)).toBe(0);

  await fillCard(page, cards.good);
  await pay(page);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});

test("a bank challenge fails, is repeated and then completed", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  const email = newAddress();
  await fillCart(page, purchase);
  await fillPurchaser(page, email);
  await payWith(page, cards.bank);
  await page.getByRole("heading", { name: "Confirm your payment" }).waitFor();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await goToCheckout(page);
  await page.getByText(/Your card has not been charged\./).waitFor();
  expect(await countOrders(email)).toBe(0);

  // Details and terms were kept; card details never are.
  await fillCard(page, cards.bank);
  await pay(page);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await waitForOrder(page);
  expect(new URL(page.url()).search).not.toContain("payment_intent");
  expect(await countOrders(email)).toBe(1);
  expect(await listEmailsTo(page, email)).toHaveLength(1);
});

test("the page waits for a debit that clears later", { timeout: 90_000 }, async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: payments });
  const email = newAddress();
  await fillCart(page, purchase);
  const cart = await storedCartId(page, purchase.seller);
  await fillPurchaser(page, email);
  await payWith(page, cards.debit);
  await page.waitForURL(/\/harbor\/checkout\/pending\//);
  await page.getByText(/^Your initial debit payment is awaiting clearing\. Reference number: \d+$/).waitFor();
  expect(await countOrders(email)).toBe(0);

  await ageUnsettledPayment(cart);
  await page.getByRole("heading", { level: 1, name: "Done!" }).waitFor({ timeout: 60_000 });
  expect(await countOrders(email)).toBe(1);
});
