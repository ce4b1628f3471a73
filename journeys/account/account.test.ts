import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { focusedElement, hiddenFocusPixels, tabTo } from "../support/accessibility/keyboard.ts";
import { logInByPassword, demoMember } from "../support/login.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  fillCard,
  goToCheckout,
  waitForOrder,
  listEmailsTo,
  openEvent,
  openShop,
  readOrderNumber,
  pay,
  chooseDate,
  chooseTime,
  reserve,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
const accountLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My account" }).getByRole("link", { name });

test("a member buys, finds order and tickets in the account, has them sent again and edits their details", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.goto("/larkfield/my/orders");
  await title(page, "Log in to view your account");
  await expectAccessible(page);
  await logInByPassword(page, "larkfield");
  await title(page, "My recent orders");

  await openShop(page, "larkfield");
  await openEvent(page, "The Pressed Garden");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
  // A logged-in visitor is not asked whether to continue as a guest.
  await reserve(page);
  await goToCheckout(page);
  await page.getByText(demoMember("larkfield").email).first().waitFor();
  expect(await page.getByLabel("First name").count()).toBe(0);
  await fillCard(page, cards.good);
  await acceptTermsAsAsked(page);
  await pay(page);
  await waitForOrder(page);
  const number = await readOrderNumber(page);

  await page.goto("/larkfield/my/upcoming");
  await title(page, "My upcoming tickets");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("listitem").filter({ hasText: "The Pressed Garden" }).first().click();
  await title(page, "The Pressed Garden");
  // The visit opens with its codes, one per ticket; the whole row is a link to it.
  await expect.poll(() => page.getByRole("img", { name: /^QR code of ticket / }).count()).toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Next ticket" }).click();
  await page.getByText(/^2 of \d+$/).waitFor();
  await page.getByRole("columnheader", { name: "Ticket #" }).waitFor({ state: "attached" });
  await expectAccessible(page);

  await accountLink(page, "Orders").click();
  await title(page, "My recent orders");
  await expectAccessible(page);
  await page.getByRole("link", { name: `View order ${number}` }).click();
  await title(page, `Order ${number}`);
  await expectAccessible(page);
  const emails = async () =>
    (await listEmailsTo(page, demoMember("larkfield").email)).filter(
      // Ada is a member elsewhere too, and another seller's order can have the same number.
      ({ message: { text } }) => text.includes(number) && text.includes("Larkfield"),
    ).length;
  expect(await emails()).toBe(1);
  await page.getByRole("button", { name: "Resend my order" }).click();
  await page.getByText("Your order confirmation has been resent.").waitFor();
  await expect.poll(emails).toBe(2);

  await accountLink(page, "Profile").click();
  await title(page, "My profile");
  expect(await page.getByLabel("First name").isDisabled()).toBe(true);
  const manual = page.getByRole("button", { name: "Enter address manually" });
  if (await manual.isVisible()) await manual.click();
  await page.getByLabel("City").fill("Kew");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Update details" }).click();
  await page.getByText("Your details have been updated.").waitFor();
  await page.reload();
  await title(page, "My profile");
  // A member's links replace those of a visitor, which would lose the focus.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Hello/ })
    .waitFor();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  // By keyboard: the row of links is wider than the phone, and each one scrolls into view.
  await tabTo(page, accountLink(page, "Membership"));
  for (const name of ["Membership", "Profile", "Tickets", "Orders", "Logout"]) {
    expect(await focusedElement(page)).toMatchObject({ role: "link", name, isVisible: true });
    await expect.poll(() => hiddenFocusPixels(page), { message: name }).toBe(0);
    await page.keyboard.press("Tab");
  }
  if (await manual.isVisible()) await manual.click();
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Kew");
});
