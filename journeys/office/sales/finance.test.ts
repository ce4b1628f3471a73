import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { troubleOrder } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

test("finance clears the queue: takes a payment on, notes, refunds, marks it done, sends an e-mail again, and reads the journal", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  await troubleOrder(email);

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Money" }).click();
  await page.getByRole("heading", { name: "Money", level: 1 }).waitFor();
  const payments = page.getByRole("list", { name: "Payments that need a person, the oldest first" });
  const row = payments.getByRole("listitem").filter({ hasText: "The refund failed" });
  await row.waitFor();
  await at("money");

  await row.getByRole("button", { name: "Take it on" }).click();
  await row.getByText("Yours").waitFor();
  await row.getByRole("link", { name: "The refund failed" }).click();
  await page.getByRole("heading", { name: "Payment", level: 1 }).waitFor();
  await page.getByLabel("New note").fill("Rang the bank");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("list", { name: "Notes, the oldest first" }).getByText("Rang the bank").waitFor();
  await at("payment");

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByLabel("Amount").fill("5");
  await page.getByLabel("Why").fill("Promised on the phone");
  await at("refund");
  await page.getByRole("button", { name: /^Give back/ }).click();
  await page.getByText("The refund has succeeded.").waitFor();

  await page.getByRole("link", { name: "All money to look at" }).click();
  await page.getByText("No payment needs a person.").waitFor();

  const emails = page.getByRole("list", { name: "E-mails that could not be sent" });
  for (let left = await emails.getByRole("listitem").count(); left > 0; left--) {
    await emails.getByRole("button", { name: "Send again" }).first().click();
    await page.getByRole("button", { name: "Send it" }).click();
    await expect.poll(() => emails.getByRole("listitem").count()).toBeLessThan(left);
  }
  await page.getByText("All e-mails have been sent, or are on their way.").waitFor();
  await at("an empty queue");

  await page.getByRole("link", { name: "Journal" }).click();
  await page.getByRole("heading", { name: "Journal", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Show lines" }).last().click();
  await page.getByRole("columnheader", { name: "What" }).waitFor();
  await at("journal");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^journal-harbor-.*[.]csv$/);
  expect(found).toEqual([]);
});
