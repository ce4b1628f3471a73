import type { Locator, Route } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

const paste = (field: Locator, html: string): Promise<void> =>
  field.evaluate((area, copiedHtml) => {
    const copied = new DataTransfer();
    copied.setData("text/html", copiedHtml);
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: copied, bubbles: true, cancelable: true }));
  }, html);

test("a description is written beside a preview; pasted text is cleaned, with a notice of what was removed", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("main").locator('a[href*="/catalogue/event/"]').first().click();
  const field = page.getByLabel("Description", { exact: true });
  const preview = page.getByRole("region", { name: "Description on the storefront" });
  await field.fill("Roses until dusk");
  await preview.getByText("Roses until dusk").waitFor();
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 5));
  await page.getByRole("group", { name: "Format: Description" }).getByRole("button", { name: "Bold" }).click();
  expect(await field.inputValue()).toBe("<strong>Roses</strong> until dusk");
  await preview.getByRole("strong").getByText("Roses").waitFor();

  await field.fill("");
  await paste(
    field,
    "<html><body><p style='color:red'>Open <b>daily</b></p><img src='https://elsewhere.example/a.png'></body></html>",
  );
  await page.getByText("Pasted without pictures (1); colours, typefaces and sizes.").waitFor();
  expect(await field.inputValue()).toBe("<p>Open <b>daily</b></p>");
  await preview.getByText("Open daily").waitFor();
  await at("a pasted description");

  await field.fill("<p>Open</p><script>alert(1)</script>");
  await preview.getByText("Not shown: scripts (1).").waitFor();
  await at("a description with a script");
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);

test("what is typed while pasted text is cleaned stays, in this field and in others", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.goto("/_office/larkfield/catalogue/event/glasshouse-tour");
  const field = page.getByLabel("Description", { exact: true });
  await field.fill("Roses");
  await page.getByRole("region", { name: "Description on the storefront" }).getByText("Roses").waitFor();
  const cleaned = Promise.withResolvers<Route>();
  await page.route(/\/staff_api\/.*writing/, (route) => cleaned.resolve(route), { times: 1 });
  await paste(field, "<p>Open <b>daily</b></p>");
  const route = await cleaned.promise;
  await field.fill("Roses until dusk. ");
  await page.getByLabel("Category", { exact: true }).fill("Evenings");
  await route.continue();
  await expect.poll(() => field.inputValue()).toContain("<p>Open <b>daily</b></p>");
  expect(await field.inputValue()).toContain("Roses until dusk.");
  expect(await page.getByLabel("Category", { exact: true }).inputValue()).toBe("Evenings");
  await page.getByText("Saved as a draft", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
}, 90_000);
