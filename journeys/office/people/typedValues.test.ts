import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

const typeDay = async (page: Page, label: string, keys: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).focus();
  // A screen that is drawn anew between two keys must not replace what is typed.
  await page.keyboard.type(keys, { delay: 100 });
};
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("a day typed over another one takes effect as it is typed, although the days on the way do not exist", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Finance at Harbor Museum of Art");

  await page.goto("/_office/harbor/tills?day=2026-01-31");
  await typeDay(page, "Day", "02282026");
  await page.keyboard.press("Enter");
  await expect.poll(() => parametersOf(page)).toEqual({ day: "2026-02-28" });

  await page.goto("/_office/harbor/money/journal?from=2026-01-01&to=2026-01-31");
  await typeDay(page, "To", "02282026");
  await page.keyboard.press("Tab");
  await expect.poll(() => parametersOf(page)).toEqual({ from: "2026-01-01", to: "2026-02-28" });

  // The first digit of the 25th is the second, which is before the other day.
  await page.goto("/_office/harbor/orders?journal_from=2026-01-10&journal_to=2026-01-15");
  await typeDay(page, "Activity to", "01252026");
  const typed = { journal_from: "2026-01-10", journal_to: "2026-01-25" };
  await expect.poll(() => parametersOf(page), { timeout: 5_000 }).toEqual(typed);
});

test("an amount takes a comma as the decimal point, and says so if it is none", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Gift cards", exact: true }).click();
  await page.getByRole("button", { name: "Issue cards" }).click();
  const dialog = page.getByRole("dialog", { name: "Issue gift cards" });
  await dialog.getByLabel("Why").fill("A prize");
  const amount = dialog.getByLabel("Amount of each");
  await amount.fill("12,5");
  await dialog.getByRole("button", { name: "Issue a card, $12.50" }).waitFor();
  await amount.fill("12.505");
  await dialog.getByText("An amount such as 12.50.").waitFor();
  await amount.fill("0");
  await dialog.getByText("An amount such as 12.50.").waitFor({ state: "hidden" });
  await dialog.getByLabel("How many").fill("10001");
  await dialog.getByText("An amount such as 12.50.").waitFor();
  await dialog.getByText("A whole number up to 10000.").waitFor();
});

test("back in a list, j goes on from the row that was opened", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Promo codes", exact: true }).click();
  const rows = page.getByRole("table", { name: "Promo codes" }).locator("[data-row]");
  await rows.nth(2).waitFor();
  const names = await rows.allTextContents();
  const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focused()).toBe(names[1]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: names[1] ?? "", level: 1 }).waitFor();
  await page.goBack();
  await rows.nth(2).waitFor();
  await page.keyboard.press("j");
  expect(await focused()).toBe(names[2]);
});
