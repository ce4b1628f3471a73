import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { completeOrder, holdTickets } from "../../support/heldCart.ts";
import { createEvent, publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a season with a closed day and a changed session is built by clicking and published, and a ticket is bought", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue");
  await createEvent(page, "Tuatara Mornings");
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  await page.getByLabel("Price", { exact: true }).fill("12");

  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "Add a weekly schedule" }).click();
  const week = page.getByRole("group", { name: "Week times 1" });
  await week.getByRole("button", { name: "Monday" }).click();
  await week.getByLabel("Every … minutes").fill("90");
  await week.getByLabel("First start").fill("09:00");
  await week.getByLabel("Last start").fill("12:00");
  await week.getByText("3 starts a day, the last at 12:00.").waitFor();
  const calendar = page.getByRole("region", { name: "Calendar" });
  await calendar.getByRole("button", { name: "Next month" }).click();
  const status = calendar.getByRole("status");
  await expect.poll(async () => status.textContent()).toMatch(/: (84|87|90|93) sessions on (28|29|30|31) days/);
  const before = await status.textContent();

  // One session of a day has a different capacity, and the next day is closed.
  await calendar
    .getByRole("gridcell")
    .getByRole("button", { name: /3 sessions/ })
    .nth(4)
    .click();
  const day = calendar.getByRole("group", { name: "Sessions of the day" });
  await day.getByRole("button", { name: "Change 10:30" }).click();
  await day.getByLabel("Places at 10:30").fill("2");
  await day.getByText("Changed", { exact: true }).waitFor();
  await day.getByText("2 places", { exact: true }).waitFor();
  await at("a changed session");
  await calendar
    .getByRole("gridcell")
    .getByRole("button", { name: /3 sessions$/ })
    .nth(4)
    .click();
  await day.getByRole("button", { name: "Close this day" }).click();
  await day.getByText("No session on this day.").waitFor();
  expect(await status.textContent()).not.toBe(before);
  await page.getByRole("group", { name: "Closed days 1" }).waitFor();
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await at("a schedule");

  // Every day is cheaper before ten o'clock.
  await page.getByRole("tab", { name: "Prices by day" }).click();
  await page.getByRole("button", { name: "Add a rule" }).click();
  const rule = page.getByRole("group", { name: "Rule 1" });
  for (const name of ["Saturday", "Sunday"]) await rule.getByRole("button", { name }).click();
  await rule.getByLabel("Starts before").fill("10:00");
  await page.getByLabel("Adult, Rule 1").fill("9.50");
  await calendar.getByRole("button", { name: "Next month" }).click();
  await calendar
    .getByRole("gridcell")
    .getByRole("button", { name: /3 sessions/ })
    .first()
    .click();
  const pricesAt = (time: string) => day.getByRole("list", { name: `Prices at ${time}` });
  await pricesAt("09:00").getByText("Adult 9.50 by rule 1").waitFor();
  await pricesAt("10:30").getByText("Adult 12 its own price").waitFor();
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await at("prices by day");

  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  const buyer = await newVisitor();
  await buyer.goto("/kiwa/");
  const cart = await holdTickets(buyer, {
    seller: "kiwa",
    event: "Tuatara Mornings",
    tickets: { Adult: 2 },
    day: (days) => days[3],
  });
  await completeOrder(buyer, "kiwa", cart, { first_name: "Ana", last_name: "Tamati", email: "ana@example.org" });
  // The first session of a day, at nine.
  expect(Number(cart.outstanding_balance)).toBe(19);
  expect(found).toEqual([]);
}, 120_000);
