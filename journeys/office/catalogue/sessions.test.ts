import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { completeOrder, holdTickets } from "../../support/heldCart.ts";
import { openSessionList, signedOut } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("sessions of an event are found by weekday and time, changed together, given a note, and restored", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await openSessionList(page);
  await page.getByRole("heading", { level: 1, name: /^Sessions of / }).waitFor();
  const status = page.getByRole("group", { name: "Chosen sessions" }).getByRole("status");
  const table = page.getByRole("table", { name: "Sessions" });
  await table.getByRole("row").nth(1).waitFor();
  const all = await status.textContent();

  // Sessions without buyers can be changed without notifying anyone.
  await page.getByLabel("Fill").selectOption("empty");
  await page.getByLabel("Weekdays").selectOption("sat,sun");
  await expect.poll(async () => status.textContent()).not.toBe(all);
  await at("sessions of weekends");
  const first = table.getByRole("row").filter({ hasNot: page.getByText("Has begun") });
  await first.getByRole("checkbox").first().check();
  await first.getByRole("checkbox").nth(1).check();
  await expect.poll(async () => status.textContent()).toMatch(/^2 sessions chosen of /);
  await page.getByRole("button", { name: "Change …" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 sessions" });
  const numbers = dialog.getByRole("group", { name: "What it comes to" });
  await dialog.getByLabel("No limit").check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await numbers.getByText(/→ no limit$/).waitFor();
  await at("no limit of places");
  await dialog.getByLabel("No limit").uncheck();
  await dialog.getByLabel("Extra places").fill("7");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await numbers.getByText("2 sessions").waitFor();
  await at("the numbers of a change");
  await dialog.getByLabel("Reason").fill("A school comes");
  await dialog.getByRole("button", { name: "Change 2 sessions" }).click();
  await page.getByText("2 sessions changed.").waitFor();
  await expect.poll(() => table.getByText("Changed", { exact: true }).count()).toBe(2);

  const changed = table.getByRole("row").filter({ has: page.getByText("Changed", { exact: true }) });
  await changed.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Close sales" }).click();
  await changed.first().getByText("Sales closed").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => changed.getByText("Sales closed").count()).toBe(0);
  await page.getByRole("button", { name: "Close sales" }).click();
  await changed.first().getByText("Sales closed").waitFor();
  await page.getByRole("button", { name: "Open sales" }).click();
  await expect.poll(() => changed.getByText("Sales closed").count()).toBe(0);
  await changed.getByRole("checkbox").nth(1).check();
  await page.getByRole("button", { name: "Change …" }).click();
  await dialog.getByRole("radio", { name: "Reset to the weekly times" }).check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByLabel("Reason").fill("The school comes later");
  await dialog.getByRole("button", { name: "Change 2 sessions" }).click();
  await expect.poll(() => table.getByText("Changed", { exact: true }).count()).toBe(0);
  const noted = table.getByRole("row").nth(1);
  await noted.getByRole("button", { name: /^Note on / }).click();
  const note = page.getByRole("dialog", { name: /^Note on / });
  await note.getByLabel("Note").fill("The lift is broken");
  await note.getByRole("button", { name: "Save the note" }).click();
  await noted.getByText("The lift is broken").waitFor();
  await at("a session with a note");
  expect(found).toEqual([]);
}, 120_000);

test("a change of a session that somebody buys meanwhile is refused, shows the new numbers, and can then be made", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|.*sessions\/change)/ });
  const buyer = await newVisitor();
  await buyer.goto("/kiwa/");
  let day = "";
  const cart = await holdTickets(buyer, {
    seller: "kiwa",
    event: "Night Walk",
    tickets: { Adult: 1 },
    day: (days) => (day = days.at(-2) ?? ""),
    isLastTime: true,
  });
  await openSessionList(page);
  await page.getByLabel("From", { exact: true }).fill(day);
  await page.getByLabel("Until", { exact: true }).fill(day);
  const table = page.getByRole("table", { name: "Sessions" });
  await table.getByRole("row").last().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Change …" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 1 session" });
  await dialog.getByLabel("Extra places").fill("3");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByLabel("Reason").fill("One more row");
  await completeOrder(buyer, "kiwa", cart, { first_name: "Ana", last_name: "Tamati", email: "ana@example.org" });
  await dialog.getByRole("button", { name: "Change 1 session" }).click();
  await dialog.getByText("These sessions have buyers. Say whether to write to them.").waitFor();
  await dialog.getByRole("radiogroup", { name: "Write to the buyers?" }).getByRole("radio", { name: "No" }).check();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("One more row");
  await dialog.getByRole("button", { name: "Change 1 session" }).click();
  await page.getByText("1 session changed.").waitFor();
}, 120_000);

test("a session is moved in time and marked as moved, previews its own prices, and is restored", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await openSessionList(page);
  await page.getByLabel("Fill").selectOption("empty");
  const table = page.getByRole("table", { name: "Sessions" });
  await table.getByRole("row").last().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Change …" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 1 session" });
  await dialog.getByRole("radio", { name: "Time", exact: true }).check();
  await dialog.getByLabel("Minutes later").fill("7");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("list", { name: "New times" }).getByRole("listitem").waitFor();
  await at("the new time of a session");
  await dialog.getByLabel("Reason").fill("The boat comes later");
  await dialog.getByRole("button", { name: "Change 1 session" }).click();
  const moved = table.getByRole("row").filter({ hasText: "Moved from" });
  await moved.getByText("Changed", { exact: true }).waitFor();

  await moved.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Change …" }).click();
  await dialog.getByRole("radio", { name: "Prices" }).check();
  await dialog.getByRole("textbox").first().fill("1.50");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("group", { name: "What it comes to" }).getByText("1 session").first().waitFor();
  await at("prices of a moved session");
  await dialog.getByRole("radio", { name: "Reset to the weekly times" }).check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByLabel("Reason").fill("The boat is on time");
  await dialog.getByRole("button", { name: "Change 1 session" }).click();
  await expect.poll(() => moved.count()).toBe(0);
  expect(found).toEqual([]);
}, 120_000);
