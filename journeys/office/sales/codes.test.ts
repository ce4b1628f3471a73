import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { fillCart } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a manager creates a code, pauses and resumes it, raises its limit, and creates a thousand", async () => {
  const page = await newVisitor({
    expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/code|/staff_api/vouchers/download`),
  });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Promo codes" }).click();
  await page.getByRole("heading", { name: "Promo codes", level: 1 }).waitFor();
  await page.getByRole("link", { name: "WELCOME10" }).waitFor();
  await at("codes");

  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByLabel("Code", { exact: true }).fill("welcome10");
  await page.getByRole("button", { name: "Make the code" }).click();
  await page.getByText("This code already exists.").waitFor();
  const shown = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Show the existing code" }).click();
  const other = await shown;
  await other.getByRole("heading", { name: "Code WELCOME10" }).waitFor();
  await other.close();
  await page.getByLabel("Code", { exact: true }).fill("LANTERN");
  await at("make a code");
  await page.getByRole("button", { name: "Make the code" }).click();
  await page.getByRole("link", { name: "LANTERN" }).click();
  await page.getByRole("heading", { name: "Code LANTERN" }).waitFor();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("The code is paused.").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("The code works again.").waitFor();
  await page.getByRole("button", { name: "Change the limit" }).click();
  await page.getByLabel("Uses in all").fill("50");
  await page.getByRole("button", { name: "Allow 50 uses" }).click();
  await page.getByText("0 of 50").waitFor();
  const done = page.getByRole("list", { name: "History, newest first" });
  await done.getByText("50", { exact: true }).waitFor();
  expect(await done.getByRole("listitem").count()).toBe(4);
  await at("a code");

  await page.getByRole("link", { name: "All codes" }).click();
  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByRole("radio", { name: "Many, from a pattern" }).check();
  await page.getByLabel("Number of codes").fill("1000");
  await page.getByLabel("Begins with").fill("QUAY-");
  await page.getByLabel("Random characters").fill("4");
  await page.getByLabel("Why").fill("Post to members");
  await page.getByRole("button", { name: "Make 1000 codes" }).click();
  await page.getByText("Use at least 5 random characters").waitFor();
  await page.getByLabel("Random characters").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Random characters").fill("5");
  await page.getByRole("button", { name: "Make 1000 codes" }).click();
  const batch = page
    .getByRole("list", { name: "Codes made in bulk or imported, the newest first" })
    .getByRole("listitem")
    .first();
  await batch.getByText("All made").waitFor();
  const download = page.waitForEvent("download");
  await batch.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^codes-harbor-.*[.]csv$/);

  // All codes that match the filters are paused together, and started again.
  await page.getByLabel("State").selectOption("Paused");
  await page.getByRole("button", { name: "Resume all codes that are listed" }).waitFor();
  expect(await page.getByRole("button", { name: "Pause all codes that are listed" }).count()).toBe(0);
  await page.getByLabel("State").selectOption("Active");
  await page.getByRole("button", { name: "Pause all codes that are listed" }).waitFor();
  await at("codes by state");
  // A search is not a filter: its results cannot be paused together.
  await page.getByPlaceholder("Start of a code").fill("QUAY");
  await page
    .getByRole("link", { name: /^QUAY-/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Pause all codes that are listed" }).count()).toBe(0);

  await page.getByRole("link", { name: "City-pass vouchers" }).click();
  await page.getByRole("heading", { name: "City-pass vouchers", level: 1 }).waitFor();
  const vouchers = page.getByRole("table", { name: "City-pass vouchers, the newest order first" });
  await vouchers.or(page.getByText("No voucher was used on these days.")).waitFor();
  await at("city-pass vouchers");
  await page.getByLabel("By day of").selectOption("Visit");
  await vouchers.or(page.getByText("No voucher was used on these days.")).waitFor();
  expect(page.url()).toMatch(/dated=visit/);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download XLSX" }).click();
  expect((await file).suggestedFilename()).toMatch(/^vouchers-harbor-.*[.]xlsx$/);
  // A workbook with too many rows is refused on the page, and CSV is offered.
  const tooLong = "An XLSX file has at most 100,000 rows. Download it as CSV.";
  const refusal = { _code: "validation_failed", _context: "staff", _description: tooLong, _extra: { format: "csv" } };
  await page.route("**/vouchers/download?**", (route) =>
    route.fulfill({ status: 422, json: { _data: [refusal], request_id: "" } }),
  );
  await page.getByRole("button", { name: "Download XLSX" }).click();
  await page.getByText(tooLong).waitFor();
  expect(found).toEqual([]);
});

test("filtered codes are paused together, with Undo, and resumed after their number was shown", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Promo codes" }).click();
  await page.getByRole("heading", { name: "Promo codes", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByLabel("Code", { exact: true }).fill("LANTERN2099");
  await page.getByLabel("First day").fill("2099-01-01");
  await page.getByRole("button", { name: "Make the code" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("State").selectOption("Not yet valid");
  const later = page.getByRole("link", { name: "LANTERN2099" });
  await later.waitFor();
  const pauseAll = page.getByRole("button", { name: "Pause all codes that are listed" });
  await pauseAll.click();
  await page.getByText(/^\d+ codes? (?:is|are) paused[.]$/).waitFor();
  await later.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await later.waitFor();
  await pauseAll.click();
  await later.waitFor({ state: "detached" });
  await page.getByLabel("State").selectOption("Paused");
  await later.waitFor();
  await page.getByRole("button", { name: "Resume all codes that are listed" }).click();
  const starting = page.getByRole("dialog", { name: /^Resume \d+ codes?[?]$/ });
  await starting.getByText("can be used again at once", { exact: false }).waitFor();
  await at("before codes are started");
  await starting.getByRole("button", { name: /^Resume \d+ codes?$/ }).click();
  await later.waitFor({ state: "detached" });
  expect(found).toEqual([]);
});

test("a manager imports codes by keyboard: columns, wrong lines, existing codes, and the rest", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Promo codes" }).click();
  await page.getByRole("link", { name: "Import codes" }).press("Enter");
  await page.getByRole("heading", { name: "Import codes", level: 1 }).waitFor();
  await at("import codes");
  const nth = crypto.randomUUID().slice(0, 8).toUpperCase();
  // As a Western European spreadsheet writes it.
  const bytesOf = (...lines: readonly string[]) =>
    Buffer.from(["Campaign;Coupon;Usage limit;Gültig bis", ...lines].join("\r\n"), "latin1");
  const choose = async (...lines: readonly string[]): Promise<void> => {
    const buffer = bytesOf(...lines);
    await page.getByLabel("CSV file").setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer });
    await page.getByLabel("Last day").selectOption({ label: "Gültig bis" });
  };
  const check = page.getByRole("button", { name: "Check the file" });
  const importButton = page.getByRole("button", { name: /^Import \d/ });
  const right = [`Pâques;ÉTÉ-${nth};5;2099-12-31`, "Ferry;ferry8;;", `Boats;OAR-${nth};;`];
  await choose(
    `Pâques;ÉTÉ-${nth};5;2099-12-31`,
    "Boats;x;;",
    "Boats;OAR;once;",
    `Boats;été-${nth};;`,
    "Old;welcome10;;",
  );
  expect(await check.isDisabled()).toBe(true);
  await page.getByLabel("Group").selectOption({ label: "By ferry" });
  await check.press("Enter");
  const wrong = page.getByRole("list", { name: "Lines with errors" });
  await wrong.waitFor();
  expect(await wrong.getByRole("listitem").allTextContents()).toEqual([
    "Line 3 has a code of less than 2 characters: 'x'.",
    "Line 4 has no limit of 1 to 1,000,000 uses: 'once'.",
    `Line 5 has the same code as line 2: 'été-${nth}'.`,
    "Line 6 has a code of the group 'Welcome': 'WELCOME10'.",
  ]);
  expect(await importButton.count()).toBe(0);
  await at("wrong lines of codes");

  await choose(...right);
  await check.press("Enter");
  await page.getByText("2 codes can be imported. 1 code already exists and is left out.").waitFor();
  const there = page.getByRole("list", { name: "Existing codes" });
  await there.getByRole("link", { name: "FERRY8" }).waitFor();
  await page.getByRole("row", { name: `ÉTÉ-${nth} until 31 Dec 2099 5 uses` }).waitFor();
  await page.getByLabel("Why").fill("From the old shop");
  await at("codes that can be imported");
  await page.getByLabel("Why").press("Enter");
  await page.getByText("2 codes are imported.").waitFor();
  const batches = page.getByRole("list", { name: "Codes made in bulk or imported, the newest first" });
  await batches.getByText("2 imported", { exact: true }).first().waitFor();

  // The same file again, dropped.
  await page.getByRole("link", { name: "Import codes" }).click();
  await page.getByLabel("Group").selectOption({ label: "By ferry" });
  const text = ["Coupon,Usage limit,Valid until", ...right.map((line) => line.split(";").slice(1).join(","))].join(
    "\n",
  );
  const dataTransfer = await page.evaluateHandle((csv) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([csv], "again.csv", { type: "text/csv" }));
    return transfer;
  }, text);
  await page.locator("label", { hasText: "CSV file" }).dispatchEvent("drop", { dataTransfer });
  await check.press("Enter");
  await page.getByText("All codes of the file already exist. There is nothing to import.").waitFor();
  expect(await there.getByRole("listitem").count()).toBe(3);
  expect(await importButton.count()).toBe(0);
  await at("codes that are there already");
  await there.getByRole("link", { name: `OAR-${nth}` }).click();
  await page.getByRole("heading", { name: `Code OAR-${nth}` }).waitFor();
  expect(found).toEqual([]);
});

test("a code's link applies the code to the visitor's cart", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Harbor Museum of Art");
  // The previous test created a thousand others.
  await page.goto("/_office/harbor/codes?q=WELCOME10");
  await page.getByRole("link", { name: "WELCOME10" }).click();
  const section = page.getByRole("region", { name: "Link" });
  await section.getByRole("img", { name: "The link with the code WELCOME10" }).waitFor();
  const link = new URL((await section.getByText(/promo=WELCOME10$/).textContent()) ?? "");
  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Save the QR code to print" }).click();
  expect((await download).suggestedFilename()).toBe("code-WELCOME10.svg");

  const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
  const visitor = await newVisitor();
  await visitor.goto(`${link.pathname}${link.search}`);
  await expect.poll(() => new URL(visitor.url()).search).toBe("");
  await fillCart(visitor, twoAdults);
  await visitor.getByRole("main").getByText("WELCOME10").waitFor();
}, 120_000);
