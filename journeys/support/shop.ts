import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { holdTickets, keepCart } from "./heldCart.ts";

/** Actions of visitors in a shop. Elements are found by role and name, as visitors find them. */

/** Opens the listing of a seller. */
export const openShop = async (page: Page, seller: string): Promise<void> => {
  await page.goto(`/${seller}/events`);
};

/** Opens an event from the listing. */
export const openEvent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

/** Opens the whole listing for a visitor with a cart, who is first offered add-ons. */
export const openAllEvents = async (page: Page, seller: string): Promise<void> => {
  await openShop(page, seller);
  await page.getByRole("main").getByRole("link", { name: "See all events" }).click();
  await page.getByRole("heading", { level: 1, name: "What other experiences would you like to add?" }).waitFor({
    state: "detached",
  });
};

export const dateOptions = (page: Page): Locator =>
  page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio", { disabled: false });
export const timeOptions = (page: Page): Locator =>
  page.getByRole("radiogroup", { name: "Choose a time" }).getByRole("radio", { disabled: false });
export const stepper = (page: Page, ticket: string): Locator => page.getByRole("group", { name: ticket, exact: true });
export const ticketCount = (page: Page, ticket: string): Locator => stepper(page, ticket).getByRole("spinbutton");

/** The second available day, since the first may be nearly over. */
export const chooseDate = (page: Page): Promise<void> => dateOptions(page).nth(1).click();
/** The first time. If a day has only one time, as on some weekdays, it is already chosen. */
export const chooseTime = async (page: Page): Promise<void> => {
  const chosen = page.getByRole("region", { name: "Time", exact: true });
  await timeOptions(page).first().or(chosen).first().waitFor();
  if (!(await chosen.isVisible())) await timeOptions(page).first().click();
};
export const addTickets = async (page: Page, ticket: string, count: number): Promise<void> => {
  const increaseButton = stepper(page, ticket).getByRole("button", { name: "More" });
  for (let added = 0; added < count; added++) await increaseButton.click();
};

/** For a form that starts with the tickets. */
export const findTickets = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Find available tickets" }).click();

/** The visible one of two buttons: in the footer on a phone, in the form on a desktop. */
export const visibleButton = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name }).filter({ visible: true });
export const reserve = (page: Page): Promise<void> => visibleButton(page, "Reserve").click();
/** Presses the button that names the next step: the first press scrolls there, the second says what is missing. */
export const pressNextStep = async (page: Page, step: string | RegExp): Promise<void> => {
  await visibleButton(page, step).last().click();
  await visibleButton(page, step).last().click();
};
/** Sellers that ask once whether to log in first. */
export const reserveAsGuest = async (page: Page): Promise<void> => {
  await reserve(page);
  await page.getByRole("dialog").getByRole("button", { name: "Shop as a Guest" }).click();
};

export type Purchase = {
  readonly seller: string;
  readonly event: string;
  readonly ticket: string;
  readonly count: number;
};

/**
 * Opens the checkout with a cart, for tests that are about what follows. The cart is created without going through the
 * pages.
 */
export const fillCart = async (page: Page, { seller, event, ticket, count }: Purchase): Promise<void> => {
  const day = (days: readonly string[]) => days[1];
  await keepCart(page, seller, await holdTickets(page, { seller, event, tickets: { [ticket]: count }, day }));
  await page.goto(`/${seller}/checkout`);
  await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
  await openOrder(page);
};

/** Goes through the pages from the listing to the checkout. */
export const walkToCheckout = async (page: Page, { seller, event, ticket, count }: Purchase): Promise<void> => {
  await openShop(page, seller);
  await openEvent(page, event);
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, ticket, count);
  await reserve(page);
  await goToCheckout(page);
};

/** Expands the order on phones and tablets; on desktops it is next to the form. */
export const openOrder = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { level: 2, name: "Your details" }).waitFor();
  const fold = page.getByRole("main").locator("details:not([open]) > summary").filter({ hasText: "Your order" });
  if (await fold.isVisible()) await fold.click();
};

