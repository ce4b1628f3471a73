import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { createEvent, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("errors and doubts stand at their fields, and the list above the form leads to each of them", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue");
  await createEvent(page, "Moa Evenings");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Groups & prices").click();
  await page.getByLabel("Price", { exact: true }).fill("12");
  const limits = page.locator("details", { hasText: "Limits, sales window, who sees it, payment in parts" });
  await limits.locator("summary").click();
  await page.getByRole("button", { name: "Offer payment in parts" }).click();
  await page.getByLabel("At the purchase, %").fill("1");
  await page.getByLabel("Part 2, %").fill("99");
  const plan = page.getByRole("group", { name: "Payment plan" });
  const doubt = plan.getByText(/^has a part of 0\.12 for one 'Adult', but the least that a card can pay is /);
  await doubt.waitFor();
  await at("a doubt at its field");

  // A closed heading says that there is something in it.
  await limits.locator("summary").click();
  await limits.getByText("1 to check").waitFor();

  // From another tab, the list opens the tab and the heading.
  await tab("Texts").click();
  const checks = page.getByRole("status").filter({ hasText: "Check these" });
  await checks.getByRole("button", { name: "groups 1 › payment plan" }).click();
  await doubt.waitFor();
  expect(await tab("Groups & prices").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => doubt.evaluate((node) => node === document.activeElement)).toBe(true);

  // The screen that publishes leads to the same field.
  const publish = page.getByRole("link", { name: "Publish …" });
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await publish.click();
  await page.getByRole("heading", { name: "Publish" }).waitFor();
  await checks.getByRole("link", { name: /, groups 1 › payment plan$/ }).click();
  await expect.poll(() => doubt.evaluate((node) => node === document.activeElement)).toBe(true);

  await page.getByLabel("Price", { exact: true }).fill("12.345");
  const wrong = page.getByRole("status").filter({ hasText: "One thing is wrong" });
  await wrong.waitFor();
  await tab("Pictures").click();
  await wrong.getByRole("button", { name: "groups 1 › types 1 › price" }).click();
  const price = page.getByLabel("Price", { exact: true });
  await expect.poll(() => price.evaluate((node) => node === document.activeElement)).toBe(true);
  await at("an error at its field");
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await publish.click();
  const first = page.getByRole("alert").filter({ hasText: "Fix these first" });
  await first.getByRole("link", { name: /, groups 1 › types 1 › price$/ }).click();
  await expect.poll(() => price.evaluate((node) => node === document.activeElement)).toBe(true);

  // The YAML, which has no fields, shows the line.
  await page.goto(
    `${new URL(page.url()).pathname.replace("/event/", "/chapter/event/")}?field=groups[0].types[0].price`,
  );
  const yaml = page.getByRole("textbox", { name: "YAML of the chapter" });
  const chosen = () =>
    yaml.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd).trim();
    });
  await expect.poll(chosen).toMatch(/price: .*12\.345/);

  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);
