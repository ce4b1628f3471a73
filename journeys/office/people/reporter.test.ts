import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a reporter reads sales by day and type, compares, downloads both files, and sees no names", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });

  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|reports)/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Reporter at Harbor Museum of Art");
  const screens = page.getByRole("navigation", { name: "Screens" });
  expect(await screens.getByRole("link", { name: "Orders", exact: true }).count()).toBe(0);
  await screens.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: "Tax" }).count()).toBe(0);
  await at("reports");

  // The first replies of a report that takes long.
  let waits = 3;
  const isSales = (url: URL): boolean => url.pathname === "/staff_api/reports/sales";
  await page.route(isSales, (route) =>
    waits-- > 0
      ? route.fulfill({ json: { waiting: { steps: 2, steps_done: 1, since: "2026-01-01T00:00:00Z" } } })
      : route.continue(),
  );
  await page.getByRole("link", { name: "Sales", exact: true }).click();
  await page.getByRole("progressbar", { name: "Completed steps of the report" }).waitFor();
  await page.getByText("1 of 2 steps done").waitFor();
  await at("a report that takes long");
  const table = page.getByRole("table", { name: "Sales" });
  await table.waitFor();
  await page.unroute(isSales);
  await page.getByLabel("Days", { exact: true }).selectOption("Last 30 days");
  await page.getByRole("img", { name: /^Net by day/ }).waitFor();
  // The figures of the month are shown until those of the days have loaded.
  await expect.poll(() => table.getByRole("rowheader").count()).toBe(31);
  // The reader may not see orders, so the days are not links.
  expect(await table.getByRole("link").count()).toBe(0);
  await at("sales by day");

  await page.getByLabel("Compared with").selectOption("Span before");
  await table.getByRole("columnheader", { name: "Change" }).waitFor();
  await at("sales compared");
  await page.getByLabel("Rows by").selectOption("Ticket type");
  await table.getByRole("rowheader", { name: /Adult/ }).first().waitFor();
  await at("sales by type");
  expect(page.url()).toMatch(/by=type/);
  expect(page.url()).toMatch(/compare=before/);
  await page.getByLabel("From time").fill("14:00");
  await page.getByLabel("Until time").fill("23:00");
  await page.getByText(/14:00.* to .*23:00.*, by day of sale/).waitFor();
  expect(page.url()).toMatch(/from_time=14(?::|%3A)00/);
  await at("sales between moments");
  await page.getByLabel("From time").fill("");
  await page.getByLabel("Until time").fill("");
  await page.getByText(/14:00.* to /).waitFor({ state: "detached" });

  // A file that takes long is saved automatically once it is ready.
  let fileWaits = 2;
  const isFile = (url: URL): boolean => url.pathname === "/staff_api/reports/sales/download";
  await page.route(isFile, (route) =>
    route.request().url().includes("xlsx") && fileWaits-- > 0
      ? route.fulfill({ status: 202, json: { waiting: { steps: 3, steps_done: 2, since: "2026-01-01T00:00:00Z" } } })
      : route.continue(),
  );
  for (const format of ["CSV", "XLSX"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download ${format}` }).click();
    if (format === "XLSX") {
      await page.getByText("Calculating the XLSX file.").waitFor();
      await page.getByText("2 of 3 steps done").waitFor();
    }
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^sales-harbor-.*[.]${format.toLowerCase()}$`));
    const text = await readFile(await file.path(), "latin1");
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain(email);
    if (format === "CSV") expect(text).toMatch(/^type,tickets,/);
    else expect(text.startsWith("PK")).toBe(true);
  }

  await page.unroute(isFile);
  await page.getByText("Calculating the XLSX file.").waitFor({ state: "detached" });

  await page.getByLabel("Rows by").selectOption("Means");
  await table
    .getByRole("rowheader", { name: /^Cards/ })
    .first()
    .waitFor();
  expect(await page.getByLabel("By day of").count()).toBe(0);
  await at("sales by means");
  await page.getByLabel("Rows by").selectOption("Staff");
  await table.getByRole("rowheader", { name: "Not by staff" }).waitFor();
  await page.getByLabel("Rows by").selectOption("Ticket type");
  await page.getByLabel("By day of").selectOption("Visit");
  await page.getByText("by day of visit").waitFor();
  await page.getByLabel("From", { exact: true }).fill("2010-01-01");
  await page.getByLabel("Rows by").selectOption("Day");
  await page.getByRole("button", { name: "Show months" }).click();
  await table.waitFor();

  await page.getByRole("button", { name: "Save this view" }).click();
  const saving = page.getByRole("dialog", { name: "Save this view" });
  await saving.getByLabel("Name").fill("Since 2010");
  await saving.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Since 2010", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Pin to my board" }).click();
  await page.getByText("“Since 2010” is on your board.").waitFor();
  await page.getByLabel("Email me a link").selectOption("each Monday");
  await page.getByText("You get a link to this report each Monday.").waitFor();
  await at("a kept report");
  await screens.getByRole("link", { name: "Board" }).click();
  const pinned = page.getByRole("region", { name: "Your reports" });
  await pinned.getByText(/^Sales: Net, /).waitFor();
  await at("a board with a report");
  await pinned.getByRole("link", { name: "Since 2010" }).click();
  await page.getByRole("button", { name: "Remove from my board" }).click();
  await page.getByText("“Since 2010” is no longer on your board.").waitFor();

  for (const [title, row] of [
    ["Promo codes and discounts", null],
    ["Tickets given away", null],
    ["Gift Aid", null],
    ["Beyond the rules", null],
    ["Memberships", "Valid before"],
  ] as const) {
    await screens.getByRole("link", { name: "Reports" }).click();
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByLabel("Days", { exact: true }).selectOption("Last 30 days");
    const other = page.getByRole("table", { name: title });
    await other.or(page.getByText("There is nothing on these days.")).first().waitFor();
    if (row !== null) await other.getByRole("columnheader", { name: row }).waitFor();
    // The numbers of the previous days stay, faded, until those of the new days have loaded.
    await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
    await at(title);
  }
  const content = await page.content();
  expect(content).not.toContain(email);
  expect(found).toEqual([]);
});
