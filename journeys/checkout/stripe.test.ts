import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { scriptAt } from "../../apps/server/test/page/scriptAt.ts";
import type { StripeDouble } from "../../apps/server/test/payments/stripeDouble.ts";
import { countOrders } from "../support/database.ts";
import {
  cards,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  visibleButton,
} from "../support/shop.ts";
import {
  bankFrame,
  paymentFields,
  routeStripe,
  closeStripeSeller,
  openStripeSeller,
  sendWebhook,
} from "../support/stripe.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const purchase = { seller: "pier", event: "General Admission", ticket: "Adult", count: 1 };
const payments = /\/my\/cart\/[^/]+\/(?:pay|guest_checkout)\b/;

let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await openStripeSeller();
});
afterEach(() => {
  expect(stripe.violations).toEqual([]);
});
afterAll(() => closeStripeSeller(stripe));

/** Opens the checkout of a filled cart and waits for Stripe's fields. */
const openStripeCheckout = async (page: Page): Promise<string> => {
  const email = newAddress();
  await fillCart(page, purchase);
  await paymentFields(page).getByRole("radio", { name: "Card" }).waitFor();
  await fillPurchaser(page, email);
  return email;
};
/** Errors get the focus a moment after they are shown, so the test waits for that before typing. */
const typeCard = async (page: Page, number: string): Promise<void> => {
  const field = paymentFields(page).getByLabel("Card number");
  await expect
    .poll(async () => {
      await field.fill(number);
      return field.inputValue();
    })
    .toBe(number);
};
/** By keyboard: right after the page has scrolled, the browser still sends clicks to where another site's frame was. */
const pay = (page: Page, name: string | RegExp = /^Pay /): Promise<void> => visibleButton(page, name).press("Enter");
const choose = (page: Page, name: string): Promise<void> =>
  paymentFields(page).getByRole("radio", { name }).press("Space");
/** The country field of a payment method that needs it, as soon as the method is chosen. */
const fillBillingAddress = async (page: Page): Promise<void> => {
  await page.getByLabel("Address", { exact: true }).fill("1 Pier Road");
  await page.getByLabel("City").fill("New York");
  await page.getByLabel("ZIP code").fill("10004");
};
const decide = (page: Page, name: "agree" | "refuse"): Promise<void> =>
  bankFrame(page).getByRole("link", { name }).press("Enter");
const received = () => [...stripe.state.intents.values()].map(({ status, amountReceived: sum }) => [status, sum]);
const lastCall = (): string => [...stripe.state.intents.keys()].at(-1) ?? "";

test("a declined card, a failed and a completed challenge within the page; only scripts of the inventory run", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  await routeStripe(page, stripe);
  const ran: string[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script" && answer.frame() === page.mainFrame()) ran.push(answer.url());
  });
  await page.goto("/pier/events");
  const beforeCheckout = [...ran];
  const email = await openStripeCheckout(page);
  expect(beforeCheckout.filter((address) => address.includes("stripe"))).toEqual([]);

  await typeCard(page, cards.declined);
  await pay(page);
  await page.getByText("Your card has not been charged. Your card was declined.").waitFor();

  await typeCard(page, cards.bank);
  await pay(page);
  await decide(page, "refuse");
  await page.getByText("Your card has not been charged. We are unable to authenticate your payment method.").waitFor();
  expect(await countOrders(email)).toBe(0);
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");

  await pay(page);
  await decide(page, "agree");
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
  expect(received().slice(-3)).toEqual([
    ["canceled", 0],
    ["canceled", 0],
    ["succeeded", 2950],
  ]);
  const { origin } = new URL(page.url());
  const kinds = new Set(ran.map((address) => scriptAt(address, origin)?.source ?? `unknown: ${address}`));
  expect([...kinds].toSorted()).toEqual(["/assets/files/*.js", "https://js.stripe.com/endive/stripe.js"]);
});

test("a challenge on the bank's own page fails and is then completed; no secret stays in the address", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  await routeStripe(page, stripe);
  const email = await openStripeCheckout(page);
  await choose(page, "Klarna");
  await fillBillingAddress(page);
  await pay(page);
  await page.getByRole("link", { name: "refuse" }).click();
  await goToCheckout(page);
  await page.getByText("Your card has not been charged. We are unable to authenticate your payment method.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await countOrders(email)).toBe(0);

  await choose(page, "Klarna");
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  expect(await page.getByLabel("City").inputValue()).toBe("New York");
  await pay(page);
  await page.getByRole("link", { name: "agree" }).click();
  await waitForOrder(page);
  expect(page.url()).not.toContain("secret");
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toMatch(/secret|@/);
  expect(await countOrders(email)).toBe(1);
});

test("the page waits for a debit, and a webhook completes the order", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: payments });
  await routeStripe(page, stripe);
  const email = await openStripeCheckout(page);
  await choose(page, "US bank account");
  await fillBillingAddress(page);
  await pay(page);
  await page.waitForURL(/\/pier\/checkout\/pending\//);
  expect(await countOrders(email)).toBe(0);
  stripe.state.settleDebit(lastCall(), true);
  expect(await sendWebhook(stripe, "payment_intent.succeeded", lastCall())).toBe(200);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});

test("a wallet has its own button, which opens the payment sheet within the click", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: payments });
  await routeStripe(page, stripe, { wallet: true });
  const email = await openStripeCheckout(page);
  await choose(page, "Card");
  await visibleButton(page, "Payment details").waitFor();
  await choose(page, "Google Pay");
  await pay(page, "Pay with Google Pay");
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);
});

test("a blocked script is reported, and the rest of the page works", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  await routeStripe(page, stripe, { blocked: true });
  await fillCart(page, purchase);
  await page
    .getByText(
      "Credit card payment can not be processed because the card payment provider was unable to load. Try disabling any privacy blockers and ad blockers, and reloading the page.",
    )
    .waitFor();
  await fillPurchaser(page, newAddress());
  await page.getByRole("button", { name: "More about General Admission" }).click();
  await page.getByRole("dialog").waitFor();
});

test("foreign scripts do not run, foreign messages are ignored, and both are reported", async () => {
  const page = await newVisitor({
    expectedRefusals: payments,
    expectedErrors: /Content Security Policy/,
    needsWholeBrowser: true,
  });
  await routeStripe(page, stripe);
  await openStripeCheckout(page);
  // The page itself listens to no messages, and Stripe's script only to messages from its own frames.
  await page.evaluate(() => {
    for (const message of [
      { kind: "change", type: "google_pay" },
      { kind: "decided" },
      { type: "payment_intent.succeeded" },
    ])
      window.postMessage(message, "*");
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentWindow?.parent.postMessage({ kind: "change", type: "google_pay" }, "*");
    frame.remove();
  });
  const report = page.waitForResponse((answer) => answer.url().endsWith("/_reports/csp"));
  await page.evaluate(() => {
    Object.assign(window, { stolen: false });
    const inline = document.createElement("script");
    inline.textContent = "window.stolen = true";
    const foreign = document.createElement("script");
    foreign.src = "https://evil.example/skim.js";
    document.head.append(inline, foreign);
  });
  expect((await report).status()).toBe(204);
  expect(await page.evaluate(() => "stolen" in window && window.stolen)).toBe(false);
  await visibleButton(page, "Pay $29.50").waitFor();

  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
});
