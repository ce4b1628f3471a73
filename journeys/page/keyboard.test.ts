import { expect, test } from "vitest";
import { waitForFocus, focusedElement, tabTo } from "../support/accessibility/keyboard.ts";
import { logInByPassword } from "../support/login.ts";
import { runFoyer } from "../support/runFoyer.ts";
import {
  addTickets,
  buyer,
  ticketCount,
  goToCheckout,
  newAddress,
  openEvent,
  openShop,
  readOrderNumber,
  chooseDate,
  chooseTime,
  visibleButton,
  stepper,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a keyboard user buys tickets, with a visible focus at every stop", async () => {
  const page = await newVisitor();
  const press = (key: string) => page.keyboard.press(key);
  const announces = (words: string | RegExp) =>
    page.getByRole("status").filter({ hasText: words }).waitFor({ state: "attached" });
  const email = newAddress();

  // Uses a link that skips the offers.
  await page.goto("/larkfield/events?expresscheckout");
  await press("Tab");
  expect(await focusedElement(page)).toMatchObject({ role: "link", name: "Skip to content", isVisible: true });
  await press("Enter");
  const [first] = await tabTo(
    page,
    page.getByRole("main").getByRole("link", { name: "The Pressed Garden", exact: true }),
  );
  expect(first?.name).not.toMatch(/home$/);
  await press("Enter");
  await waitForFocus(page, "heading", "The Pressed Garden");
  await page.getByRole("status").filter({ hasText: "The Pressed Garden" }).waitFor({ state: "attached" });

  await tabTo(page, page.getByRole("button", { name: "More dates" }));
  await press("Enter");
  const calendar = page.getByRole("dialog", { name: "Choose date" });
  await calendar.waitFor();
  await calendar.locator("[data-day]:focus").waitFor();
  // Two weeks ahead, and from there to the first available day.
  await press("ArrowDown");
  await press("ArrowDown");
  for (let day = 0; day < 21 && (await page.locator(':focus[aria-disabled="true"]').count()) === 1; day++)
    await press("ArrowRight");
  const day = await focusedElement(page);
  expect(day.isVisible).toBe(true);
  expect(day.name).toMatch(/\d/);
  await press("Enter");
  await calendar.waitFor({ state: "detached" });
  await announces(/^You have selected \w+day/);
  await waitForFocus(page, "heading", "Choose a time");

  const times = page.getByRole("radiogroup", { name: "Choose a time" }).getByRole("radio");
  await times.first().waitFor();
  await tabTo(page, times);
  const before = await focusedElement(page);
  await press("ArrowRight");
  const after = await focusedElement(page);
  expect(after).toMatchObject({ role: "radio", isVisible: true });
  expect(after.name).not.toBe(before.name);
  await press("Space");
  await waitForFocus(page, "heading", "Choose tickets");

  // The tickets of the chosen time are loading.
  await ticketCount(page, "Adult").waitFor();
  await tabTo(page, ticketCount(page, "Adult"));
  expect(await focusedElement(page)).toMatchObject({ role: "spinbutton", name: "Adult" });
  await press("ArrowUp");
  await press("ArrowUp");
  await announces("2 × Adult");
  await tabTo(page, stepper(page, "Adult").getByRole("button", { name: "More" }), 1);
  await press("Enter");
  await press("Space");
  await announces("4 × Adult");
  await press("Shift+Tab");
  await press("Shift+Tab");
  expect((await focusedElement(page)).name).toBe("Fewer: Adult");
  await press("Space");
  await announces("3 × Adult");
  expect(await ticketCount(page, "Adult").inputValue()).toBe("3");

  await tabTo(page, visibleButton(page, "Reserve"));
  await press("Enter");
  await goToCheckout(page);
  await waitForFocus(page, "heading", "Checkout");

  // Trying to pay moves the focus to what is missing.
  await tabTo(page, visibleButton(page, /^Pay /));
  await press("Enter");
  await page.getByLabel("First name").and(page.locator(":focus")).waitFor();
  expect(await page.getByLabel("First name").getAttribute("aria-invalid")).toBe("true");
  await page.keyboard.type(buyer.first);
  for (const text of [buyer.last, email, email]) {
    await press("Tab");
    await page.keyboard.type(text);
  }
  expect(await page.getByLabel("Confirm email").inputValue()).toBe(email);
  await tabTo(page, page.getByLabel("Card number"));
  for (const text of ["4242424242424242", "1239", "123"]) {
    await page.keyboard.type(text);
    await press("Tab");
  }

  // Paying accepts this seller's terms, which can be read first.
  const read = page.getByRole("button", { name: "Read the terms" }).last();
  await read.and(page.locator(":focus")).waitFor();
  await press("Enter");
  const terms = page.getByRole("dialog", { name: "Terms and conditions" });
  await terms.waitFor();
  await press("Escape");
  await terms.waitFor({ state: "detached" });
  await read.and(page.locator(":focus")).waitFor();

  await tabTo(page, visibleButton(page, /^Pay /));
  await press("Enter");
  await waitForFocus(page, "heading", "Done!");
  expect(await readOrderNumber(page)).toMatch(/^\d+$/);
});

