import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

/** The visible text of the headings, without the arrow that a phone leaves out. */
const headings = async (page: Page): Promise<string[]> =>
  (await page.getByRole("table").getByRole("columnheader").allInnerTexts()).map((text) => text.replace(/[\s↑↓]/g, ""));
const sortOf = (page: Page, name: string) =>
  page.getByRole("columnheader", { name, exact: false }).first().getAttribute("aria-sort");
/** The totals of the rows, as numbers. */
const totals = async (page: Page): Promise<number[]> =>
  (await page.locator('tbody td[data-column="total"] > span:first-child').allTextContents()).map((text) =>
    Number(text.replace(/[^\d.]/g, "")),
  );
const isFalling = (amounts: readonly number[]): boolean =>
  amounts.every((amount, nth) => nth === 0 || amount <= (amounts[nth - 1] ?? 0));

test("a copied link shows the same order and columns to a colleague, on a phone too", async () => {
  const buyer = await newVisitor();
  await buyOrder(buyer, { tickets: { Adult: 1 } });
  const second = await newVisitor();
  await buyOrder(second, { tickets: { Adult: 3 } });
  const manager = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(manager);
  await signInAs(manager, "Manager at Harbor Museum of Art");
  await manager.getByRole("link", { name: "Orders", exact: true }).click();
  await manager.getByRole("table", { name: "Orders, newest first" }).waitFor();
  expect(await sortOf(manager, "Order")).toBe("descending");
  expect(manager.url()).not.toMatch(/[?&](?:sort|columns)=/);

  const byTotal = manager.getByRole("button", { name: "Total", exact: true });
  await byTotal.press("Enter");
  await manager.getByRole("table", { name: "Orders, by total, descending" }).waitFor();
  await expect.poll(async () => isFalling(await totals(manager))).toBe(true);
  expect((await totals(manager)).length).toBeGreaterThanOrEqual(2);
  expect(await sortOf(manager, "Total")).toBe("descending");
  expect(await sortOf(manager, "Order")).toBeNull();
  expect(await byTotal.evaluate((button) => button === document.activeElement)).toBe(true);
  await manager.getByText("Columns", { exact: true }).first().click();
  const columns = manager.getByRole("group", { name: "Columns" });
  expect(await columns.getByRole("checkbox", { name: "Order", exact: true }).isDisabled()).toBe(true);
  await columns.getByRole("checkbox", { name: "What" }).uncheck();
  await columns.getByRole("checkbox", { name: "Tickets" }).check();
  await at("columns of a list");
  await manager.keyboard.press("Escape");
  await columns.waitFor({ state: "hidden" });
  const shown = ["Order", "Purchaser", "Visit", "Total", "State", "Tickets"];
  expect(await headings(manager)).toEqual(shown);
  const link = manager.url();
  expect(link).toContain("sort=-total");
  expect(link).toContain("columns=order_number.purchaser.visit.total.state.tickets");
  await manager.reload();
  await manager.getByRole("table", { name: "Orders, by total, descending" }).waitFor();
  expect(await headings(manager)).toEqual(shown);

  const clerk = await newVisitor({ expectedRefusals: signedOut });
  const phone = collectFindings(clerk);
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await clerk.goto(link);
  await clerk.getByRole("table", { name: "Orders, by total, descending" }).waitFor();
  expect(await headings(clerk)).toEqual(shown);
  expect(await totals(clerk)).toEqual(await totals(manager));
  await clerk.setViewportSize({ width: 390, height: 844 });
  await clerk.getByText("Sort and columns").click();
  const sorted = clerk.getByLabel("Sorted by");
  expect(await sorted.inputValue()).toBe("-total");
  await phone.at("sort and columns on a phone");
  await sorted.selectOption("total");
  await clerk.getByRole("table", { name: "Orders, by total, ascending" }).waitFor();
  await expect.poll(async () => isFalling((await totals(clerk)).toReversed())).toBe(true);
  await clerk.getByRole("button", { name: "Show the usual columns" }).click();
  await expect.poll(() => clerk.url()).not.toContain("columns=");
  expect(await clerk.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // Whatever the list does not know is ignored.
  await clerk.setViewportSize({ width: 1440, height: 900 });
  await clerk.goto(`${new URL(link).pathname}?sort=colour&columns=colour.total`);
  await clerk.getByRole("table", { name: "Orders, newest first" }).waitFor();
  expect(await headings(clerk)).toEqual(["Order", "Total"]);
  expect([...found, ...phone.found]).toEqual([]);
}, 120_000);
