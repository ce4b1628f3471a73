import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { ageCaptures, numberOfOrder, troubleOrder } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

test("finance clears the queue: takes over a payment, adds a note, refunds, marks it as done, resends an e-mail, and reads the journal", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  await troubleOrder(email);

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Money" }).click();
  await page.getByRole("heading", { name: "Money", level: 1 }).waitFor();
  const payments = page.getByRole("list", { name: "Payments that need attention, the oldest first" });
  const row = payments.getByRole("listitem").filter({ hasText: "The refund failed" });
  await row.getByText("$5.00").waitFor();
  await at("money");

  await row.getByRole("button", { name: "Assign to me" }).click();
  await row.getByText("Yours").waitFor();
  await row.getByRole("link", { name: "The refund failed" }).click();
  await page.getByRole("heading", { name: "Payment", level: 1 }).waitFor();
  await page.getByLabel("New note").fill("Rang the bank");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("list", { name: "Notes, the oldest first" }).getByText("Rang the bank").waitFor();
  await at("payment");

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("5.00");
  await page.getByLabel("Why").fill("Promised on the phone");
  await at("refund");
  await page.getByRole("button", { name: /^Refund \$/ }).click();
  await page.getByText("The refund has succeeded.").waitFor();

  await page.getByRole("link", { name: "All money that needs attention" }).click();
  await page.getByText("No payment needs attention.").waitFor();

  const emails = page.getByRole("list", { name: "Emails that could not be sent" });
  for (let left = await emails.getByRole("listitem").count(); left > 0; left--) {
    await emails.getByRole("button", { name: "Send again" }).first().click();
    await page.getByRole("button", { name: "Send it" }).click();
    await expect.poll(() => emails.getByRole("listitem").count()).toBeLessThan(left);
  }
  await page.getByText("All emails have been sent, or are on their way.").waitFor();
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

test("a dialog about a payment that a colleague settles meanwhile stays open, says by whom, and keeps what was typed", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { seller: "larkfield", event: "Garden Entry", tickets: { Adult: 1 } });
  await troubleOrder(email);
  const open = async (account: string) => {
    const page = await newVisitor({ expectedRefusals: signedOut });
    await signInAs(page, `${account} at Larkfield Botanic Garden`);
    await page.goto("/_office/larkfield/money");
    const payments = page.getByRole("list", { name: "Payments that need attention, the oldest first" });
    return { page, row: payments.getByRole("listitem").filter({ hasText: "The refund failed" }).last() };
  };
  const finance = await open("Finance");
  const { found, at } = collectFindings(finance.page);
  const owner = await open("Owner");
  await finance.row.getByRole("button", { name: "Done" }).click();
  const dialog = finance.page.getByRole("dialog", { name: "Remove from the list" });
  await dialog.getByLabel("Why").fill("Repaid by hand, as they asked");

  await owner.row.getByRole("button", { name: "Done" }).click();
  await owner.page.getByLabel("Why").fill("Paid from the till");
  await owner.page.getByRole("button", { name: "Mark as done" }).click();
  await owner.page.getByText("The payment is removed from the list").waitFor();

  const notice = dialog.getByText(/ marked this payment as done .*What you typed is still here[.]/);
  // The list is read again when its tab is looked at again.
  await expect
    .poll(
      async () => {
        await finance.page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
        return notice.isVisible();
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  expect(await dialog.getByLabel("Why").inputValue()).toBe("Repaid by hand, as they asked");
  await at("a dialog whose payment was settled");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => finance.row.count()).toBe(0);
  expect(found).toEqual([]);
});

test("finance sees money that is in no payout by age, and the sort order of payouts is kept", async () => {
  const buyer = await newVisitor();
  const { link } = await buyOrder(buyer, { seller: "larkfield", event: "Garden Entry", tickets: { Adult: 1 } });
  const [, order_id = ""] = /\/manage\/([0-9a-f-]{36})/.exec(link) ?? [];
  await ageCaptures(order_id, 5);
  const number = await numberOfOrder(order_id);
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Finance at Larkfield Botanic Garden");
  await page.goto("/_office/larkfield/money/payouts?sort=created_on&utm_source=mail&days=many");
  await page.getByRole("heading", { name: "Payouts", level: 1 }).waitFor();
  const unpaid = page.getByRole("list", { name: "In no payout, the oldest first" });
  const row = unpaid.getByRole("listitem").filter({ hasText: number });
  await page
    .getByRole("status")
    .filter({ hasText: /in a payout|That is all|Looked through/ })
    .waitFor();
  expect(await row.count()).toBe(0);
  const age = page.getByLabel("Older than");
  await age.selectOption("3 days");
  await row.waitFor();
  await at("in no payout");
  const address = new URL(page.url()).searchParams;
  // The router puts text that consists of digits in quotation marks.
  expect([address.get("days"), address.get("sort"), address.get("utm_source")]).toEqual(['"3"', "created_on", null]);
  await age.selectOption("7 days");
  await expect.poll(() => row.count()).toBe(0);
  await age.selectOption("3 days");
  await row.getByRole("link").first().click();
  await page.getByRole("heading", { name: /^(?:Payment|Order \d+)$/, level: 1 }).waitFor();
  expect(found).toEqual([]);
});
