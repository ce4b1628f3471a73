import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { findVisit, offerButton } from "../../support/counter.ts";
import { troubleOrder } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

/* The e-mail that an action sends is shown before it: gift cards, the counter, and the list of money. */

const newAddress = (): string => `shown-${crypto.randomUUID().slice(0, 8)}@example.com`;
/** Unfolds an e-mail and returns its text. */
const shownText = async (where: Locator, nth = 0): Promise<string> => {
  await where.locator("summary").nth(nth).click();
  const text = where.getByRole("region", { name: / as it will be sent$/ }).nth(nth);
  await text.waitFor();
  return (await text.textContent()) ?? "";
};
/** Replaces what differs each time: numbers of cards and tokens. */
const same = (text: string): string =>
  text.replaceAll(/([0-9A-Z]{4}-){4}[0-9A-Z]{4}/g, "…").replaceAll(/token=[\w-]+/g, "token=…");
const lastText = async (page: Page, address: string): Promise<string> => {
  await expect.poll(async () => (await listEmailsTo(page, address)).length).toBeGreaterThan(0);
  return (await listEmailsTo(page, address))[0]?.message.text ?? "";
};

test("a gift card's e-mail is shown before it is issued, sent again or replaced, and a preview that fails keeps nobody from it", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, expectedErrors: /ERR_FAILED/ });
  const { found, at } = collectFindings(page, import.meta.filename);
  const email = newAddress();
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Gift cards" }).click();
  await page.getByRole("button", { name: "Issue cards" }).click();
  const issue = page.getByRole("dialog", { name: "Issue gift cards" });
  await issue.getByText("Without an email address, no email is sent.").waitFor();
  await issue.getByLabel("Amount of each").fill("25");
  await issue.getByLabel("Email address").fill(email);
  await page.route("**/gift_cards/preview*", (route) => route.abort());
  await issue.getByLabel("For whom").fill("Mary");
  await issue.getByText(/^The email cannot be shown now/).waitFor();
  await at("a preview that failed");
  await page.unroute("**/gift_cards/preview*");
  await issue.getByLabel("For whom").fill("Mary Jackson");
  await issue.getByText(`Email to ${email}`).waitFor();
  await issue.getByLabel("Add a sentence").fill("Happy birthday.");
  const text = await shownText(issue);
  expect(text).toContain("Happy birthday.");
  await at("issue with its email");
  await issue.getByLabel("Why").fill("Raffle");
  await issue.getByRole("button", { name: "Issue a card, $25.00" }).click();
  const number = (await page.getByRole("status", { name: "Number" }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  expect(same(await lastText(page, email))).toBe(text);

  await page.getByLabel("Search").fill(number);
  await page.getByRole("heading", { name: `Gift card ····${number.slice(-4)}` }).waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  const resend = page.getByRole("dialog", { name: "Send the email again" });
  const again = await shownText(resend);
  expect(again).toContain(`····${number.slice(-4)}`);
  expect(again).not.toContain(number);
  await at("send a card again");
  await resend.getByRole("button", { name: "Back" }).click();

  await page.getByRole("button", { name: "Replace the number" }).click();
  const replace = page.getByRole("dialog", { name: "Replace the number" });
  await shownText(replace);
  await at("replace with its email");
  await replace.getByLabel("Send it").uncheck();
  await replace.getByLabel("Why").fill("Lost");
  await replace.getByRole("button", { name: "Replace the number" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await listEmailsTo(page, email)).toHaveLength(1);
  expect(found).toEqual([]);
});

test("the counter shows the e-mails of a sale before it is paid, and of tickets that are sent afterwards", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  // What is printed at once stands beside the page's landmarks.
  await page.addInitScript(() => localStorage.setItem("foyer.counter.paper", "none"));
  const { found, at } = collectFindings(page, import.meta.filename);
  const [email, other] = [newAddress(), newAddress()];
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("link", { name: "Till", exact: true }).click();
  await page.getByLabel("Float").fill("100");
  await page.getByRole("button", { name: "Open the till" }).click();
  await page.getByRole("button", { name: "Put cash in" }).waitFor();
  const visit = await findVisit(page);
  await page.goto(`/_office/harbor/counter?day=${visit.day}`);
  await offerButton(page, visit).click();
  await page.getByRole("group", { name: "Adult" }).getByRole("button", { name: "More: Adult" }).click();
  await page.getByText("Add a name or an email address").click();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Add a sentence").fill("Enjoy the tour.");
  await page.getByRole("button", { name: "Show the email" }).click();
  const shown = page.getByRole("group", { name: `Email to ${email}` });
  await shown.getByText("If the sale is paid by a link, this email is sent instead:").waitFor();
  const text = await shownText(shown);
  expect(text).toContain("Enjoy the tour.");
  expect(await shownText(shown, 1)).toContain("Enjoy the tour.");
  await at("a sale with its emails");
  await page
    .getByRole("form", { name: "Payment" })
    .getByRole("button", { name: /^Cash \$/ })
    .click();
  await page.getByRole("heading", { name: "Sold", level: 1 }).waitFor();
  await page.getByText(`On its way to ${email}.`).waitFor();
  const sent = await lastText(page, email);
  expect(sent.split("\n").slice(0, 5)).toEqual(text.split("\n").slice(0, 5));

  const send = page.getByRole("form", { name: "Send the tickets" });
  await send.getByLabel("Email address").fill(other);
  const resent = await shownText(send);
  await at("tickets sent by email");
  await send.getByRole("button", { name: "Send" }).click();
  await page.getByText(`On its way to ${other}.`).waitFor();
  expect(same(await lastText(page, other))).toBe(same(resent));
  expect(found).toEqual([]);
});

test("the list of money shows the e-mails of a refund, and an e-mail that could not be sent", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  await troubleOrder(email);
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Money" }).click();
  const unsent = page
    .getByRole("list", { name: "Emails that could not be sent" })
    .getByRole("listitem")
    .filter({ hasText: email });
  await unsent.first().getByRole("button", { name: "Send again" }).click();
  const again = page.getByRole("dialog", { name: "Send this email again" });
  expect(await shownText(again)).not.toMatch(/token=\w/);
  await again.getByLabel("Add a sentence").fill("Here it is again.");
  await at("an email that could not be sent");
  await again.getByRole("button", { name: "Send it" }).click();
  await expect.poll(async () => (await lastText(page, email)).includes("Here it is again.")).toBe(true);

  const row = page
    .getByRole("list", { name: "Payments that need attention, the oldest first" })
    .getByRole("listitem")
    .filter({ hasText: "The refund failed" });
  await row.first().getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund this payment" });
  await dialog.getByText(`Email to ${email}`).waitFor();
  expect(await shownText(dialog)).toContain("$5.00");
  await at("a refund with its email");
  const most = /At most \$(\d+\.\d\d)/.exec((await dialog.textContent()) ?? "")?.[1] ?? "";
  await dialog.getByLabel("Amount").fill(most);
  await dialog.getByText(/^This refunds everything that was paid/).waitFor();
  await at("a refund of everything with its emails");
  expect(found).toEqual([]);
});
