import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const isThursday = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek === 4;

test("a publishing moves sessions that were bought: nobody is written to before the manager says so", async () => {
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
  const effects = page.getByRole("region", { name: "What will happen" });
  await effects.getByText(/^\d+ sessions? with tickets of \d+ orders? begins? at another time\./).waitFor();
  await at("a plan that moves sessions");
  await page.getByRole("button", { name: "Publish 1 draft" }).click();
  const dialog = page.getByRole("dialog", { name: /^Revision \d+ is published$/ });
  await dialog.getByText(/No buyer was written to\./).waitFor();
  await at("buyers that were moved");
  const subject = "Supper begins later";
  const written = async () =>
    (await listEmailsTo(visitor, email))
      .filter(({ message }) => message.subject === subject)
      .map(({ message }) => message.text);
  expect(await written()).toEqual([]);
  await dialog.getByRole("link", { name: /^Write to \d+ buyers? …$/ }).click();
  await page.getByText(/Write to the buyers whose sessions begin at another time since revision \d+\./).waitFor();
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message").fill("The ruru sleep until then.");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByLabel("Reason").fill("The ruru sleep longer");
  await at("an e-mail about moved sessions");
  await page.getByRole("button", { name: /^Write to \d+ orders?$/ }).click();
  await expect.poll(async () => (await written()).length, { timeout: 60_000, interval: 1000 }).toBe(1);
  expect((await written())[0]).toMatch(/Was:? .*19:45[^]*Now:? .*20:10/);

  // It is also in the history, for staff who chose "not now".
  await page.goto("/_office/kiwa/catalogue/history");
  await page
    .getByRole("link", { name: /^What revision \d+ changed$/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Write to these buyers" }).waitFor();
  expect(found).toEqual([]);
}, 180_000);
