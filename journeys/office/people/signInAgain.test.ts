import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { leaveSignInUnused } from "../../support/staffRows.ts";
import { signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

const ended = /\/staff_api\//;
const tokenOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name.endsWith("foyer-office"))?.value ?? "";
const signInAgain = (page: Page) => page.getByRole("dialog", { name: "Your sign-in has ended" });

test("a person signed out while typing signs in again, and the typed text is sent", async () => {
  const page = await newVisitor({ expectedRefusals: ended });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const email = `again${Date.now()}@staff.example`;
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("checkbox", { name: "Scanner" }).check();
  await leaveSignInUnused(await tokenOf(page));
  await page.getByRole("button", { name: "Send the invitation" }).click();
  const dialog = signInAgain(page);
  await dialog.waitFor();
  await at("signed out");
  // The dialog cannot be closed, and a wrong password is reported next to its field.
  for (const _ of [1, 2, 3]) await page.keyboard.press("Escape");
  await dialog.getByLabel(/^Password of/).fill("not my password");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Use the demo account’s password" }).click();
  await page.getByText(`An invitation is on its way to ${email}.`).waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(found).toEqual([]);
});

test("an idle screen is covered once its sign-in has ended, and is shown to the same person again", async () => {
  const page = await newVisitor({ expectedRefusals: ended });
  await page.clock.install();
  await signInAs(page, "Reporter at Opal Hall");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
  const before = page.url();
  await leaveSignInUnused(await tokenOf(page));
  await page.clock.fastForward("12:01:00");
  const dialog = signInAgain(page);
  await dialog.waitFor();
  // After a sign-in in another tab, this one notices it when the user comes back to it.
  const other = await page.context().newPage();
  await signInAs(other, "Reporter at Opal Hall");
  await other.close();
  await page.evaluate(() => void dispatchEvent(new Event("focus")));
  await dialog.waitFor({ state: "hidden" });
  expect(page.url()).toBe(before);
});

test("another person who signs in gets their own screens, not the colleague's", async () => {
  const page = await newVisitor({ expectedRefusals: ended });
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
  await leaveSignInUnused(await tokenOf(page));
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await signInAgain(page).waitFor();
  await signInAgain(page).getByRole("button", { name: "Another account" }).click();
  await page.getByRole("button", { name: "Reporter at Opal Hall" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  expect(await page.getByRole("link", { name: "Staff", exact: true }).count()).toBe(0);
});

test("a screen of a colleague who has signed out in another tab sends nothing in the next person's name", async () => {
  const page = await newVisitor({ expectedRefusals: ended });
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const other = await page.context().newPage();
  await other.goto("/_office/");
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Owner at Opal Hall" }).click();
  await other.getByRole("navigation", { name: "Screens" }).waitFor();
  await other.close();

  // Not by the mouse: the screen may be covered by now, as it is looked at again.
  await page.getByRole("link", { name: "Staff", exact: true }).evaluate((link) => (link as HTMLElement).click());
  await signInAgain(page).waitFor();
  expect(await page.getByRole("banner").textContent()).not.toContain("Olive Owner");
  await signInAgain(page).getByRole("button", { name: "Use the demo account’s password" }).click();
  await signInAgain(page).waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
});
