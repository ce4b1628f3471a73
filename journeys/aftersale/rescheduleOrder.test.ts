import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { testsInTurn } from "../../scripts/testRunner/testsInTurn.ts";
import { expireCartIn } from "../support/database.ts";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { tabTo, waitForFocus } from "../support/accessibility/keyboard.ts";
import {
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillCart,
  storedCartId,
  timeOptions,
} from "../support/shop.ts";
import { buyOrder } from "../support/orders.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const testInTurn = testsInTurn(import.meta.filename);

/** Admission costs more on weekends. */
type Weekday = "Tue" | "Wed" | "Sat" | "Sun";

/** The latest such day on offer: the first one may be too near to change. */
const dayOption = (page: Page, weekday: Weekday): Locator => dateOptions(page).filter({ hasText: weekday }).last();

const weekdays: Readonly<Record<Weekday, number>> = { Tue: 2, Wed: 3, Sat: 6, Sun: 7 };
/** Buys two adult tickets as a guest for the second such day, and returns the order's link from the e-mail. */
const buyTickets = async (page: Page, weekday: Weekday): Promise<string> => {
  const isWanted = (day: string) => Temporal.PlainDate.from(day).dayOfWeek === weekdays[weekday];
  const { link } = await buyOrder(page, { tickets: { Adult: 2 }, day: (days) => days.filter(isWanted)[1] });
  return link;
};

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("main").getByRole("button", { name });
const changeLink = (page: Page): Locator =>
  page.getByRole("main").getByRole("link", { name: "Change tickets: Museum Admission" });

const openChange = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await changeLink(page).click();
  await page.getByRole("heading", { level: 1, name: "Change tickets" }).waitFor();
};

const openMove = async (page: Page, link: string): Promise<void> => {
  await openChange(page, link);
  await page.getByRole("radio", { name: "Choose another date or time" }).check();
};

/** Reviews a move to the first time of a day; returns the id of the change's cart. */
const reviewMove = async (page: Page, weekday: Weekday): Promise<string> => {
  await dayOption(page, weekday).click();
  await timeOptions(page).first().click();
  const opened = page.waitForResponse((response) => response.url().includes("/modify?"));
  await button(page, "Review the change").click();
  const reply = (await (await opened).json()) as { cart: { _data: { id: string }[] } };
  await page.getByRole("heading", { level: 1, name: "Review your change" }).waitFor();
  return reply.cart._data[0]?.id ?? "";
};

const expectMoved = async (page: Page, weekday: Weekday): Promise<void> => {
  await waitForFocus(page, "heading", "Your visit has been moved");
  const main = page.getByRole("main");
  await main.getByText(new RegExp(`^Museum Admission: ${weekday}, `)).waitFor();
  await main.getByText("2 tickets changed").waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(2);
  expect(new URL(page.url()).searchParams.has("token")).toBe(true);
};

/** Checks that what the visitor may do with the order, and their own cart, are unchanged. */
const expectUnchanged = async (page: Page, weekday: Weekday): Promise<void> => {
  const main = page.getByRole("main");
  await main
    .getByText(new RegExp(`^${weekday}, `))
    .first()
    .waitFor();
  expect(await main.getByText(/tickets? changed/).count()).toBe(0);
  expect(await main.getByText("You have an unconfirmed change").count()).toBe(0);
};

test("a guest with a phone moves a visit for free by the e-mail's link, and keeps the cart they fill", async () => {
  const link = await buyTickets(await newVisitor({ viewport: phone }), "Tue");
  const page = await newVisitor({ viewport: phone });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 });
  const cart = await storedCartId(page, "harbor");
  await openMove(page, link);
  await expectAccessible(page);
  expect(await dayOption(page, "Wed").innerText()).toContain("No extra cost");
  await reviewMove(page, "Wed");
  await expectAccessible(page);
  await page
    .getByRole("region", { name: "Now" })
    .getByText(/^Tue, /)
    .waitFor();
  await page
    .getByRole("region", { name: "After" })
    .getByText(/^Wed, /)
    .waitFor();
  await page.getByText("No extra cost").waitFor();
  await button(page, "Confirm").click();
  await expectMoved(page, "Wed");
  await expectAccessible(page);
  expect(await storedCartId(page, "harbor")).toBe(cart);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Your order" }).waitFor();
  expect(await page.getByText("Your visit has been moved").count()).toBe(0);
});

test("a move to a dearer time is paid by card with a bank challenge", async () => {
  const link = await buyTickets(await newVisitor(), "Tue");
  const page = await newVisitor({ expectedRefusals: /\/pay/ });
  await openMove(page, link);
  expect(await dayOption(page, "Sat").innerText()).toMatch(/\+\$4\.00/);
  await reviewMove(page, "Sat");
  await fillCard(page, cards.bank);
  await acceptTermsAsAsked(page);
  await button(page, "Confirm and pay $4.00").click();
  await page.getByRole("heading", { name: "Confirm your payment" }).waitFor();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectMoved(page, "Sat");
  await page.getByText("Paid for a change").waitFor();
});

