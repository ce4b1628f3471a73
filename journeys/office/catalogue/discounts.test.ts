import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a discount is created in a form, and a trial cart beside it shows its effect", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  const others = page.getByRole("region", { name: "Everything else" });
  await others.getByRole("link", { name: "Discounts" }).click();
  await page.getByRole("heading", { name: "Discounts", level: 1 }).waitFor();
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const rows = page.getByRole("region", { name: "In the order in which they apply" });

  // A cart of two tickets on a day with sessions.
  const trial = page.getByRole("region", { name: "Try a cart" });
  const tickets = trial.getByRole("group", { name: "Tickets 1" });
  await tickets.getByLabel("Event").selectOption({ index: 1 });
  const receipt = trial.getByRole("list", { name: "Receipt" });
  await receipt.getByText("Total").waitFor();
  const total = async () => Number((await receipt.locator("[data-total]").textContent())?.replaceAll(/[^\d.]/g, ""));
  const before = await total();
  expect(before).toBeGreaterThan(0);
  await at("a cart without a discount");

  await rows.getByRole("button", { name: "Add a discount" }).click();
  const last = rows.getByRole("listitem").last();
  await last.getByLabel("Name").fill("Garden week");
  await last.getByLabel("Percent", { exact: true }).fill("25");
  await last.getByLabel("With other discounts").selectOption("Combines with others that combine");
  await saved();
  await receipt.getByText("Garden week").waitFor();
  // Each ticket's price is rounded separately.
  await expect.poll(total).toBeCloseTo(before * 0.75, 1);

  // Only for three or more tickets.
  await last.getByText("How many tickets, when it is bought, days of the visit").click();
  await last.getByLabel("Minimum tickets").fill("3");
  await saved();
  await expect.poll(total).toBeCloseTo(before, 2);
  await tickets.getByLabel("Number").fill("3");
  await expect.poll(total).toBeCloseTo(before * 1.5 * 0.75, 1);
  await at("a cart with a discount");

  // What the discount applies to, and an invalid field.
  await last.getByRole("button", { name: "Limit to some tickets" }).click();
  await last.getByRole("checkbox").last().check({ force: true });
  await saved();
  await at("a discount for some tickets");
  await last.getByLabel("Percent", { exact: true }).fill("250");
  await last.getByText("must be a percentage above 0 and up to 100, like 10 or 12.5").waitFor();
  await trial.getByText("The price appears once every field is valid.").waitFor();
  await last.getByLabel("Percent", { exact: true }).fill("25");
  await trial.getByLabel("Codes").fill("NOSUCHCODE");
  await trial.getByRole("list", { name: "Codes" }).getByText("This code is not valid.").waitFor();
  await at("a code that is refused");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);
