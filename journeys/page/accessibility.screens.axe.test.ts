import { describe, expect, test } from "vitest";
import { collectFindings, scanned } from "../support/accessibility/axe.ts";
import { endMembershipIn, setMembershipTerm, membershipTerm } from "../support/database.ts";
import {
  dialog,
  enterEmail,
  enterPassword,
  logInByPassword,
  demoMember,
  accountMenu,
  memberNumber,
  openLogin,
} from "../support/login.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  newAddress,
  openEvent,
  openShop,
  pay,
  payWith,
  waitForOrder,
  chooseDate,
  chooseTime,
  reserve,
  visibleButton,
  openOrder,
  pressNextStep,
} from "../support/shop.ts";
import { desktop, newVisitor } from "../support/visitor.ts";

test(`a payment plan is accessible (${scanned})`, async () => {
  const page = await newVisitor();
  const { found, at } = collectFindings(page);
  await openShop(page, "kiwa");
  await openEvent(page, "Sleepover");
  await dateOptions(page).nth(3).click();
  await addTickets(page, "Adult", 2);
  await page.getByRole("radio", { name: "Vegan" }).check();
  await reserve(page);
  await goToCheckout(page);
  await page.getByRole("radio", { name: /^Pay another amount/ }).check();
  await page.getByLabel("Amount to pay now").waitFor();
  await at("checkout, in parts");
  await page.getByRole("radio", { name: /^Amount due/ }).check();
  await fillPurchaser(page, newAddress());
  await fillCard(page, cards.good);
  await acceptTermsAsAsked(page);
  await pay(page);
  await page.getByText(/^Thank you\. We have received/).waitFor();
  await at("checkout, a part is paid");
  expect(found).toEqual([]);
});