test("a keyboard user on a phone pays with a promo code, a gift card and a card, and the footer covers no stop", async () => {
  const page = await newVisitor({ viewport: phone });
  const press = (key: string) => page.keyboard.press(key);
  const main = page.getByRole("main");
  const email = newAddress();
  const giftCard = (await runFoyer(["gift-cards", "harbor", "issue", "25"])).trim();
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await waitForFocus(page, "heading", "Choose tickets");
  await ticketCount(page, "Adult").waitFor();
  await tabTo(page, ticketCount(page, "Adult"));
  await press("ArrowUp");
  await press("ArrowUp");
  await press("ArrowUp");
  await tabTo(page, visibleButton(page, "Reserve"));
  await press("Enter");
  await goToCheckout(page);

  const give = async (dialog: string, field: string, number: string): Promise<void> => {
    const opener = main.getByRole("button", { name: dialog });
    await tabTo(page, opener);
    await press("Enter");
    const open = page.getByRole("dialog", { name: dialog });
    await tabTo(page, open.getByRole("textbox", { name: field }));
    await page.keyboard.type(number);
    await press("Enter");
    await open.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();
  };
  await tabTo(page, page.getByLabel("First name"));
  await page.keyboard.type(buyer.first);
  for (const text of [buyer.last, email, email]) {
    await press("Tab");
    await page.keyboard.type(text);
  }
  await give("Apply promo code", "Promo code", "FERRY8");
  // Applied codes come before the button.
  await press("Shift+Tab");
  expect((await focusedElement(page)).name).toBe("Remove FERRY8");
  await give("Apply gift card", "Gift card number", giftCard);
  await tabTo(page, page.getByLabel("Card number"));
  for (const text of ["4242424242424242", "1239", "123"]) {
    await page.keyboard.type(text);
    await press("Tab");
  }
  await tabTo(page, main.getByRole("button", { name: /^Remove gift card/ }));
  await tabTo(page, visibleButton(page, /^Pay /));
  await press("Enter");
  await waitForFocus(page, "heading", "Done!");
  // The second day on offer is a weekday, or more expensive on a weekend.
  expect((await main.innerText()).replaceAll(/\s+/g, " ")).toMatch(/By ferry −\$8\.00 Total \$(?:80\.50|86\.50)/);
});

test.each(["/my/profile", "/my/orders"])("after a reload of %s Tab begins at the start of the page", async (path) => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await logInByPassword(page, "harbor");
  await page.goto(`/harbor${path}`);
  await page.reload();
  await page.getByRole("navigation", { name: "Account" }).locator("[aria-current]").waitFor();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Tab");
  expect((await focusedElement(page)).name).toBe("Skip to content");
});

test("the skip link leads past the header and keeps the selection", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
  await page.waitForLoadState("networkidle");
  const event = page.url();
  const requests: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "xhr", "script"].includes(request.resourceType())) requests.push(request.url());
  });

  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${event}#main-content`);
  await page.keyboard.press("Tab");
  expect(await page.getByRole("main").locator(":focus").count()).toBe(1);
  expect(await ticketCount(page, "Adult").inputValue()).toBe("2");
  await page.goBack();
  await page.waitForURL(event);
  expect(await ticketCount(page, "Adult").inputValue()).toBe("2");
  expect(requests).toEqual([]);
});
