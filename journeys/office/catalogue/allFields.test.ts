import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("rarely used fields of events, groups and types are under headings, and a code group has a form", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue/event/feeding-the-ruru");
  await page.getByText("Buying and entry", { exact: true }).click();
  await page.getByText("What is shown of dates and prices", { exact: true }).click();
  await page.getByLabel("Entry begins, minutes before").waitFor();
  await page.getByRole("button", { name: "Add a part of the day" }).waitFor();
  await at("everything of an event");
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  await page.getByRole("main").getByText("Members", { exact: true }).first().click();
  await page.getByText("What it sells, attendees, gate, counter", { exact: true }).first().click();
  await page.getByText("Passes and memberships: term, program, gifts", { exact: true }).first().click();
  await page.getByLabel("Sells", { exact: true }).first().waitFor();
  await at("everything of a group");

  await page.goto("/_office/kiwa/catalogue");
  const others = page.getByRole("region", { name: "Everything else" });
  await others
    .getByRole("link", { name: /^Codes / })
    .first()
    .click();
  await page.getByLabel("Uses of one buyer").waitFor();
  await page.getByRole("button", { name: "Add a code" }).click();
  await page.getByRole("textbox", { name: "Code", exact: true }).last().fill("TOO-LONG".repeat(5));
  await page.getByText("is longer than 35 characters").first().waitFor();
  await at("a group of codes with an error");
  await page.getByRole("textbox", { name: "Code", exact: true }).last().fill("NIGHTOWL");
  await page.getByText("is longer than 35 characters").first().waitFor({ state: "detached" });
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  const discards = page.getByRole("button", { name: "Discard it" });
  if (await discards.isVisible()) await discards.click();
  await page.getByText("As published", { exact: true }).waitFor();
  expect(found).toEqual([]);
}, 120_000);
