import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { findVisit, offerButton, recordPrinting, tablet, type Visit } from "../../support/counter.ts";
import { join } from "../../support/members.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { cards, fillPurchaser, listEmailsTo, newAddress, payWith, waitForOrder } from "../../support/shop.ts";
import { newVisitor, phone } from "../../support/visitor.ts";

const openTill = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Till", exact: true }).click();
  await page.getByLabel("Float").fill("0");
  await page.getByRole("button", { name: "Open the till" }).click();
  await page.getByRole("button", { name: "Put cash in" }).waitFor();
};
const more = (page: Page, type: string) =>
  page.getByRole("group", { name: type, exact: true }).getByRole("button", { name: `More: ${type}`, exact: true });
const chooseAdult = async (page: Page, visit: Visit): Promise<void> => {
  await offerButton(page, visit).click();
  await more(page, "Adult").click();
};

test("the owner sells to a member by their card, and lets others pay by a link", async () => {
  const { email, number } = await join();
  const page = await newVisitor({
    expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/counter/member`),
    viewport: tablet,
  });
  await recordPrinting(page);
  const { found, at } = collectFindings(page);
  await signInAs(page, "Owner at Harbor Museum of Art");
  await openTill(page);
  const visit = await findVisit(page);
  await page.goto(`/_office/harbor/counter?day=${visit.day}`);
  await offerButton(page, visit).waitFor();

  // An unknown card, and then the member's: their own ticket is free, once per visit.
  const card = page.getByLabel("Member’s card or number");
  await card.fill("NOBODY0000");
  await card.press("Enter");
  await page.getByText("There is no card with this number.").waitFor();
  await at("no such card");
  await card.fill(number.toLowerCase());
  await card.press("Enter");
  await page
    .getByRole("status", { name: "Member" })
    .getByText(/Individual · until/)
    .waitFor();
  await offerButton(page, visit).click();
  await more(page, "Member").click();
  await expect(more(page, "Member").getAttribute("aria-disabled")).resolves.toBe("true");
  await expect(page.getByLabel("Email address").inputValue()).resolves.toBe(email);
  await at("a member's tickets");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("heading", { name: "Sold", level: 1 }).waitFor();
  await page.getByText("Nothing to pay").waitFor();
  await expect
    .poll(async () => (await listEmailsTo(page, email)).some(({ message }) => /Museum Admission/.test(message.text)), {
      timeout: 15_000,
    })
    .toBe(true);
  await page.getByRole("button", { name: "Next sale" }).click();

  // Withdrawing a link leaves the sale as it was.
  await chooseAdult(page, visit);
  await page.getByRole("button", { name: "Pay by a link" }).click();
  await page.getByText(/^Waiting for payment until \d\d:\d\d\.$/).waitFor();
  await page.getByRole("img", { name: "The link to pay" }).waitFor();
  await at("a link to pay");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "Withdraw the link" }).click();
  const asked = page.getByRole("dialog", { name: "Withdraw the link?" });
  await asked.getByText(/stops working for good, and others can buy the 1 ticket/).waitFor();
  await at("a link to withdraw");
  await asked.getByRole("button", { name: "Withdraw the link" }).click();
  await page.getByRole("button", { name: "Pay by a link" }).click();
  const link = (await page.getByText(/\/harbor\/checkout\//).textContent()) ?? "";

  // A buyer pays on their phone, and the counter shows it. The cart is not their own: it is opened by its link.
  const buyer = await newVisitor({ viewport: phone, expectedRefusals: /\/api\/my\/cart/ });
  await buyer.goto(new URL(link).pathname);
  const address = newAddress();
  await fillPurchaser(buyer, address);
  await payWith(buyer, cards.good);
  await waitForOrder(buyer);
  await page.getByRole("heading", { name: "Paid", level: 1 }).waitFor({ timeout: 15_000 });
  await page.getByText("Paid by a link").waitFor();
  await page.getByRole("link", { name: /^Order \d+$/ }).waitFor();
  await page.locator("body[data-printed]").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.locator("[data-print-sheet]").waitFor({ state: "detached" });
  await at("paid by a link");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "Next sale" }).click();
  await page.getByRole("region", { name: "Paid by a link" }).getByText("Paid.").waitFor();
  await at("links");
  expect(found).toEqual([]);
});
