import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a venue is added as YAML: errors are shown at their lines, unreadable text is kept, and the venue is published", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Catalogue" }).click();
  const others = page.getByRole("region", { name: "Everything else" });
  await others.getByRole("link", { name: "Seller" }).waitFor();
  await others.getByRole("button", { name: "Add a chapter" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lower Hall");
  await at("a new chapter");
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByRole("heading", { name: "Venue lower-hall", level: 1 }).waitFor();
  const text = page.getByLabel("YAML of the chapter");
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const timezone = /^timezone: (.+)$/m.exec(await text.inputValue())?.[1];

  await text.fill("name: Lower Hall\naddress: 1 Hill Street\ntimezone: Europe/Nowhere\n");
  await page.getByRole("button", { name: "Line 3" }).click();
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(40);
  await saved();
  await at("a chapter with an error");

  await text.fill("name: [Lower Hall\n");
  await page.getByText("This cannot be read, and is not saved").waitFor();
  await page.getByRole("link", { name: "Board" }).click();
  const leaving = page.getByRole("dialog", { name: "Your last changes are not saved" });
  await at("leaving a text that cannot be read");
  await leaving.getByRole("button", { name: "Keep editing" }).click();
  expect(await text.inputValue()).toBe("name: [Lower Hall\n");

  await text.fill(`name: Lower Hall\naddress: 1 Hill Street\ntimezone: ${timezone}\n`);
  await saved();
  await page.reload();
  await expect.poll(() => text.inputValue()).toContain("address: 1 Hill Street");
  await page.getByRole("link", { name: "Publish …" }).click();
  await page
    .getByRole("region", { name: "What will happen" })
    .getByText(/venue added/)
    .waitFor();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  await others.getByRole("link", { name: "Venue lower-hall" }).waitFor();
  await at("the catalogue");
  expect(found).toEqual([]);
}, 120_000);

test("a venue's closed days are entered once and apply to a season", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page
    .getByRole("region", { name: "Everything else" })
    .getByRole("link", { name: /^Venue / })
    .first()
    .click();
  const venue = await page.getByLabel("Name", { exact: true }).inputValue();
  const entries = page.getByRole("group", { name: /^Closed days / });
  const before = await entries.count();
  await page.getByRole("button", { name: "Add closed days" }).click();
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await at("a venue");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Garden Entry", exact: true }).click();
  await page.getByRole("tab", { name: "Sessions" }).click();
  const follows = page.getByLabel(`Closed when ${venue} is`).first();
  await follows.check();
  await page
    .getByText(before === 0 ? "It has 1 entry." : `It has ${before + 1} entries.`)
    .first()
    .waitFor();
  await at("a season that follows its venue");
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page
    .getByRole("link", { name: `Closed days of ${venue}` })
    .first()
    .click();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  await expect.poll(() => entries.count()).toBe(before);
  expect(found).toEqual([]);
}, 120_000);

test("a new event opens after it is created, without a question about unsaved text", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("button", { name: "New event" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Moth Night");
  await page.getByRole("button", { name: "Create event" }).click();
  await page.getByRole("heading", { name: "Moth Night", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
}, 120_000);

test("a new event from a pattern is complete except for its picture", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("button", { name: "New event" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lute Evening");
  await page.getByLabel("Start from").selectOption({ label: "Concert with seats" });
  await page.getByText("Without a hall, one with five rows is drafted too.").waitFor();
  await at("a pattern");
  await page.getByRole("button", { name: "Create event" }).click();
  await page.getByRole("heading", { name: "Lute Evening", level: 1 }).waitFor();
  const checklist = page.getByRole("complementary", { name: "Before it can be bought" });
  expect(await checklist.locator("li:not([data-done])").allTextContents()).toEqual([
    expect.stringContaining("It has a picture"),
  ]);
  await at("an event by a pattern");
  await page.getByRole("link", { name: "Publish …" }).click();
  const publish = page.getByRole("button", { name: /^Publish \d+ drafts$/ });
  expect(await publish.isEnabled()).toBe(true);
  await page.getByRole("link", { name: "Catalogue" }).click();
  for (const name of ["Lute Evening", "Hall hall"]) {
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await page.getByText("The draft is discarded.").last().waitFor();
    await page.getByRole("heading", { name: "Catalogue", level: 1 }).waitFor();
  }
  expect(found).toEqual([]);
}, 120_000);

test("an event edited as YAML shows the same in its form, and keeps its key", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.locator("tbody a").first().click();
  await page.getByRole("link", { name: "the event as YAML" }).click();
  const text = page.getByLabel("YAML of the chapter");
  const before = await text.inputValue();
  const key = /^key: (.+)$/m.exec(before)?.[1];
  await text.fill(before.replace(/^key: .+$/m, "key: another"));
  await page.getByText(`The key is '${key}' and cannot be changed.`).waitFor();
  await text.fill(before.replace(/^subtitle: .+$/m, "subtitle: Written in the file"));
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Forms" }).click();
  await expect.poll(() => page.getByLabel("Subtitle").inputValue()).toBe("Written in the file");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
}, 120_000);

test("a text is found by its words, replaced, published and restored; a wrong placeholder is refused at its field", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Texts" }).click();
  await page.getByLabel("Search").fill("go to home");
  const field = page.getByLabel("notfound.home", { exact: true });
  expect(await field.inputValue()).toBe("Go to the home page");
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();

  await field.fill("Back to {seller}");
  await page.getByText(/has the placeholder \{seller\}, which this text does not have/).waitFor();
  await at("a wrong placeholder");
  await field.fill("Back to the hall");
  await page.getByText("Original: Go to the home page").waitFor();
  await saved();
  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  const visitor = await newVisitor({ expectedRefusals: /nowhere/ });
  // Every server has the new texts within two seconds.
  await expect
    .poll(
      async () => {
        await visitor.goto("/opal/nowhere");
        return visitor.getByRole("link", { name: "Back to the hall" }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);

  await page.getByRole("link", { name: "Texts" }).click();
  await page.getByLabel("Where").selectOption("Changed");
  await page.getByRole("button", { name: "Reset notfound.home" }).click();
  await expect.poll(() => field.count()).toBe(0);
  await saved();
  await at("changed texts");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);

test("an unknown chapter shows a message with a link to the catalogue", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  for (const path of ["event/nothing", "venue/nothing", "chapter/event/nothing"]) {
    await page.goto(`/_office/larkfield/catalogue/${path}`);
    await page.getByRole("heading", { name: "Not found" }).waitFor();
  }
  await page.getByRole("main").getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("heading", { name: "Catalogue" }).waitFor();
});
