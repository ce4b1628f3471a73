import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("an e-mail is shown light, dark and as plain text, and is sent as a test to the reader alone", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.getByRole("link", { name: "Emails" }).click();
  const email = page.frameLocator("iframe");
  await email.getByRole("heading", { level: 1 }).waitFor();
  await email.getByRole("img", { name: /code/i }).waitFor();
  await page.getByText("tickets as a PDF, a calendar entry").waitFor();
  await at("an order confirmation");
  await page.getByLabel("Email", { exact: true }).selectOption("Login code");
  await email.getByRole("heading", { name: "Your code: 000000" }).waitFor();
  await page.getByLabel("As", { exact: true }).selectOption("Dark");
  await email.getByRole("heading", { name: "Your code: 000000" }).waitFor();
  expect(await email.locator("a[href]").count()).toBe(0);
  await at("a login code, dark");
  await page.getByLabel("As", { exact: true }).selectOption("Plain text");
  await page.locator("pre").getByText("Your code: 000000").waitFor();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByText(/^A test is on its way to \S+@\S+\.$/).waitFor();
  await at("plain text");
  expect(found).toEqual([]);
}, 120_000);
