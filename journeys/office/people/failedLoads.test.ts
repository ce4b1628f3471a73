import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { join } from "../../support/members.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor, phone } from "../../support/visitor.ts";

const unreachable = "The server cannot be reached. Please try again.";

/** A paged list, and a form filled by two calls. */
const screens = [
  { path: "members", title: "Members", calls: /\/staff_api\/members\?/, shown: /^Members, latest end of term/ },
  { path: "texts", title: "Texts", calls: /\/staff_api\/catalogue\/(?:texts|chapter)\?/, shown: "Where" },
] as const;

test.each([
  ["a desktop", desktop],
  ["a phone", phone],
])("a screen that fails to load shows the reason, and loads on a retry, on %s", async (_, viewport) => {
  const page = await newVisitor({ viewport, expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  for (const { path, title, calls, shown } of screens) {
    await page.route(calls, (route) => route.abort());
    await page.goto(`/_office/harbor/${path}`);
    const alert = page.getByRole("alert");
    await alert.getByText(unreachable).waitFor();
    expect(await page.getByRole("heading", { name: title, level: 1 }).count()).toBe(1);
    await at(`${title}, not loaded`);
    await page.unroute(calls);
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel(shown).first().waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  }
  expect(found).toEqual([]);
});

type FailedPart = {
  readonly calls: RegExp;
  /** Shows the part that makes the calls. */
  readonly open: () => Promise<unknown>;
  /** What it shows once the calls are answered. */
  readonly shown: Locator;
  readonly text?: string;
};

/** A part whose calls fail at first says why, and can be loaded again. */
const expectAnotherTry = async (page: Page, { calls, open, shown, text = unreachable }: FailedPart): Promise<void> => {
  await page.route(calls, (route) => route.abort());
  await open();
  const alert = page.getByRole("alert").filter({ hasText: text });
  await alert.waitFor();
  await page.unroute(calls);
  await alert.getByRole("button", { name: "Try again" }).click();
  await shown.first().waitFor();
  await expect.poll(() => alert.count()).toBe(0);
};

test("a membership's dialog that fails to load shows the reason, and loads on a retry", async () => {
  const { email, number } = await join();
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.goto(`/_office/harbor/members?q=${number}`);
  await page.getByRole("link", { name: "Merge with another person" }).waitFor();
  // Nothing is cached of the list of members.
  await page.reload();
  const terms = page.getByRole("region", { name: "Memberships" });
  const dialog = page.getByRole("dialog");
  const dialogs = [
    ["Add somebody", /\/member_levels/, dialog.getByText("All 1 taken")],
    ["Renew", /\/renewal_quote/, dialog.getByText(/It can be renewed from/)],
    ["Change the level", /\/level_quote/, dialog.getByLabel("New level")],
    ["End", /\/end_quote/, dialog.getByText("Cards that end")],
  ] as const;
  for (const [name, calls, shown] of dialogs) {
    const open = () => terms.getByRole("button", { name, exact: true }).click();
    await expectAnotherTry(page, { calls, open, shown });
    if (name === "End") await at("a dialog that was loaded by another try");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }

  await page.getByRole("link", { name: "Merge with another person" }).click();
  const search = () => page.getByLabel("Search", { exact: true }).fill(email);
  const nobody = page.getByText("Nobody else was found.");
  await expectAnotherTry(page, { calls: /\/persons/, open: search, shown: nobody });
  expect(found).toEqual([]);
}, 120_000);

test("a part of a screen that fails to load shows the reason, and loads on a retry", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  const sessions = page.getByRole("group", { name: "Sessions" });
  // In the evening, all sessions of the day are over.
  const sessionsOfDay = sessions.getByRole("checkbox").or(sessions.getByText("No sessions on this day."));
  const parts = [
    ["bulk", /\/staff_api\/board/, sessionsOfDay],
    ["members/import", /\/staff_api\/member_imports/, page.getByLabel("File")],
  ] as const;
  for (const [path, calls, shown] of parts) {
    await expectAnotherTry(page, { calls, open: () => page.goto(`/_office/harbor/${path}`), shown });
    await at(`${path}, loaded by another try`);
  }
  await page.goto("/_office/harbor/money/journal");
  const lines = page.getByRole("table", { name: /^Lines on / });
  const show = () => page.getByRole("link", { name: "Show lines" }).first().click();
  await expectAnotherTry(page, { calls: /\/staff_api\/journal\/\d/, open: show, shown: lines });
  expect(found).toEqual([]);
}, 120_000);

test("a list beside others that cannot be loaded says so instead of staying out, and is loaded by another try", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  const parts = [
    ["account", /\/me\/sign_ins/, page.getByText("this browser"), unreachable],
    ["harbor", /\/pinned_reports/, heading("Board"), "Your reports could not be loaded."],
    ["harbor/orders", /\/saved_views/, heading("Orders"), "The saved views could not be loaded."],
    ["harbor/codes", /\/code_batches/, heading("Promo codes"), "The batches could not be loaded."],
    ["harbor/gift-cards", /\/gift_card_batches/, heading("Gift cards"), "The batches could not be loaded."],
    ["harbor/staff", /\/operator_permits/, heading("Staff"), "The operator’s visits could not be loaded."],
  ] as const;
  for (const [path, calls, shown, text] of parts) {
    await expectAnotherTry(page, { calls, open: () => page.goto(`/_office/${path}`), shown, text });
    await at(`${path}, loaded by another try`);
  }
  expect(found).toEqual([]);
}, 120_000);
