import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { endMembershipIn, setMembershipTerm, membershipTerm } from "./support/database.ts";
import {
  dialog,
  enterEmail,
  enterPassword,
  logInByPassword,
  demoMember,
  accountMenu,
  memberNumber,
  openLogin,
} from "./support/login.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  pay,
  chooseDate,
  chooseTime,
  reserve,
  reserveIn,
  visibleButton,
  stepper,
} from "./support/shop.ts";
import { desktop, newVisitor, phone } from "./support/visitor.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Finding = string;
const scanPage = async (page: Page, where: string, rules?: readonly string[]): Promise<Finding[]> => {
  // axe is loaded once into a document, and reports only violations.
  const isRead = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isRead && { axeSource: "0" }) }).setLegacyMode();
  axe.options({
    resultTypes: ["violations"],
    runOnly: rules ? { type: "rule", values: [...rules] } : { type: "tag", values: tags },
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) =>
        `${where}: ${id} at ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
};

/** Waits until a changed theme is drawn and all transitions have ended. */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });

const bothSizes = [
  ["desktop", desktop],
  ["phone", phone],
] as const;
type Size = (typeof bothSizes)[number];

/**
 * Scans one view on both devices and in both colour schemes, without reloading the page: everything at both sizes, and the
 * colours again in dark mode.
 */
const scanSizes = async (page: Page, view: string, sizes: readonly Size[] = bothSizes): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    await waitForAnimations(page);
    found.push(...(await scanPage(page, `${view}, ${size}`)));
  }
  // Some sellers have the same theme in light and dark mode.
  if ((await page.locator("html").getAttribute("data-mode")) !== "auto") return found;
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForAnimations(page);
  found.push(...(await scanPage(page, `${view}, phone, dark`, ["color-contrast", "link-in-text-block"])));
  await page.emulateMedia({ colorScheme: "light" });
  return found;
};

const collectFindings = (page: Page, sizes?: readonly Size[]) => {
  const found: Finding[] = [];
  return { found, at: async (view: string) => void found.push(...(await scanSizes(page, view, sizes))) };
};

/** Both layouts are scanned at both sizes; sellers with the same layout in other colours only on a phone. */
const sizesOf = (seller: string): readonly Size[] =>
  seller === "opal" || seller === "kiwa" ? [["phone", phone]] : bothSizes;

const sellers = [
  { seller: "harbor", event: "Museum Admission", ticket: "Adult", empty: "category=Passes&date=today" },
  { seller: "larkfield", event: "The Pressed Garden", ticket: "Adult", empty: "category=Workshops&date=2001-01-01" },
  { seller: "opal", event: "Hall Tour", ticket: "Adult", empty: "category=Nothing" },
  { seller: "kiwa", event: "Night Walk", ticket: "Adult", empty: "category=Nothing" },
] as const;

describe.each(sellers)("$seller", ({ seller, event, ticket, empty }) => {
  test("listing, event and cart are accessible", async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page, sizesOf(seller));
    await page.goto(`/${seller}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("home");
    await page.goto(`/${seller}/events?${empty}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("listing, narrowed");
    await openShop(page, seller);
    await at("listing");
    await openEvent(page, event);
    const address = page.url();
    await dateOptions(page).first().waitFor();
    await at("event, dates");
    await page.getByRole("button", { name: "More dates" }).click();
    await page.getByRole("dialog", { name: "Choose date" }).waitFor();
    await at("event, calendar");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await chooseDate(page);
    await page.getByRole("radiogroup", { name: "Choose a time" }).waitFor();
    await at("event, times");
    await chooseTime(page);
    await stepper(page, ticket).waitFor();
    await addTickets(page, ticket, 2);
    await at("event, tickets");
    await reserveIn(page, seller);
    await page
      .getByRole("heading", { level: 1 })
      .and(page.getByText(event, { exact: true }))
      .waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("what else is offered");
    await goToCheckout(page);
    await at("checkout");
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: event }).waitFor();
    await page.setViewportSize(phone);
    await page.getByRole("button", { name: /^Open your (cart|basket)$/ }).click();
    await page
      .getByRole("dialog", { name: /^Your (cart|basket)$/ })
      .getByText(`2 × ${ticket}`)
      .waitFor();
    await at("cart");
    await page.goto(`/${seller}/checkout`);
    await goToCheckout(page);
    await fillPurchaser(page, newAddress());
    await fillCard(page, cards.good);
    await acceptTermsAsAsked(page);
    await at("checkout, filled");
    await pay(page);
    await waitForOrder(page);
    await at("complete");
    expect(found).toEqual([]);
  });

  test("pending payment, missing pages and screens outside the shop are accessible", async () => {
    const page = await newVisitor({ expectedRefusals: /\/my\/cart\/[^/]+\/pay\b|no-such-page$/ });
    const { found, at } = collectFindings(page, sizesOf(seller));
    await fillCart(page, { seller, event, ticket, count: 1 });
    await fillPurchaser(page, newAddress());
    await fillCard(page, cards.debit);
    await acceptTermsAsAsked(page);
    await pay(page);
    await page.getByRole("heading", { level: 1, name: "Payment pending" }).waitFor();
    await at("pending");
    for (const path of ["checkout", "no-such-page", "resend", "membership", "login", "user/forgot-password", "error"]) {
      await page.goto(`/${seller}/${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await at(path);
    }
    expect(found).toEqual([]);
  });
});

