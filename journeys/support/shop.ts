import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** What visitors do in a shop, in their words. Everything is found as they find it: by role and name. */

/** The listing of a seller. */
export const openShop = async (page: Page, seller: string): Promise<void> => {
  await page.goto(`/${seller}/events`);
};

/** From the listing to one of its events. */
export const openEvent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

export const dateOptions = (page: Page): Locator =>
  page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio", { disabled: false });
export const timeOptions = (page: Page): Locator =>
  page.getByRole("radiogroup", { name: "Choose a time" }).getByRole("radio", { disabled: false });
export const stepper = (page: Page, ticket: string): Locator => page.getByRole("group", { name: ticket, exact: true });
export const ticketCount = (page: Page, ticket: string): Locator => stepper(page, ticket).getByRole("spinbutton");

/** The day after the next with tickets: the next one may be nearly over. */
export const chooseDate = (page: Page): Promise<void> => dateOptions(page).nth(1).click();
export const chooseTime = (page: Page): Promise<void> => timeOptions(page).first().click();
export const addTickets = async (page: Page, ticket: string, count: number): Promise<void> => {
  const increaseButton = stepper(page, ticket).getByRole("button", { name: "More" });
  for (let added = 0; added < count; added++) await increaseButton.click();
};

/** Of a form that begins with the tickets. */
export const findTickets = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Find available tickets" }).click();

/** The page's one button that goes on: at the foot of a phone, in the form of a desktop. */
export const visibleButton = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name }).filter({ visible: true });
export const reserve = (page: Page): Promise<void> => visibleButton(page, "Reserve").click();
/** Where the shop asks once whether to log in first. */
export const reserveAsGuest = async (page: Page): Promise<void> => {
  await reserve(page);
  await page.getByRole("dialog").getByRole("button", { name: "Shop as a Guest" }).click();
};
const sellersAskingLogin = new Set(["larkfield"]);
export const reserveIn = (page: Page, seller: string): Promise<void> =>
  sellersAskingLogin.has(seller) ? reserveAsGuest(page) : reserve(page);

export type Purchase = {
  readonly seller: string;
  readonly event: string;
  readonly ticket: string;
  readonly count: number;
};

/** Everything up to a filled cart, on the way that the journeys have no questions about. */
export const fillCart = async (page: Page, { seller, event, ticket, count }: Purchase): Promise<void> => {
  await openShop(page, seller);
  await openEvent(page, event);
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, ticket, count);
  await reserveIn(page, seller);
  await goToCheckout(page);
};

/** At the checkout; what the shop offers on the way there is passed by. */
export const goToCheckout = async (page: Page): Promise<void> => {
  const checkout = page.getByRole("heading", { level: 1, name: "Checkout" });
  const checkoutLink = page.getByRole("main").getByRole("link", { name: "Go to checkout" });
  for (;;) {
    const skipButton = page.getByRole("main").getByRole("button", { name: "Skip add-on" }).first();
    await checkout.or(checkoutLink).or(skipButton).first().waitFor();
    if (await checkout.isVisible()) return;
    const before = page.url();
    const nextStep = (await checkoutLink.isVisible()) ? checkoutLink : skipButton;
    // A listing that turns out to have nothing to offer leads on by itself.
    if (!(await nextStep.isVisible())) continue;
    await nextStep.click({ timeout: 3_000 }).catch(() => undefined);
    await page.waitForURL((url) => url.href !== before);
  }
};

/** The cart that the page knows of; none is the empty word. */
export const storedCartId = async (page: Page, seller: string): Promise<string> => {
  const saved = await page.evaluate((key) => localStorage.getItem(key), `foyer.${seller}.v1`);
  return (JSON.parse(saved ?? "{}") as { cart_id?: string }).cart_id ?? "";
};

export const buyer = { first: "Ada", last: "Byron" };
/** An address that no other journey mails to. */
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
/** Where a seller lets one agree without reading. */
export const acceptTerms = (page: Page): Promise<void> =>
  page.getByRole("checkbox", { name: "I accept the terms and conditions" }).check();
/** Where a seller may want the terms read before. */
export const acceptTermsAsAsked = async (page: Page): Promise<void> => {
  const agreed = page.getByRole("checkbox", { name: "I accept the terms and conditions" });
  const accept = page.getByRole("dialog").getByRole("button", { name: "Accept" });
  await agreed.click();
  await expect.poll(async () => (await accept.isVisible()) || (await agreed.isChecked())).toBe(true);
  if (!(await accept.isVisible())) return;
  await accept.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};
export const payWith = async (page: Page, number: string): Promise<void> => {
  await fillCard(page, number);
  await acceptTerms(page);
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
/** What the shop has mailed to an address. */
export const listEmailsTo = async (page: Page, address: string): Promise<readonly OutboxEmail[]> => {
  const answer = await page.request.get("/_dev/outbox", {
    params: { to: address },
    headers: { accept: "application/json" },
  });
  const { outbox } = (await answer.json()) as { outbox: { _data: OutboxEmail[] } };
  return outbox._data;
};
