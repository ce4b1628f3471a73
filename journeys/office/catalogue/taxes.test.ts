import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { bringBack, publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { buyOrder, type BoughtOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

const buyPair = (page: Page): Promise<BoughtOrder> =>
  buyOrder(page, { seller: "kiwa", event: "Feeding the Ruru", tickets: { Adult: 2 }, day: (days) => days[0] });
/** An amount on a receipt, in cents: the text of the cell next to its name. */
const amountOf = async (page: Page, name: string | RegExp): Promise<number> => {
  const term = page.getByRole("region", { name: "Receipt" }).getByRole("term").filter({ hasText: name }).first();
  const text = await term.locator("xpath=following-sibling::dd").textContent();
  return Math.round(100 * Number(/[\d.]+/.exec(text ?? "")?.[0]));
};

test("a ticket type gets a tax, which the form, receipts, the counter's printout and the report show", async () => {
  const before = await newVisitor();
  await before.goto((await buyPair(before)).link);
  await before.getByRole("region", { name: "Receipt" }).getByText("Total").waitFor();
  expect(await before.getByText(/Includes GST/).count()).toBe(0);

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Owner at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue");
  await page.getByRole("link", { name: "Feeding the Ruru", exact: true }).click();
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  const adult = page.getByRole("group", { name: "Adult" });
  const price = await adult.getByLabel("Price", { exact: true }).inputValue();
  await adult.getByText("Fees, tax, price by choice, text").click();
  await adult.getByLabel("Tax in the price").fill("GST");
  await adult.getByText("is missing").waitFor();
  await adult.getByLabel("Tax rate").fill("101");
  await adult.getByText("must be a rate in percent from 0 to 100 with at most three decimals, like 6.9").waitFor();
  await adult.getByLabel("Tax rate").fill("15");
  const included = ((Number(price) * 15) / 115).toFixed(2);
  await adult.getByText(`Receipts say: $${Number(price).toFixed(2)} includes $${included} GST (15%).`).waitFor();
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await at("the tax of a type");
  await page.getByRole("link", { name: "Publish …" }).click();
  await page
    .getByRole("region", { name: "What will happen" })
    .getByText(/ticket type changed/)
    .waitFor();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();

  const buyer = await newVisitor();
  const { link } = await buyPair(buyer);
  await buyer.goto(link);
  const total = await amountOf(buyer, "Total");
  expect(await amountOf(buyer, "Includes GST (15%)")).toBe(Math.round((total * 15) / 115));

  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("link", { name: "Tax", exact: true }).click();
  const report = page.getByRole("table", { name: "Tax" });
  const row = report.getByRole("row").filter({ hasText: "GST 15 %" });
  await row.waitFor();
  // Each ticket is rounded separately.
  expect(await row.getByRole("cell").allTextContents()).toContain(`$${(total / 100).toFixed(2)}`);
  await at("the report of tax");

  await page.goto("/_office/kiwa/orders");
  await page.locator("tbody a").first().click();
  await page.getByRole("region", { name: "Money" }).getByText("Includes GST (15%)").waitFor();
  await page.getByRole("button", { name: /^Print/ }).click();
  const printing = page.getByRole("dialog", { name: "Print" });
  await printing.getByLabel("What").selectOption("The receipt");
  await printing.getByLabel("Paper").selectOption("80 mm roll");
  await page.evaluate(() => void (window.print = () => undefined));
  await printing.getByRole("button", { name: "Print", exact: true }).click();
  expect(await page.locator("[data-print-sheet]").textContent()).toMatch(/Includes GST \(15%\)\$\d+\.\d\d/);

  await page.goto("/_office/kiwa/catalogue");
  await page.getByRole("link", { name: "History" }).click();
  await page
    .getByRole("link", { name: /^What revision \d+ changed$/ })
    .first()
    .click();
  await page.getByRole("row").filter({ hasText: "tax" }).first().waitFor();
  await at("a tax in two revisions");
  await bringBack(page);
  await page.getByText(/is as it was in revision/).waitFor();
  // The order keeps the tax that it was sold with.
  await buyer.reload();
  expect(await amountOf(buyer, "Includes GST (15%)")).toBe(Math.round((total * 15) / 115));
  expect(found).toEqual([]);
}, 180_000);
