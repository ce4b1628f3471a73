import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("sender and reply address are drafted, and the screen shows the check of the domain", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Emails" }).click();
  await page.getByRole("link", { name: "Sender" }).click();
  await page.getByRole("heading", { name: "Sender of emails", level: 1 }).waitFor();
  const sender = page.getByLabel("Sender", { exact: true });
  await sender.fill("tickets at larkfield");
  await page.getByText("One thing is wrong").waitFor();
  await sender.fill("tickets@larkfield.example");
  await page.getByLabel("Replies go to").fill("desk@larkfield.example");
  await page.getByText("One thing is wrong").waitFor({ state: "hidden" });
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  const verdict = page.getByRole("region", { name: "What mail servers check" });
  await verdict.getByText("SPF of larkfield.example").waitFor();
  // This installation sends no e-mails.
  await verdict.getByText(/^The operator has not said from which address/).waitFor();
  await verdict.getByText(/^The operator has not said with which keys/).waitFor();
  await at("a sender");

  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);
