import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { findEventId } from "../../support/database.ts";
import { createEvent, publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

const zone = "Pacific/Auckland";

/** The next day, in a month after this one, on which the zoo's clocks show an hour twice. */
const nextLongDay = (today: Temporal.PlainDate): Temporal.PlainDate => {
  let day = today.add({ months: 1 }).with({ day: 1 });
  while (day.toZonedDateTime(zone).hoursInDay !== 25) day = day.add({ days: 1 });
  return day;
};

test("the form asks which of two equal times is meant when the clocks go back, and the choice is published", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  const today = Temporal.Now.plainDateISO(zone);
  const day = nextLongDay(today);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue");
  await createEvent(page, "Kiwi by Night");
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  await page.getByLabel("Price", { exact: true }).fill("12");
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "Add a single date" }).click();
  const single = page.getByRole("group", { name: "Single dates, 1" });
  await single.getByLabel("Day").fill(day.toString());
  await single.getByLabel("Start").fill("02:30");
  await single.getByText(/the clocks show that time twice, so it starts at the first. Choose one/).waitFor();

  const calendar = page.getByRole("region", { name: "Calendar" });
  const months = day.toPlainYearMonth().since(today.toPlainYearMonth(), { largestUnit: "months" }).months;
  for (let month = 0; month < months; month++) await calendar.getByRole("button", { name: "Next month" }).click();
  await calendar
    .getByRole("gridcell")
    .getByRole("button", { name: /a time is not clear/ })
    .click();
  const question = calendar.getByRole("radiogroup", { name: "The clocks show 02:30 twice that day." });
  await question.getByText("Choose one. Your choice applies every year.").waitFor();
  await at("a time that has to be chosen");
  await question.getByRole("radio", { name: "The second" }).click({ force: true });
  await expect.poll(() => question.getByRole("radio", { name: "The second" }).isChecked()).toBe(true);
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await single.getByText(/the clocks show that time twice/).waitFor({ state: "hidden" });
  await at("a time that is chosen");

  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  // The storefront sells it at the second half past two.
  const event = await findEventId("kiwa", "Kiwi by Night");
  const reply = await page.request.get(`/api/events/${event}/sessions`, {
    params: { _ondate: day.toString(), _seller: "kiwa" },
  });
  const sessions = (await reply.json()) as { event_session: { _data: { start_datetime: string }[] } };
  const second = day.toPlainDateTime("02:30").toZonedDateTime(zone, { disambiguation: "later" }).toInstant();
  expect(sessions.event_session._data.map(({ start_datetime }) => start_datetime)).toEqual([second.toString()]);
  expect(found).toEqual([]);
}, 120_000);