/** Goes to the checkout, skipping the add-ons on the way. */
export const goToCheckout = async (page: Page): Promise<void> => {
  const checkout = page.getByRole("heading", { level: 1, name: "Checkout" });
  const checkoutLink = page.getByRole("main").getByRole("link", { name: "Go to checkout" });
  for (;;) {
    const skipButton = page
      .getByRole("main")
      .getByRole("button", { name: /^(?:Skip add-on|Back to add-ons|No thanks, check out)/ })
      .first();
    await checkout.or(checkoutLink).or(skipButton).first().waitFor();
    if (await checkout.isVisible()) return openOrder(page);
    const before = page.url();
    const nextStep = (await checkoutLink.isVisible()) ? checkoutLink : skipButton;
    // A listing without any add-ons continues by itself.
    if (!(await nextStep.isVisible())) continue;
    await nextStep.click({ timeout: 3_000 }).catch(() => undefined);
    await page.waitForURL((url) => url.href !== before);
  }
};

/** The cart id that the page has stored; empty without one. */
export const storedCartId = async (page: Page, seller: string): Promise<string> => {
  const saved = await page.evaluate((key) => localStorage.getItem(key), `foyer.${seller}.v1`);
  return (JSON.parse(saved ?? "{}") as { cart_id?: string }).cart_id ?? "";
};

export const buyer = { first: "Ada", last: "Byron" };
/** An e-mail address that no other test uses. */
export const newAddress = (): string => `ada.${crypto.randomUUID().slice(0, 8)}@example.com`;

export const fillPurchaser = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("First name").fill(buyer.first);
  await page.getByLabel("Last name").fill(buyer.last);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Confirm email").fill(email);
};

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  bank: "4000000000003220",
  debit: "4000000000000077",
};

export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("1239");
  await page.getByLabel("Security code").fill("123");
};
const termsBox = (page: Page): Locator => page.getByRole("checkbox", { name: "I accept the terms and conditions" });
/** Some sellers' terms are accepted by paying: they have a sentence instead of a checkbox. */
const paysWithConsent = async (page: Page): Promise<boolean> => {
  const sentence = page.getByText(/^By (?:paying|completing your order), you accept/).filter({ visible: true });
  await termsBox(page).or(sentence).first().waitFor();
  return sentence.first().isVisible();
};
/** For sellers whose terms can be accepted without opening them. */
export const acceptTerms = async (page: Page): Promise<void> => {
  if (!(await paysWithConsent(page))) await termsBox(page).check();
};
/** For sellers that may require the terms to be opened first. */
export const acceptTermsAsAsked = async (page: Page): Promise<void> => {
  if (await paysWithConsent(page)) return;
  const agreed = termsBox(page);
  const accept = page.getByRole("dialog").getByRole("button", { name: "Accept" });
  await agreed.click();
  await expect.poll(async () => (await accept.isVisible()) || (await agreed.isChecked())).toBe(true);
  if (!(await accept.isVisible())) return;
  await accept.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};
export const payWith = async (page: Page, number: string): Promise<void> => {
  await fillCard(page, number);
  await acceptTermsAsAsked(page);
  await pay(page);
};
export const pay = (page: Page): Promise<void> => visibleButton(page, /^Pay /).click();

export const waitForOrder = (page: Page): Promise<void> =>
  page.getByRole("heading", { level: 1, name: "Done!" }).waitFor();
export const readOrderNumber = async (page: Page): Promise<string> => {
  const heading = await page.getByRole("heading", { level: 2, name: /^Order / }).innerText();
  return heading.replace("Order ", "");
};

export type OutboxEmail = {
  readonly to_address: string;
  readonly message: { readonly subject: string; readonly html: string; readonly text: string };
};
/** The e-mails sent to an address. */
export const listEmailsTo = async (page: Page, address: string): Promise<readonly OutboxEmail[]> => {
  const answer = await page.request.get("/_dev/outbox", {
    params: { to: address },
    headers: { accept: "application/json" },
  });
  const { outbox } = (await answer.json()) as { outbox: { _data: OutboxEmail[] } };
  return outbox._data;
};
