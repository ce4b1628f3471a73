import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { runFoyer } from "../../support/runFoyer.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { freshTotpCode } from "../../../apps/server/test/office/totp.ts";
import { newVisitor } from "../../support/visitor.ts";

/** Opens the search with its shortcut and types. */
const type = async (page: Page, q: string): Promise<void> => {
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search", exact: true }).fill(q);
};
const group = (page: Page, name: string) => page.getByRole("dialog", { name: "Search" }).getByRole("group", { name });

test("the search finds people, events, sessions and screens that the reader may see, and links to their orders", async () => {
  const buyer = await newVisitor();
  await buyOrder(buyer, { tickets: { Adult: 1 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Harbor Museum of Art");
  const { found, at } = collectFindings(page);
  await type(page, "museum admission");
  await group(page, "Sessions").getByRole("option").first().waitFor();
  await at("search");
  await group(page, "Events")
    .getByRole("option", { name: /Museum Admission/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  expect(page.url()).toMatch(/event_template_id=[0-9a-f-]{36}/);
  await type(page, "audit");
  // Before anything is found, the list still has all screens.
  await page.keyboard.press("ArrowDown");
  await group(page, "Screens").getByRole("option", { name: "Audit log" }).waitFor();
  await page.locator('[role="listbox"][aria-busy="false"]').waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
  expect(found).toEqual([]);

  const reporter = await newVisitor({ expectedRefusals: signedOut });
  await reporter.goto("/_office/");
  await reporter.getByRole("button", { name: "Reporter at Harbor Museum of Art" }).click();
  await reporter.getByRole("navigation", { name: "Screens" }).waitFor();
  // A reporter cannot read orders, and is taken to the event itself.
  await type(reporter, "museum admission");
  await group(reporter, "Events")
    .getByRole("option", { name: /Museum Admission/ })
    .first()
    .click();
  await expect.poll(() => reporter.url()).toContain("/catalogue/event/");
  await reporter.getByRole("heading", { name: /Museum Admission/, level: 1 }).waitFor();
  await type(reporter, "ada");
  await reporter.getByText("Nothing matches “ada”.").waitFor();
});

test("filters are saved under a name, shared, renamed, and deleted with an undo", async () => {
  const manager = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(manager, "Manager at Larkfield Botanic Garden");
  await manager.getByRole("link", { name: "Orders", exact: true }).click();
  await manager.getByText("Filters", { exact: true }).click();
  await manager.getByLabel("State").selectOption("cancelled");
  await manager.getByRole("button", { name: "Save this view" }).click();
  const dialog = manager.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Cancelled");
  await dialog.getByRole("checkbox", { name: "For everybody" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await manager.getByRole("button", { name: "Cancelled everybody", pressed: true }).waitFor();
  await manager.getByRole("button", { name: "Rename the view Cancelled" }).click();
  await manager.getByRole("textbox", { name: "Name" }).fill("Given up");
  await manager.getByRole("button", { name: "Save", exact: true }).click();
  await manager.getByRole("button", { name: "Given up everybody" }).waitFor();

  const clerk = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(clerk, "Box office at Larkfield Botanic Garden");
  await clerk.getByRole("link", { name: "Orders", exact: true }).click();
  await clerk.getByRole("button", { name: "Given up everybody" }).click();
  await expect.poll(() => clerk.url()).toContain("state=cancelled");
  expect(await clerk.getByRole("button", { name: /Rename the view/ }).count()).toBe(0);

  await manager.getByRole("button", { name: "Delete the view Given up" }).click();
  await manager.getByText("The view “Given up” was deleted.").waitFor();
  await manager.getByRole("button", { name: "Undo" }).click();
  await manager.getByRole("button", { name: "Given up everybody" }).waitFor();

  // Like other lists with filters.
  await manager.getByRole("link", { name: "Gift cards", exact: true }).click();
  await manager.getByRole("heading", { name: "Gift cards", level: 1 }).waitFor();
  await manager.getByLabel("Origin").selectOption("issued");
  await manager.getByRole("button", { name: "Save this view" }).click();
  await dialog.getByLabel("Name").fill("Issued by hand");
  await dialog.getByRole("button", { name: "Save" }).click();
  await manager.getByRole("button", { name: "Issued by hand", pressed: true }).waitFor();
  await manager.getByLabel("Origin").selectOption("");
  await expect.poll(() => manager.url()).not.toContain("origin");
  await manager.getByRole("button", { name: "Issued by hand", pressed: false }).click();
  await expect.poll(() => manager.url()).toContain("origin=issued");

  const lately = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  for (const [screen, heading, choose, kept] of [
    [
      "catalogue/event/garden-entry/sessions",
      "Sessions of ",
      () => manager.getByLabel("Weekdays").selectOption("sat,sun"),
      "weekdays",
    ],
    ["money/journal", "Journal", () => manager.getByLabel("From").fill(lately), `from=${lately}`],
    ["codes/vouchers", "City-pass vouchers", () => manager.getByLabel("From").fill(lately), `from=${lately}`],
    ["members/cards", "Cards to make", () => manager.getByLabel("From").fill(lately), `from=${lately}`],
  ] as const) {
    await manager.goto(`/_office/larkfield/${screen}`);
    await manager.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await choose();
    await manager.getByRole("button", { name: "Save this view" }).click();
    await dialog.getByLabel("Name").fill(`Kept of ${heading}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    const view = manager.getByRole("button", { name: `Kept of ${heading}` });
    await view.and(manager.getByRole("button", { pressed: true })).waitFor();
    await manager.goto(`/_office/larkfield/${screen}`);
    await view.click();
    await expect.poll(() => manager.url()).toContain(kept);
  }
});

test("text typed into a dialog is kept, sent or discarded, as chosen", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|staff\/invite)/ });
  await signInAs(page, "Owner at Opal Hall");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("link", { name: "Staff" }).click();
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email address").fill("half");
  await page.goBack();
  const asked = page.getByRole("dialog", { name: "This is not saved yet" });
  await asked.waitFor();
  await asked.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText("Enter an email address.").waitFor();
  expect(await page.getByLabel("Email address").inputValue()).toBe("half");
  // What the server says about the field is not replaced by a sentence of the form.
  const full = "There can be at most 200 open invitations. Withdraw one first.";
  const refusal = { _code: "validation_failed", _context: "staff", _description: full, _extra: { fields: ["email"] } };
  await page.route(/\/staff_api\/staff\/invite/, (route) => route.fulfill({ status: 422, json: { _data: [refusal] } }));
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText(full).waitFor();
  await page.goBack();
  await asked.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();

  // A form on a page asks too.
  await page.getByRole("link", { name: "Bulk actions" }).click();
  const numbers = page.getByLabel("Or order numbers");
  await numbers.fill("1001, 1002");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await asked.getByRole("button", { name: "Keep editing" }).click();
  expect(await numbers.inputValue()).toBe("1001, 1002");
  await page.goBack();
  await asked.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  // It does not ask if nothing was typed, or if it was removed again.
  await page.getByRole("link", { name: "Bulk actions" }).click();
  await numbers.fill("1001");
  await numbers.fill("");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();

  // So do changing one's own password and counting a till's cash.
  await page.locator('a[href="/_office/account"]').click();
  const current = page.getByLabel("Current password");
  await current.fill("a long walk");
  await page.goBack();
  await asked.getByRole("button", { name: "Keep editing" }).click();
  expect(await current.inputValue()).toBe("a long walk");
  await page.goBack();
  await asked.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Counter", exact: true }).click();
  await page.getByLabel("Float").fill("100");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await asked.getByRole("button", { name: "Open the till" }).waitFor();
  await asked.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
});

test("an operator creates a seller and invites its owner, who permits a visit for an hour; the seller sells nothing once it is suspended", async () => {
  const email = `operator${Date.now()}@staff.example`;
  const printed = await runFoyer(["staff", "invite", email, "--operator"]);
  const link = /\/_office\/invitation#[\w-]{43}/.exec(printed)?.[0] ?? "";
  const operator = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|orders|operator)/ });
  await operator.goto(link);
  await operator.getByLabel("Your name").fill("Oda Operator");
  await operator.getByLabel("Password").fill("a long walk by the quay");
  await operator.getByRole("button", { name: "Continue" }).click();
  await operator.getByText("Type the secret instead").click();
  const secret = (await operator.locator("code").innerText()).replaceAll(" ", "");
  await operator.getByLabel("Code from the app").fill(await freshTotpCode(secret, -1));
  await operator.getByRole("button", { name: "Confirm" }).click();
  await operator.getByRole("button", { name: "I have saved them" }).click();
  await operator.getByRole("heading", { name: "Sellers", level: 1 }).waitFor();
  const { found, at } = collectFindings(operator);
  await at("sellers");

  await operator.getByRole("button", { name: "New seller" }).click();
  await operator.getByLabel("Name").fill("North Pier");
  await operator.getByLabel("Address").fill("harbor");
  await operator.getByLabel("Currency").fill("gbp");
  await at("new seller");
  await operator.getByRole("button", { name: "Create the seller" }).click();
  await operator.getByText("This address is taken. Please choose another one.").waitFor();
  const slug = `north${Date.now()}`;
  await operator.getByLabel("Address").fill(slug);
  await operator.getByRole("button", { name: "Create the seller" }).click();
  await operator.getByText("North Pier was created.").waitFor();
  await operator.getByLabel("Find a seller").fill(slug);
  const owned = `owner-${slug}@staff.example`;
  await operator.getByRole("button", { name: "Invite an owner of North Pier" }).click();
  await operator.getByLabel("Email address").fill(owned);
  await operator.getByRole("button", { name: "Send the invitation" }).click();
  await operator.getByText("Owner invited").waitFor();

  const owner = await newVisitor({ expectedRefusals: signedOut });
  const [mail] = await listEmailsTo(owner, owned);
  await owner.goto(/\/_office\/invitation#[\w-]{43}/.exec(JSON.stringify(mail))?.[0] ?? "");
  await owner.getByRole("heading", { name: "Join North Pier" }).waitFor();
  await owner.getByLabel("Your name").fill("Noor North");
  await owner.getByLabel("Password").fill("a slow ferry at dawn");
  await owner.getByRole("button", { name: "Continue" }).click();
  await owner.getByRole("button", { name: "Later" }).click();
  const opening = owner.getByRole("region", { name: "Before you open" });
  await opening.getByText("0 of 5 done.").waitFor();
  const board = collectFindings(owner);
  await board.at("the board of a seller that has sold nothing");
  expect(board.found).toEqual([]);
  await opening.getByRole("link", { name: "Choose colours, typefaces and a logo" }).click();
  await owner.getByRole("heading", { name: "Brand", level: 1 }).waitFor();
  await owner.getByRole("link", { name: "Staff" }).click();
  await owner.getByRole("button", { name: "Let the operator in" }).click();
  await owner.getByLabel("Reason").fill("Look at a refund");
  await owner.getByRole("button", { name: "Let them in" }).click();
  await owner.getByRole("button", { name: "End the visit" }).waitFor();

  await operator.reload();
  await operator.getByLabel("Find a seller").fill(slug);
  await operator.getByRole("link", { name: /Visit until/ }).click();
  await operator.getByText(/You visit North Pier as the operator until/).waitFor();
  await operator.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await owner.getByRole("link", { name: "Audit log" }).click();
  await owner.getByRole("listitem").filter({ hasText: "Oda Operator visited as the operator" }).waitFor();

  await operator.getByRole("link", { name: "Sellers" }).click();
  await operator.getByLabel("Find a seller").fill(slug);
  await operator.getByRole("button", { name: "Suspend North Pier" }).click();
  await operator.getByLabel("Reason").fill("Contract ended");
  await operator.getByRole("button", { name: "Suspend", exact: true }).click();
  await operator.getByText("Suspended", { exact: true }).waitFor();
  await operator.getByRole("button", { name: "Resume North Pier" }).click();
  await operator.getByText("North Pier is no longer suspended.").waitFor();
  expect(found).toEqual([]);
});
