import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { createEvent, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("public holidays of a country become closed days of a season, by keyboard", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.goto("/_office/larkfield/catalogue");
  await createEvent(page, "Bluebell Mornings");
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "Add a weekly schedule" }).click();
  const entries = page.getByRole("group", { name: /^Closed days / });
  expect(await entries.count()).toBe(0);

  const open = page.getByRole("button", { name: "Add public holidays" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add public holidays" });
  const country = dialog.getByLabel("Country");
  await country.waitFor();
  // Preselected from the venue's time zone, London.
  expect(await country.inputValue()).toBe("GB");
  const next = await dialog.getByLabel("Year").locator("option").nth(1).getAttribute("value");
  await dialog.getByLabel("Region").selectOption({ label: "Scotland" });
  await dialog.getByLabel("Year").selectOption(next);
  const list = dialog.getByRole("list", { name: `Public holidays of ${next}` });
  await list.getByRole("checkbox", { name: /25 Dec.* · Christmas Day$/ }).waitFor();
  await list.getByRole("checkbox", { name: /Good Friday/ }).waitFor();
  await at("the public holidays of Scotland");
  const offered = await list.getByRole("checkbox").count();
  expect(offered).toBeGreaterThanOrEqual(8);
  const fair = list.getByRole("checkbox", { name: /St Andrew/ }).first();
  await fair.focus();
  await page.keyboard.press("Space");
  expect(await fair.isChecked()).toBe(false);
  const add = dialog.getByRole("button", { name: `Add ${offered - 1} closed days` });
  await add.focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);

  expect(await entries.count()).toBe(offered - 1);
  const days = await entries
    .getByLabel("First day")
    .evaluateAll((inputs) => inputs.map((input) => "value" in input && input.value));
  expect(days).toEqual(days.toSorted());
  expect(days).toContain(`${next}-12-25`);
  expect(days).not.toContain(`${next}-11-30`);
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Sessions" }).click();
  await expect.poll(() => entries.count()).toBe(offered - 1);

  // Closed days are marked; the day that was left out is still offered.
  await open.click();
  await dialog.getByLabel("Region").selectOption({ label: "Scotland" });
  await dialog.getByLabel("Year").selectOption(next);
  await dialog.getByRole("button", { name: "Add 1 closed day", exact: true }).waitFor();
  expect(await dialog.getByText("Already closed", { exact: true }).count()).toBe(offered - 1);
  expect(await list.getByRole("checkbox", { name: /Christmas Day$/ }).isDisabled()).toBe(true);
  await at("holidays that are closed already");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await entries.count()).toBe(offered - 1);
  // An event that cannot be published would cause an error in other journeys' drafts.
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);

test("a venue's calendar adds the public holidays of another country, and Escape adds none", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.goto("/_office/larkfield/catalogue/venue/garden");
  const entries = page.getByRole("group", { name: /^Closed days / });
  await page.getByRole("button", { name: "Add closed days" }).waitFor();
  const before = await entries.count();
  await page.getByRole("button", { name: "Add public holidays" }).click();
  const dialog = page.getByRole("dialog", { name: "Add public holidays" });
  await dialog.getByLabel("Country").selectOption("JP");
  expect(await dialog.getByLabel("Region").count()).toBe(0);
  await dialog.getByLabel("Year").selectOption({ index: 2 });
  await dialog.getByRole("button", { name: /^Add \d+ closed days$/ }).waitFor();
  await dialog.getByLabel("Country").selectOption("DE");
  await dialog.getByLabel("Region").waitFor();
  // Bank holidays are offered, but not chosen.
  const eve = dialog.getByRole("checkbox", { name: /24 Dec.* · Christmas Eve$/ });
  await eve.waitFor();
  expect(await eve.isChecked()).toBe(false);
  await at("the public holidays of Germany");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await entries.count()).toBe(before);
  expect(found).toEqual([]);
}, 120_000);
