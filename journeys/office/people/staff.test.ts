import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshTotpCode, totpCode } from "../../../apps/server/test/office/totp.ts";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { ageInvitation, forgetStaffProof } from "../../support/staffRows.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

/** Presses Tab until an element with this name has the focus, as a user without a mouse does. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const target = page.getByRole("button", { name }).or(page.getByRole("link", { name })).or(page.getByLabel(name));
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab");
    if (await target.evaluateAll((all) => all.includes(document.activeElement as never))) return;
  }
  throw new Error(`Tab never reached ${String(name)}.`);
};

test("an owner invites a person, who accepts with a second factor and signs in with it; a removed role takes effect at once", async () => {
  const owner = await newVisitor({ expectedRefusals: new RegExp(`${signedOut.source}|/resend`) });
  await signInAs(owner, "Owner at Harbor Museum of Art");
  await owner.getByRole("link", { name: "Staff" }).click();
  await owner.getByRole("button", { name: "Invite somebody" }).click();
  const email = `nia${Date.now()}@staff.example`;
  await owner.getByLabel("Email address").fill(email);
  await owner.getByRole("checkbox", { name: "Manager" }).check();
  await owner.getByRole("button", { name: "Send the invitation" }).click();
  await owner.getByText(`An invitation is on its way to ${email}.`).waitFor();
  await owner.getByText("Invited").waitFor();
  await owner.getByRole("button", { name: `Send the invitation of ${email} again` }).click();
  await owner.getByRole("dialog").getByText(`1 email with a new link goes to ${email}.`, { exact: false }).waitFor();
  await owner.getByRole("button", { name: "Send 1 email" }).click();
  await owner.getByText("An invitation has just been sent to this address.", { exact: false }).waitFor();
  await ageInvitation(email);
  await owner.getByRole("button", { name: "Send 1 email" }).click();
  await owner.getByText(`Sent to ${email} again. The older link no longer works.`).waitFor();

  const invited = await newVisitor({
    expectedRefusals: /\/staff_api\/(?:me|staff|audit|orders|order_filters|saved_views|board|pinned_reports)/,
  });
  const [mail] = await listEmailsTo(invited, email);
  const link = /\/_office\/invitation#[\w-]{43}/.exec(JSON.stringify(mail))?.[0] ?? "";
  await invited.goto(link);
  await invited.getByRole("heading", { name: "Join Harbor Museum of Art" }).waitFor();
  expect(new URL(invited.url()).hash).toBe("");
  await invited.getByLabel("Your name").fill("Nia New");
  await invited.getByLabel("Password").fill("a long walk by the quay");
  await invited.getByRole("button", { name: "Continue" }).click();
  await invited.getByRole("img", { name: "QR code of the secret" }).waitFor();
  await invited.getByText("Type the secret instead").click();
  const secret = (await invited.locator("code").innerText()).replaceAll(" ", "");
  await invited.getByLabel("Code from the app").fill(await freshTotpCode(secret, -1));
  await invited.getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => invited.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").count()).toBe(10);
  await invited.getByRole("button", { name: "I have saved them" }).click();
  await invited.getByRole("heading", { name: "Board", level: 1 }).waitFor();

  await invited.getByRole("button", { name: "Sign out" }).click();
  await invited.getByLabel("Email address").fill(email);
  await invited.getByLabel("Password").fill("a long walk by the quay");
  await invited.getByRole("button", { name: "Sign in", exact: true }).click();
  await invited.getByLabel("Code").fill(totpCode(secret));
  await invited.getByRole("button", { name: "Sign in", exact: true }).click();
  await invited.getByRole("heading", { name: "Board", level: 1 }).waitFor();

  await owner.reload();
  const row = owner.getByRole("row", { name: /Nia New/ });
  await row.getByText("Change", { exact: true }).click();
  await row.getByRole("checkbox", { name: "Scanner" }).click();
  await owner.getByText("Nia New is scanner now.").waitFor();
  await row.getByRole("checkbox", { name: "Manager" }).click();
  await owner.getByText("Nia New is no longer manager.").waitFor();
  await invited.getByRole("link", { name: "Audit log" }).click();
  await invited.getByText("Your role does not allow this.").waitFor();

  await owner.getByRole("link", { name: "Audit log" }).click();
  await owner.getByLabel("Action").selectOption("staff.role_taken");
  await owner.getByRole("listitem").filter({ hasText: "took a role from Nia New" }).first().waitFor();
  expect(owner.url()).toContain("action=staff.role_taken");
});

test("the staff screen works by keyboard alone: invite, keys, undo", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await page.goto("/_office/sign-in");
  await tabTo(page, "Manager at Opal Hall");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const singleKeys = keys.getByRole("checkbox", { name: "Use shortcuts without Ctrl" });
  const closed = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  // With single-key shortcuts off, only Ctrl K works.
  await singleKeys.press("Space");
  await keys.getByText("Only Ctrl K works.").waitFor();
  await closed();
  for (const key of ["i", "?", "/", "g", "b"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await closed();
  expect(await page.getByRole("heading", { name: "Staff", level: 1 }).count()).toBe(1);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await singleKeys.press("Space");
  await closed();
  await page.keyboard.press("i");
  await page.getByRole("dialog", { name: "Invite somebody" }).waitFor();
  await page.keyboard.type("nobody");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "This is not saved yet" }).waitFor();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByLabel("Email address").inputValue()).toBe("nobody");
  await page.getByLabel("Email address").focus();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tabTo(page, "Change Sam Scan");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByText(/Sam Scan is box office now/).waitFor();
  await tabTo(page, "Undo");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("row", { name: /Sam Scan/ }).innerText()).not.toContain("Box office");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
});

test("a staff member adds a passkey, signs in with it alone, confirms a change with it, and cannot remove the last", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const key = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...key, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await signInAs(page, "Finance at Kiwa Night Zoo");
  await page.getByRole("link", { name: "Fay Finance" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: /^Rename the passkey/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("My laptop").waitFor();

  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  await page.getByRole("link", { name: "Fay Finance" }).click();
  await page.getByText("used just now").waitFor();

  await forgetStaffProof("fay@kiwa.example");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await page.getByRole("dialog").getByText("Your 10 remaining codes will stop working.").waitFor();
  await page.getByRole("button", { name: "Create 10 new codes" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "Remove the passkey My laptop" }).click();
  const removing = page.getByRole("dialog", { name: "Remove the passkey “My laptop”?" });
  await removing.getByRole("button", { name: "Remove the passkey" }).click();
  await removing.getByText("This is your last second factor. Add another one first.").waitFor();
});

test("every screen of the back office is accessible", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await page.goto("/_office/sign-in");
  await page.getByRole("button", { name: "Owner at Kiwa Night Zoo" }).waitFor();
  await at("sign in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await at("forgot password");
  await signInAs(page, "Owner at Kiwa Night Zoo");
  await page.getByRole("heading", { name: "Sessions tomorrow" }).waitFor();
  await at("board");
  await page.getByRole("link", { name: "Attendance" }).click();
  await page.getByRole("table", { name: "Attendance by session" }).or(page.getByText("nobody was scanned")).waitFor();
  await page.getByLabel("Compared with").selectOption("Span before");
  await page.getByRole("rowheader", { name: /^\w{3}, \d+ \w+ \d{4} to / }).waitFor();
  await at("attendance");
  await page.getByLabel("Rows by").selectOption("Month");
  await page.getByRole("table", { name: "Attendance by month" }).waitFor();
  expect(page.url()).toContain("by=month");
  await at("attendance by month");
  await page.getByRole("link", { name: "Staff" }).click();
  await page.getByText("Max Manager").waitFor();
  await at("staff");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await at("invite");
  await page.keyboard.press("Escape");
  await page.getByText("Change", { exact: true }).first().click();
  await at("change somebody");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("listitem").filter({ hasText: "signed in" }).first().waitFor();
  await at("audit log");
  await page.getByRole("banner").getByRole("link", { name: "Olive Owner" }).click();
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code of the secret" }).waitFor();
  await at("account");
  expect(found).toEqual([]);
});
