import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { bringBack, signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const isThursday = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek === 4;

test("publishing that moves sold sessions lists the affected buyers, and continues once it is decided whether to e-mail them", async () => {
  const visitor = await newVisitor();
  const day = (days: readonly string[]) => days.slice(1).find(isThursday);
  const { email } = await buyOrder(visitor, { seller: "kiwa", event: "Feeding the Ruru", tickets: { Adult: 1 }, day });

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue/chapter/event/feeding-the-ruru");
  const text = page.getByLabel("YAML of the chapter");
  const before = await text.inputValue();
  const entry = (indent: string) =>
    `${indent}changed:\n${indent}  - { on: [thu], time: { from: "19:45", until: "19:46" }, move_minutes: 25 }\n`;
  await text.fill(before.replace(/^( *)changed:\n/m, (_, indent: string) => entry(indent)));
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Publish …" }).click();
  const buyers = page.getByRole("region", { name: /^\d+ sessions? with buyers changes?$/ });
  const row = buyers
    .getByRole("row")
    .filter({ hasText: /19:45–20:\d\d → 20:10–/ })
    .first();
  await row.waitFor();
  await buyers.getByText(/^This affects \d+ orders? for \d+ (?:person|people)\./).waitFor();
  const publish = page.getByRole("button", { name: "Publish 1 draft" });
  expect(await publish.isDisabled()).toBe(true);
  await at("a plan that moves sessions");
  await page.getByRole("radio", { name: "Yes, this message to each order" }).check();
  const subject = "Supper begins later";
  await page.getByLabel("Subject").fill(subject);
  expect(await publish.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Message" }).fill("The ruru sleep until then.");
  await at("a message to their buyers");
  await publish.click();
  await page.getByText(/^Revision \d+ is published\. \d+ buyers? (?:is|are) written to\.$/).waitFor();
  const written = async () =>
    (await listEmailsTo(visitor, email))
      .filter(({ message }) => message.subject === subject)
      .map(({ message }) => message.text);
  await expect.poll(async () => (await written()).length, { timeout: 60_000, interval: 1000 }).toBe(1);
  expect((await written())[0]).toMatch(/Was:? .*19:45[^]*Now:? .*20:10/);

  // It is also in the history, for staff who chose "not now".
  await page.goto("/_office/kiwa/catalogue/history");
  await page
    .getByRole("link", { name: /^What revision \d+ changed$/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Write to these buyers" }).waitFor();
  await page.getByRole("button", { name: /^Bring back as of/ }).click();
  const dialog = page.getByRole("dialog", { name: /as of revision \d+$/ });
  await dialog
    .getByRole("row")
    .filter({ hasText: /20:10–20:\d\d → 19:45–/ })
    .first()
    .waitFor();
  expect(await dialog.getByRole("button", { name: "Bring back" }).isDisabled()).toBe(true);
  await at("a chapter that is brought back");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await bringBack(page);
  await page.getByText(/is as it was in revision \d+\. Revision \d+ is published\.$/).waitFor();
  expect(found).toEqual([]);
}, 180_000);
