import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

/** Presses the dialog's link; returns the downloaded file and its name. */
const downloadFrom = async (page: Page): Promise<{ readonly name: string; readonly lines: readonly string[] }> => {
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("link", { name: "Download CSV" }).click();
  const file = await download;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\r\n") };
};

test("a manager downloads orders, tickets, persons and members with chosen columns, which the browser keeps", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  const screens = page.getByRole("navigation", { name: "Screens" });
  await screens.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Download", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Download a list" });
  expect(await dialog.getByRole("checkbox", { name: "Survey answers" }).isChecked()).toBe(false);
  expect(await dialog.getByRole("checkbox", { name: "Notes" }).isChecked()).toBe(false);
  for (const name of ["Telephone", "Sold at", "Due", "Promo codes", "First visit", "Events"])
    await dialog.getByRole("checkbox", { name }).uncheck();
  await at("columns of orders");
  const orders = await downloadFrom(page);
  expect(orders.name).toMatch(/^orders-harbor-\d{4}-\d\d-\d\d[.]csv$/);
  expect(orders.lines[0]).toBe("order_number,first_name,last_name,email,tickets,total,refunded,currency,state,channel");
  expect(orders.lines.some((line) => line.includes(email))).toBe(true);
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Download", exact: true }).click();
  expect(await dialog.getByRole("checkbox", { name: "Telephone" }).isChecked()).toBe(false);
  expect(await dialog.getByRole("checkbox", { name: "Total" }).isChecked()).toBe(true);
  await dialog.getByRole("radio", { name: /^Tickets/ }).check();
  await dialog.getByRole("checkbox", { name: "Survey answers" }).check();
  const tickets = await downloadFrom(page);
  expect(tickets.lines[0]).toMatch(/^order_number,.*,first_entry,answers$/);
  expect(tickets.lines.filter((line) => line.includes(email)).length).toBeGreaterThanOrEqual(2);

  await page.getByRole("button", { name: "Download", exact: true }).click();
  await dialog.getByRole("radio", { name: /^Persons/ }).check();
  await at("columns of persons");
  const persons = await downloadFrom(page);
  expect(persons.lines.filter((line) => line.includes(email))).toHaveLength(1);

  await screens.getByRole("link", { name: "Members", exact: true }).click();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Download", exact: true }).click();
  for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
  expect(await dialog.getByRole("button", { name: "Download CSV" }).isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Level" }).check();
  await at("columns of members");
  expect((await downloadFrom(page)).lines[0]).toBe("level");

  await screens.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("listitem").filter({ hasText: "downloaded the list of" }).first().waitFor();
  expect(found).toEqual([]);
});

test("an order that is opened before the search has begun stays open, however long its screen takes to load", async () => {
  const buyer = await newVisitor();
  // At a seller with few orders, so that it is on the first page.
  const { email } = await buyOrder(buyer, { seller: "larkfield", event: "Garden Entry", tickets: { Adult: 1 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Orders", exact: true }).click();
  const order = page.getByRole("row").filter({ hasText: email }).getByRole("link");
  await order.waitFor();
  // Longer than the search waits for a pause in typing.
  await page.route(/\/OrderScreen-[^/]*[.]js$/, async (route) => {
    await page.waitForTimeout(1500);
    await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await order.click();
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/orders\/\d+$/);
});
