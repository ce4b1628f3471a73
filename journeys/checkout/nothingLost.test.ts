import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expireCartIn, leaveExtensions } from "../support/database.ts";
import { runFoyer } from "../support/runFoyer.ts";
import {
  acceptTerms,
  addTickets,
  cards,
  chooseDate,
  chooseTime,
  dateOptions,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  newAddress,
  openEvent,
  openShop,
  pay,
  reserve,
  storedCartId,
  ticketCount,
  visibleButton,
  waitForOrder,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
const main = (page: Page) => page.getByRole("main");
const applyGiftCard = async (page: Page, number: string): Promise<void> => {
  await main(page).getByRole("button", { name: "Apply gift card" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply gift card" });
  await dialog.getByLabel("Gift card number").fill(number);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
};
const expectDetails = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("First name").waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel("Confirm email").inputValue()).toBe(email);
};
const inTab = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
const giftCard = (page: Page) => main(page).getByText("Balance left: $0.00").first();

test("details, terms and gift cards survive a reload, another page and a declined payment, and are cleared with the order", async () => {
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\/[^/]+\/(?:pay|guest_checkout)\b/ });
  const email = newAddress();
  await fillCart(page, twoAdults);
  await fillPurchaser(page, email);
  // A card for this test alone, because it is spent.
  const number = (await runFoyer(["gift-cards", "harbor", "issue", "25"])).trim();
  await applyGiftCard(page, number);
  await giftCard(page).waitFor();
  await acceptTerms(page);
  await fillCard(page, cards.bank);
  expect(await inTab(page)).not.toMatch(/4000|3220/);

  await page.reload();
  await expectDetails(page, email);
  await giftCard(page).waitFor();
  expect(await page.getByLabel("Card number").inputValue()).toBe("");

  await page.goto("/harbor/events");
  await page.goto("/harbor/checkout");
  await expectDetails(page, email);
  await giftCard(page).waitFor();

  await fillCard(page, cards.bank);
  await pay(page);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await goToCheckout(page);
  await page.getByText(/Your card has not been charged\./).waitFor();
  await expectDetails(page, email);
  await giftCard(page).waitFor();

  await fillCard(page, cards.good);
  await pay(page);
  await waitForOrder(page);
  const kept = await inTab(page);
  expect(kept).not.toMatch(/\bada\b|byron/i);
  expect(kept).not.toContain(number);
});

