import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { endMembershipIn, countOrders } from "../support/database.ts";
import { waitForFocus, tabTo } from "../support/accessibility/keyboard.ts";
import { dialog, enterEmail, enterPassword, openLogin, waitForLogin } from "../support/login.ts";
import { newMember } from "../support/newMember.ts";
import {
  acceptTermsAsAsked,
  buyer,
  cards,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  listEmailsTo,
  newAddress,
  payWith,
  pressNextStep,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const addToCart = (page: Page): Promise<void> => visibleButton(page, "Add to cart").click();
const nameMember = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("First name").fill(buyer.first);
  await page.getByLabel("Last name").fill(buyer.last);
  await page.getByLabel("Email").fill(email);
};
/** Waits for an e-mail and finds a text in it. */
const findInEmail = async (page: Page, email: string, wanted: RegExp): Promise<string> => {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const texts = (await listEmailsTo(page, email)).map(({ message }) => message.text);
        found = texts.map((text) => wanted.exec(text)?.[1]).find((one) => one !== undefined);
        return found;
      },
      { timeout: 15_000 },
    )
    .toBeDefined();
  return String(found);
};

test("a guest joins, logs in with the member number, and renews at the end of the term", async () => {
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();
  await page.goto("/kiwa/membership");
  await page.getByRole("heading", { level: 1, name: "Night Keepers" }).waitFor();
  await page.getByText("$90").first().waitFor();
  await addToCart(page);
  await expect.poll(() => page.getByText("Input must not be empty.").count()).toBe(3);
  await nameMember(page, email);
  await addToCart(page);
  await goToCheckout(page);
  await page.getByText("1 × Night Keeper").first().waitFor();
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  const number = await findInEmail(page, email, /Member number ([0-9A-Z]{10})/);

  // The term is a year, and renewal is possible in its last month.
  await page.goto("/kiwa/membership/renew");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await dialog(page).getByLabel("Member ID").fill(number);
  await dialog(page).getByLabel("Last name").fill(buyer.last);
  await dialog(page).getByRole("button", { name: "Log in" }).click();
  await page.getByText(/^Your Night Keeper membership can be renewed from /).waitFor();
  await endMembershipIn(number, 5);
  await page.reload();
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe(buyer.first);
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await addToCart(page);
  await goToCheckout(page);
  await page.getByText("Night Keeper, renewal").first().waitFor();
  await fillPurchaserIfAsked(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  await findInEmail(page, email, /(goes on|is renewed)/);
});

/** The form may be filled in for a known member. */
const fillPurchaserIfAsked = async (page: Page, email: string): Promise<void> => {
  if (await page.getByLabel("Confirm email").isVisible()) await fillPurchaser(page, email);
};

test("a membership is given as a gift on a phone and redeemed by keyboard", async () => {
  const giver = await newVisitor({ viewport: phone });
  const [own, graces] = [newAddress(), newAddress()];
  await giver.goto("/harbor/membership/gift");
  await giver.getByRole("heading", { level: 1, name: / as a gift$/ }).waitFor();
  await pressNextStep(giver, "Choose a membership");
  await giver.getByText("Please select a membership to continue.").waitFor();
  await giver.getByRole("radio", { name: "Individual" }).check();
  await giver.getByLabel("First name").fill("Grace");
  await giver.getByLabel("Last name").fill("Hopper");
  await giver.getByLabel("Email").fill(graces);
  await addToCart(giver);
  await dialog(giver).getByRole("button", { name: "Shop as a Guest" }).click();
  await goToCheckout(giver);
  await giver.getByText("Gift for Grace Hopper").first().waitFor();
  await fillPurchaser(giver, own);
  await payWith(giver, cards.good);
  await waitForOrder(giver);

  const link = await findInEmail(giver, graces, /(\S+\/membership\/redeem\?gift_code=\w{10})/);
  const code = link.slice(-10);
  const grace = await newVisitor({ viewport: phone });
  await grace.goto("/harbor/membership/redeem");
  await tabTo(grace, grace.getByLabel("Gift code"));
  await grace.keyboard.type("NOSUCHCOD");
  await grace.keyboard.press("Enter");
  await grace.getByText("You must enter a valid code").waitFor();
  await grace.keyboard.press("Control+A");
  await grace.keyboard.type(code);
  await grace.keyboard.press("Enter");
  await waitForFocus(grace, "heading", /membership$/);
  await tabTo(grace, grace.getByRole("radio", { name: "Individual" }));
  await grace.keyboard.press("Space");
  await expectAccessible(grace);
  await tabTo(grace, grace.getByLabel("First name"), 5);
  await grace.keyboard.type("Grace");
  await grace.keyboard.press("Tab");
  await grace.keyboard.type("Hopper");
  await grace.keyboard.press("Tab");
  await grace.keyboard.type(graces);
  await grace.keyboard.press("Enter");
  await goToCheckout(grace);
  await fillPurchaser(grace, graces);
  await acceptTermsAsAsked(grace);
  await visibleButton(grace, "Complete order").click();
  await waitForOrder(grace);
  expect(await countOrders(graces)).toBe(1);

  const late = await newVisitor();
  await late.goto(`/harbor/membership/redeem?gift_code=${code}`);
  await late.getByText("This code has already been redeemed").waitFor();
});

test("a visitor joins on a phone with automatic renewal, finds it in the account and cancels it by keyboard", async () => {
  const page = await newVisitor({ viewport: phone });
  const member = await newMember("harbor", null);
  await page.goto("/harbor/membership");
  await openLogin(page);
  await enterEmail(page, member.email, "Use my password");
  await enterPassword(page, member.password);
  await waitForLogin(page, "Grace");
  await waitForFocus(page, "heading", "Membership");
  await tabTo(page, page.getByRole("radio", { name: "Individual" }));
  await page.keyboard.press("Space");
  await nameMember(page, member.email);
  const option = page.getByRole("checkbox", { name: "Renew this membership automatically" });
  await expect.poll(() => option.isChecked()).toBe(false);
  await tabTo(page, option);
  await page.keyboard.press("Space");
  expect(await option.isChecked()).toBe(true);
  await addToCart(page);
  await goToCheckout(page);
  await page.getByText(/^Your membership renews automatically: we keep your card/).waitFor();
  await fillPurchaserIfAsked(page, member.email);
  await payWith(page, cards.good);
  await waitForOrder(page);

  // A job saves the card.
  const card = page.getByText("Visa …4242");
  await expect
    .poll(async () => {
      await page.goto("/harbor/my/membership");
      await page.getByRole("heading", { level: 1 }).waitFor();
      return card.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await page.getByRole("main").getByRole("link", { name: "Cancel auto-renew" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Cancel auto-renew" }).waitFor();
  await tabTo(page, page.getByRole("button", { name: "Cancel auto-renew" }));
  await page.keyboard.press("Enter");
  await page.getByText(/^Auto-renew is cancelled\. Your Individual membership is valid until /).waitFor();
  await findInEmail(page, member.email, /(will not renew automatically)/);
});
