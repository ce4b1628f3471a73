import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brandOf, CaptchaDouble, openCaptchaSeller, type WidgetProvider } from "../support/captcha.ts";
import { countOrders } from "../support/database.ts";
import { cards, fillCard, fillCart, fillPurchaser, newAddress, pay, waitForOrder } from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

const payments = /\/my\/cart\/[^/]+\/pay\b/;
const providers = ["hcaptcha", "recaptcha", "turnstile"] as const satisfies readonly WidgetProvider[];

let double: CaptchaDouble;
beforeAll(async () => {
  double = await CaptchaDouble.open();
});
afterEach(() => {
  double.script = "loads";
  double.isStrict = false;
  double.verified.length = 0;
});
afterAll(() => double.close());

/** Opens the checkout of a cart at a seller with the captcha, filled in. Returns the buyer's address. */
const openCheckout = async (page: Page, provider: WidgetProvider): Promise<string> => {
  const seller = await openCaptchaSeller(provider);
  await double.route(page, provider);
  await fillCart(page, { seller, event: "General Admission", ticket: "Adult", count: 1 });
  const email = newAddress();
  await fillPurchaser(page, email);
  await fillCard(page, cards.good);
  return email;
};
const problem = (page: Page, words: string) => page.getByRole("main").getByText(words);

test.each(providers)("a buyer who solves the captcha of %s pays", async (provider) => {
  const page = await newVisitor();
  const email = await openCheckout(page, provider);
  await page
    .getByRole("main")
    .getByText(`This site is protected by ${brandOf(provider)}`)
    .waitFor();
  await pay(page);
  await waitForOrder(page);
  expect(double.verified).toEqual([true]);
  expect(await countOrders(email)).toBe(1);
});

test.each(["blocked", "empty"] as const)(
  "a captcha whose script is %s shows an error, takes no money, and can be tried again",
  async (script) => {
    const page = await newVisitor();
    const email = await openCheckout(page, "hcaptcha");
    double.script = script;
    await pay(page);
    await problem(page, "hCaptcha did not load, so nothing was charged.").waitFor();
    expect(double.verified).toEqual([]);
    expect(await countOrders(email)).toBe(0);
    expect(await page.getByLabel("Confirm email").inputValue()).toBe(email);

    double.script = "loads";
    await pay(page);
    await waitForOrder(page);
    expect(await countOrders(email)).toBe(1);
  },
);

test("an answer that the captcha provider rejects takes no money", async () => {
  const page = await newVisitor({ expectedRefusals: payments });
  const email = await openCheckout(page, "turnstile");
  double.isStrict = true;
  await pay(page);
  await expect.poll(() => double.verified).toEqual([false]);
  await page.getByRole("main").getByRole("alert").first().waitFor();
  expect(await countOrders(email)).toBe(0);
  double.isStrict = false;
  await pay(page);
  await waitForOrder(page);
  expect(double.verified).toEqual([false, true]);
});