test("an address that is being typed stays when its lookup fails or hangs", async () => {
  const page = await newVisitor({ expectedRefusals: /\/address\//, expectedErrors: /address|Timeout|refused/i });
  await openShop(page, "larkfield");
  await openEvent(page, "The Planting Fund");
  await page.getByRole("radio", { name: "A tree fern" }).click();
  await visibleButton(page, "Add to basket").click();
  await goToCheckout(page);
  let lookups = 0;
  await page.route(/\/address\/find/, () => void lookups++);
  const search = page.getByRole("combobox", { name: "Address" });
  const address = page.getByRole("textbox", { name: "Address (optional)", exact: true });
  await search.fill("14 Lantern Row");
  const begun = Date.now();
  await address.waitFor();
  expect(Date.now() - begun).toBeLessThan(4_500);
  expect(lookups).toBe(1);
  expect(await address.inputValue()).toBe("14 Lantern Row");
  await address.and(page.locator(":focus")).waitFor();
  const reason = main(page).getByText("Addresses cannot be looked up at the moment. Please enter yours manually.");
  await reason.waitFor();
  await page.getByLabel("City").fill("London");

  await page.unroute(/\/address\/find/);
  await page.reload();
  await address.waitFor();
  expect(await address.inputValue()).toBe("14 Lantern Row");
  expect(await page.getByLabel("City").inputValue()).toBe("London");
});

test("the listing says that a cart was released because it was about to expire", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: /\/my\/cart\// });
  await fillCart(page, twoAdults);
  await expireCartIn(await storedCartId(page, "harbor"), 20);
  await page.goto("/harbor/events");
  const dialog = page.getByRole("dialog", { name: "Cart timed out" });
  await dialog.getByText("the tickets in your cart were released").waitFor();
  expect(await storedCartId(page, "harbor")).toBe("");
  await dialog.getByRole("button", { name: "Start over" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("the last extension of a cart is announced, and afterwards the page says why there are no more", async () => {
  const page = await newVisitor();
  await fillCart(page, twoAdults);
  const cart = await storedCartId(page, "harbor");
  await leaveExtensions(cart, 1);
  await expireCartIn(cart, 55);
  await page.reload();
  const offer = page.getByRole("dialog", { name: "Do you need more time?" });
  await offer.getByText("You can add time to this cart only once more.").waitFor();
  await offer.getByRole("button", { name: "Add 2 minutes" }).click();
  await offer.waitFor({ state: "hidden" });
  await expireCartIn(cart, 55);
  await page.reload();
  const end = page.getByRole("dialog", { name: "Your cart cannot be held any longer" });
  await end.getByText("Please complete your order before the time runs out, or the tickets go back on sale.").waitFor();
  await end.getByRole("button", { name: "Continue" }).click();
  await end.waitFor({ state: "hidden" });
});

test("a code that is already applied is reported at its field", async () => {
  const page = await newVisitor({ expectedRefusals: /apply_code/ });
  await fillCart(page, twoAdults);
  const dialog = page.getByRole("dialog");
  for (const answer of ["applied", "already"]) {
    await main(page).getByRole("button", { name: "Apply promo code" }).click();
    await dialog.getByRole("textbox", { name: "Promo code" }).fill("WELCOME10");
    await page.keyboard.press("Enter");
    if (answer === "applied") await dialog.waitFor({ state: "detached" });
  }
  await dialog.getByRole("alert").filter({ hasText: "WELCOME10 is already applied." }).waitFor();
});

test("Reserve without a network shows an error, keeps the selection, and works once the network is back", async () => {
  const page = await newVisitor({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
  await page.context().setOffline(true);
  await reserve(page);
  await page.getByRole("alert").filter({ hasText: "You are offline." }).waitFor();
  expect(await ticketCount(page, "Adult").inputValue()).toBe("2");
  await page.context().setOffline(false);
  await reserve(page);
  await goToCheckout(page);
  await main(page).getByText("2 × Adult").first().waitFor();
});

test("the chosen amount of a payment plan survives a reload", async () => {
  const page = await newVisitor();
  await openShop(page, "kiwa");
  await openEvent(page, "Sleepover");
  await dateOptions(page).nth(3).click();
  await addTickets(page, "Adult", 2);
  await page.getByRole("radio", { name: "Vegan" }).check();
  await reserve(page);
  await goToCheckout(page);
  await page.getByRole("radio", { name: /^Pay another amount/ }).check();
  await page.getByLabel("Amount to pay now").fill("90.00");
  await page.reload();
  await page.getByLabel("Amount to pay now").waitFor();
  expect(await page.getByLabel("Amount to pay now").inputValue()).toBe("90.00");
});

test("a typed donation and a typed code survive a reload", async () => {
  const page = await newVisitor();
  await fillCart(page, twoAdults);
  const code = page.getByRole("dialog").getByRole("textbox", { name: "Promo code" });
  const amount = page.getByLabel("Your amount");
  const openCode = () => main(page).getByRole("button", { name: "Apply promo code" }).click();
  await main(page).getByText("Add a donation").click();
  await page.getByRole("radio", { name: "Another amount" }).click();
  await amount.fill("12.50");
  await openCode();
  await code.fill("WELCOME");
  await page.reload();
  await amount.waitFor();
  expect(await amount.inputValue()).toBe("12.50");
  await openCode();
  expect(await code.inputValue()).toBe("WELCOME");
});