test("a declined card shows an error, and another card can pay for the change", async () => {
  const page = await newVisitor({ expectedRefusals: /\/pay/ });
  await openMove(page, await buyTickets(await newVisitor(), "Tue"));
  await reviewMove(page, "Sun");
  await fillCard(page, cards.declined);
  await acceptTermsAsAsked(page);
  await button(page, /^Confirm and pay/).click();
  await page.getByRole("alert").filter({ hasText: "declined" }).waitFor();
  await button(page, "Discard the change").click();
  await waitForFocus(page, "heading", "Your change has been discarded");
  await expectUnchanged(page, "Tue");
});

test("a move to a cheaper time refunds the difference", async () => {
  const link = await buyTickets(await newVisitor(), "Sat");
  const page = await newVisitor();
  await openMove(page, link);
  await reviewMove(page, "Tue");
  await page.getByText("You get back").waitFor();
  await button(page, "Confirm, get back $4.00").click();
  await expectMoved(page, "Tue");
  await page
    .getByText(/^Refunded to /)
    .first()
    .waitFor();
});

test("a guest exchanges an adult ticket for a child's at the same time, and the difference is refunded", async () => {
  const page = await newVisitor();
  await openChange(page, await buyTickets(await newVisitor(), "Tue"));
  const main = page.getByRole("main");
  expect(await main.getByRole("radio", { name: /^Keep Tue, / }).isChecked()).toBe(true);
  await main.getByText("Nothing has changed yet.").waitFor();
  expect(await button(page, "Review the change").getAttribute("aria-disabled")).toBe("true");
  const exchange = main.getByRole("combobox", { name: "Exchange for another type: Adult" });
  await exchange.last().waitFor();
  expect(await exchange.last().locator("option").allInnerTexts()).toEqual([
    "Keep Adult",
    "Senior, $23.50",
    "Student, $19.50",
    "Child, free",
  ]);
  await expectAccessible(page);
  await exchange.last().selectOption("Child, free");
  await main.getByText("$29.50 back").waitFor();
  await expectAccessible(page);
  await button(page, "Review the change").click();
  await page.getByRole("heading", { level: 1, name: "Review your change" }).waitFor();
  const linesOf = (name: string) => page.getByRole("region", { name }).getByRole("listitem").allInnerTexts();
  expect(await linesOf("Now")).toEqual(["2 × Adult"]);
  expect(await linesOf("After")).toEqual(["1 × Adult", "1 × Child"]);
  await expectAccessible(page);
  await button(page, "Confirm, get back $29.50").click();
  await waitForFocus(page, "heading", "Your order has been changed");
  await main.getByText("1 ticket changed").waitFor();
  await main.getByText("1 × Child").first().waitFor();
});

testInTurn("an open change is shown on the order, continued from there, and discarded", async () => {
  const link = await buyTickets(await newVisitor(), "Sat");
  const page = await newVisitor();
  await openMove(page, link);
  await reviewMove(page, "Sun");
  await page.goto(link);
  const notice = page.getByRole("region", { name: "You have an unconfirmed change" });
  await notice.waitFor();
  await expectAccessible(page);
  await notice.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Review your change" }).waitFor();
  await page.goBack();
  await notice.getByRole("button", { name: "Discard" }).click();
  await waitForFocus(page, "heading", "Your change has been discarded");
  await expectUnchanged(page, "Sat");
});

test("an expired change leads back to the order, which is unchanged", async () => {
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\// });
  await openMove(page, await buyTickets(await newVisitor(), "Sat"));
  await expireCartIn(await reviewMove(page, "Sun"), 8);
  await page.reload();
  await waitForFocus(page, "heading", "The time for your change ran out");
  await expectUnchanged(page, "Sat");
});

testInTurn("a keyboard user moves one of two tickets", async () => {
  const page = await newVisitor();
  await page.goto(await buyTickets(await newVisitor(), "Tue"));
  const press = (key: string) => page.keyboard.press(key);
  await changeLink(page).waitFor();
  await tabTo(page, changeLink(page));
  await press("Enter");
  await waitForFocus(page, "heading", "Change tickets");
  await tabTo(page, page.getByRole("radio", { name: /^Keep Tue, / }));
  await press("ArrowDown");
  await tabTo(page, page.getByRole("checkbox", { name: "Adult" }).last());
  await press("Space");
  await dateOptions(page).first().waitFor();
  await tabTo(page, page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio"));
  const days = await dateOptions(page).count();
  for (let step = 0; step < days && !(await dayOption(page, "Wed").and(page.locator(":focus")).isVisible()); step++)
    await press("ArrowRight");
  await press("Enter");
  await waitForFocus(page, "heading", "Choose a time");
  await tabTo(page, page.getByRole("radiogroup", { name: "Choose a time" }).getByRole("radio"));
  await press("Enter");
  await waitForFocus(page, "heading", "Time");
  await tabTo(page, button(page, "Review the change"));
  await press("Enter");
  await waitForFocus(page, "heading", "Review your change");
  await tabTo(page, button(page, "Confirm"));
  await press("Enter");
  await waitForFocus(page, "heading", "Your visit has been moved");
  await page.getByText("1 ticket changed").waitFor();
});