describe("harbor", () => {
  test(`checkout errors are accessible (${scanned})`, async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/checkout");
    await page.getByRole("heading", { level: 1, name: /^Your (cart|basket) is empty$/ }).waitFor();
    await at("checkout, empty");
    await openShop(page, "harbor");
    await openEvent(page, "Museum Admission");
    await chooseDate(page);
    await chooseTime(page);
    await pressNextStep(page, "Choose tickets");
    await page.getByRole("alert").waitFor();
    await at("event, with errors");
    await addTickets(page, "Adult", 1);
    await reserve(page);
    await goToCheckout(page);
    // On a phone, the bar names what is missing, and says so at the second press.
    await pressNextStep(page, /^(?:Pay |Your details$)/);
    await page.getByText("Please edit", { exact: false }).or(page.locator('[aria-invalid="true"]')).first().waitFor();
    await at("checkout, with errors");
    await openOrder(page);
    await page.getByRole("button", { name: "Remove Museum Admission" }).click();
    await at("checkout, removing");
    // The order is collapsed again when the width changes between one column and two.
    const cancel = page.getByRole("button", { name: "Cancel" });
    if (await cancel.isVisible()) await cancel.click();
    await page.getByText("Test cards", { exact: true }).click();
    await at("checkout, test cards");
    await page.getByRole("button", { name: "Read the terms" }).last().click();
    await page.getByRole("dialog", { name: "Terms and conditions" }).waitFor();
    await at("checkout, terms");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(found).toEqual([]);
  });

  test(`codes, gift cards and donations at the checkout are accessible (${scanned})`, async () => {
    const page = await newVisitor({ expectedRefusals: /apply_code/ });
    const { found, at } = collectFindings(page);
    const main = page.getByRole("main");
    const dialog = page.getByRole("dialog");
    await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 });
    await main.getByRole("button", { name: "Apply promo code" }).click();
    await dialog.getByRole("textbox", { name: "Promo code" }).fill("NO-SUCH-CODE");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor();
    await at("checkout, promo code");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await main.getByRole("button", { name: "Apply gift card" }).click();
    await dialog.getByRole("textbox", { name: "Gift card number" }).fill("HARBOR-GIFT-25");
    await at("checkout, gift card");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await main.getByText("Balance left: $0.00").waitFor();
    await at("checkout, with a gift card");
    await main.getByText("Add a donation").click();
    await main.getByRole("radio", { name: "Another amount" }).click();
    await main.getByRole("button", { name: "Add donation" }).click();
    await at("checkout, a donation that lacks its amount");
    await main.getByRole("radio", { name: /^\$25,/ }).click();
    await main.getByRole("button", { name: "Add $25.00" }).click();
    await main.getByText("Thank you! $25.00 of your order is a donation.").waitFor();
    await at("checkout, with a donation");
    expect(found).toEqual([]);
  });

  test(`a cart that a rule blocks is accessible (${scanned})`, async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Child", count: 1 });
    await page.getByRole("main").getByText("Please add an adult.", { exact: false }).waitFor();
    await at("checkout, blocked");
    expect(found).toEqual([]);
  });

  test(`an order by its link and cancelling it are accessible (${scanned})`, async () => {
    const page = await newVisitor({ expectedRefusals: /ticket_order/ });
    const { found, at } = collectFindings(page);
    await openShop(page, "harbor");
    await openEvent(page, "Museum Admission");
    // Far enough ahead to be cancelled.
    await dateOptions(page).nth(4).click();
    await chooseTime(page);
    await addTickets(page, "Adult", 2);
    await reserve(page);
    await goToCheckout(page);
    await fillPurchaser(page, newAddress());
    await payWith(page, cards.good);
    await waitForOrder(page);
    await page.getByRole("main").getByRole("link", { name: "Change or cancel" }).click();
    const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
    await button(/^Cancel tickets$/).waitFor();
    await at("order");
    await button(/^Cancel tickets$/).click();
    await button("Cancel selected tickets").click();
    await page.getByRole("alert").waitFor();
    await at("cancelling, nothing selected");
    await page.getByRole("checkbox", { name: "Adult" }).first().check();
    await button("Cancel selected tickets").click();
    await page.getByRole("heading", { name: "Cancel 1 ticket?" }).waitFor();
    await at("cancelling, to confirm");
    await button(/^Cancel 1 ticket, get back/).click();
    await page.getByRole("heading", { name: "1 ticket is cancelled" }).waitFor();
    await at("cancelled");
    await page.setViewportSize(desktop);
    await page.goto("/harbor/manage/3b1c0c2e-0000-4000-8000-000000000000");
    await page.getByRole("heading", { level: 1, name: "We could not find that order." }).waitFor();
    await at("order, unknown");
    expect(found).toEqual([]);
  });

  test(`logging in is accessible (${scanned})`, async () => {
    const page = await newVisitor({ expectedRefusals: /password_reset|submit_otp/ });
    const { found, at } = collectFindings(page);
    const { email } = demoMember("harbor");
    await page.goto("/harbor/login?otp=483920");
    await page.getByRole("button", { name: "Copy passcode" }).waitFor();
    await at("login, the code of a letter");
    await page.goto(`/harbor/user/reset-password?token=${"a".repeat(43)}`);
    await page.getByText("This reset link is not valid.", { exact: false }).waitFor();
    await at("reset-password, over");
    await page.goto("/harbor/events");
    await openLogin(page);
    await dialog(page).getByRole("button", { name: "Use my password" }).click();
    await at("login, without an address");
    await enterEmail(page, email, "Email me a code");
    await dialog(page).getByLabel("Passcode").fill("12");
    await page.keyboard.press("Enter");
    await at("login, a code that lacks signs");
    await dialog(page).getByRole("button", { name: "Back" }).click();
    await dialog(page).getByRole("button", { name: "Use my password" }).click();
    await dialog(page).getByLabel("Password", { exact: true }).waitFor();
    await at("login, the password");
    await enterPassword(page, demoMember("harbor").password);
    await accountMenu(page).click();
    await at("members' menu");
    expect(found).toEqual([]);
  });

  test(`membership card and renewal are accessible (${scanned})`, async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/my/membership");
    await logInByPassword(page, "harbor");
    await page.getByText(memberNumber("harbor")).first().waitFor();
    await at("my membership");
    await page.setViewportSize(desktop);
    await page.goto("/harbor/membership/renew");
    await page.getByText(/^Your .* membership can be renewed from /).waitFor();
    await at("renewing, too early");
    // Ends the membership's year, for this scan only: other tests have members in this shop too.
    const { valid_from, valid_to } = await membershipTerm(memberNumber("harbor"));
    await endMembershipIn(memberNumber("harbor"), 20);
    await page.setViewportSize(desktop);
    await page.reload();
    await page.getByLabel("First name").first().waitFor();
    await at("renewing");
    await page.setViewportSize(desktop);
    await page.goto("/harbor/my/membership");
    await page.getByRole("main").getByRole("link", { name: "Cancel auto-renew" }).click();
    await page.getByRole("main").getByRole("button", { name: "Cancel auto-renew" }).waitFor();
    await at("cancelling one's renewal");
    await setMembershipTerm(memberNumber("harbor"), { valid_from, valid_to });
    expect(found).toEqual([]);
  });

  test(`the component showcase is accessible (${scanned})`, async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/_stories");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await at("_stories");
    expect(found).toEqual([]);
  });
});

test.each(["harbor", "larkfield"] as const)(
  `joining, giving, redeeming and cancelling a membership at %s are accessible (${scanned})`,
  async (seller) => {
    const page = await newVisitor({ expectedRefusals: /\/code\/NOSUCHCODE/ });
    const { found, at } = collectFindings(page);
    // Each page is opened at the size at which it is scanned first.
    const open = async (path: string): Promise<void> => {
      await page.setViewportSize(desktop);
      await page.goto(`/${seller}/${path}`);
    };
    await open("membership");
    const levels = page.getByRole("main").getByRole("radio");
    await levels.last().check();
    await visibleButton(page, /^Add to (cart|basket)$/).click();
    await page.getByText("Input must not be empty.").first().waitFor();
    await at("joining");
    await open("membership/gift");
    await page
      .getByLabel("First name")
      .or(page.getByText("No memberships are available as gifts at the moment."))
      .waitFor();
    await at("giving");
    await open("membership/redeem?gift_code=NOSUCHCODE");
    await page.getByText("You must enter a valid code").waitFor();
    await at("redeeming");
    await open("manage/3b1c0c2e-0000-4000-8000-000000000000/cancel-auto-renew");
    await page.getByText("You are not enrolled in auto-renew.").waitFor();
    await at("cancelling a renewal");
    expect(found).toEqual([]);
  },
);
