import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { giveMembership } from "../../support/members.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { listEmailsTo, newAddress } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

test("the owner changes the level of a membership for cash, then back, and the difference is refunded", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Owner at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Till", exact: true }).click();
  await page.getByLabel("Float").fill("0");
  await page.getByRole("button", { name: "Open the till" }).click();
  await page.getByRole("button", { name: "Put cash in" }).waitFor();

  const email = newAddress();
  await giveMembership(page, {
    level: "Friend",
    first: "Marianne",
    last: "North",
    email,
    reason: "Paints the glasshouse",
  });
  const dialog = page.getByRole("dialog");

  const terms = page.getByRole("region", { name: "Memberships" });
  const changeTo = async (level: string): Promise<void> => {
    await terms.getByRole("button", { name: "Change the level" }).click();
    await dialog.getByText("Remaining value").waitFor();
    await dialog.getByLabel("New level").selectOption({ label: level });
  };
  await changeTo("Two Friends");
  await dialog.getByText("It needs 1 × Second Friend.").waitFor();
  await at("a level that does not fit");
  await dialog.getByLabel("New level").selectOption({ label: "Benefactor" });
  await dialog.getByText("£84.00 is to be paid.", { exact: false }).waitFor();
  await dialog.getByLabel("Reason").fill("Wants to bring a guest");
  await dialog.getByLabel("Cash received").fill("100");
  await at("a dearer level");
  await dialog.getByRole("button", { name: "Cash £84.00" }).click();
  await page.getByText(/^Changed to Benefactor with order \d+\. Change: £16\.00\.$/).waitFor();
  await expect.poll(() => terms.getByRole("article").count()).toBe(2);
  const isWritten = async () =>
    (await listEmailsTo(page, email)).some(({ message }) => message.subject.includes("is now Benefactor"));
  await expect.poll(isWritten, { timeout: 15_000 }).toBe(true);
  await at("a membership whose level was changed");

  await changeTo("Friend");
  await dialog.getByText(/£42\.00 goes back to what order \d+ was paid with\./).waitFor();
  await dialog.getByLabel("Reason").fill("Comes alone after all");
  await at("a cheaper level");
  await dialog.getByRole("button", { name: "Change and refund £42.00" }).click();
  await page.getByText(/^Changed to Friend with order \d+\.$/).waitFor();
  await page.getByRole("region", { name: "History" }).getByText("Comes alone after all").waitFor();
  await page.getByRole("link", { name: "Till", exact: true }).click();
  await page
    .getByRole("button", { name: /^Pay out £42\.00 of order \d+$/ })
    .first()
    .waitFor();
  expect(found).toEqual([]);
});