test("a payment plan is accessible", async () => {
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
  test("checkout errors are accessible", async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/checkout");
    await page.getByRole("heading", { level: 1, name: /^Your (cart|basket) is empty$/ }).waitFor();
    await at("checkout, empty");
    await openShop(page, "harbor");
    await openEvent(page, "Museum Admission");
    await chooseDate(page);
    await chooseTime(page);
    await reserve(page);
    await page.getByRole("alert").waitFor();
    await at("event, with errors");
    await addTickets(page, "Adult", 1);
    await reserve(page);
    await goToCheckout(page);
    await visibleButton(page, /^Pay /).click();
    await page.getByText("Please edit", { exact: false }).or(page.locator('[aria-invalid="true"]')).first().waitFor();
    await at("checkout, with errors");
    await page.getByRole("button", { name: "Remove Museum Admission" }).click();
    await at("checkout, removing");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Test cards", { exact: true }).click();
    await at("checkout, test cards");
    await page.getByRole("button", { name: "Read the terms" }).click();
    await page.getByRole("dialog", { name: "Terms and conditions" }).waitFor();
    await at("checkout, terms");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(found).toEqual([]);
  });

  test("codes, gift cards and donations at the checkout are accessible", async () => {
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
    await main.getByRole("radio", { name: "Another amount" }).click();
    await main.getByRole("button", { name: "Add donation" }).click();
    await at("checkout, a donation that lacks its amount");
    await main.getByRole("radio", { name: /^\$25,/ }).click();
    await main.getByRole("button", { name: "Add $25.00" }).click();
    await main.getByText("Thank you! $25.00 of your order is a donation.").waitFor();
    await at("checkout, with a donation");
    expect(found).toEqual([]);
  });

  test("a cart that a rule blocks is accessible", async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Child", count: 1 });
    await page.getByRole("main").getByText("Please add the adult.").waitFor();
    await at("checkout, blocked");
    expect(found).toEqual([]);
  });

  test("logging in is accessible", async () => {
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

  test("membership card and renewal are accessible", async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/my/membership");
    await logInByPassword(page, "harbor");
    await page.getByRole("button", { name: "Show card" }).first().click();
    await dialog(page).getByText(memberNumber("harbor")).waitFor();
    await at("membership details");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await at("my membership");
    await page.setViewportSize(desktop);
    await page.goto("/harbor/membership/renew");
    await page.getByText(/^Your .* membership can be renewed from /).waitFor();
    await at("renewing, too early");
    // Ends the membership's year, and only for this scan: other tests have members in this shop too.
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

  test("the component showcase is accessible", async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto("/harbor/_stories");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await at("_stories");
    expect(found).toEqual([]);
  });
});

test.each(["harbor", "larkfield"] as const)(
  "joining, giving, redeeming and cancelling a membership at %s are accessible",
  async (seller) => {
    const page = await newVisitor({ expectedRefusals: /\/code\/NOSUCHCODE/ });
    const { found, at } = collectFindings(page);
    // Each page is opened at the size that it is scanned at first.
    const open = async (path: string): Promise<void> => {
      await page.setViewportSize(desktop);
      await page.goto(`/${seller}/${path}`);
    };
    await open("membership");
    const levels = page.getByRole("main").getByRole("radio");
    await levels.last().check();
    await visibleButton(page, "Add to cart").click();
    await page.getByText("Input must not be empty.").first().waitFor();
    await at("joining");
    await open("membership/gift");
    await page.getByLabel("First name").or(page.getByText("There is nothing to give here at the moment.")).waitFor();
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
