import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

test("the brand is changed beside a preview; unreadable colours are refused until the suggested one is accepted", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Brand" }).click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const frame = page.frameLocator("iframe");
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const root = frame.locator("html");
  const shownAs = (property: string) =>
    root.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  await frame.getByRole("heading", { name: "Evening opening" }).waitFor();
  const before = await text.inputValue();
  await at("the brand");

  await text.fill("#cfcfd6");
  const contrast = page.getByRole("region", { name: "Contrast" });
  await contrast.getByText("Text cannot be published like this.").waitFor();
  await saved();
  await page
    .getByText(/has a contrast of 1\.\d:1 with paper and surface/)
    .first()
    .waitFor();
  await at("a text that cannot be read");
  await page.getByRole("link", { name: "Publish …" }).click();
  await page.getByRole("heading", { name: "Publish", exact: true }).waitFor();
  await page.getByText(/has a contrast of/).waitFor();
  expect(await page.getByRole("button", { name: /^Publish \d+ draft/ }).isEnabled()).toBe(false);

  await page.getByRole("link", { name: "Brand" }).click();
  await contrast.getByRole("button", { name: /^Use #/ }).click();
  await contrast.getByText("Text cannot be published like this.").waitFor({ state: "hidden" });
  const companion = await text.inputValue();
  expect(companion).not.toBe(before);
  await page.getByRole("textbox", { name: "Brand", exact: true }).fill("#1b5e3f");
  await page.getByLabel("Corners, pixels").fill("12");
  await expect.poll(() => shownAs("--seller-color-brand")).toBe("#1b5e3f");
  expect(await shownAs("--seller-color-text")).toBe(companion);
  expect(await shownAs("--seller-radius")).toBe("12px");
  await page.getByLabel("Width").selectOption("Desktop");
  await page.getByLabel("Mode", { exact: true }).selectOption("Dark");
  await expect.poll(() => root.getAttribute("data-mode")).toBe("dark");
  expect(await root.evaluate(() => innerWidth)).toBe(1280);
  await saved();
  await at("the storefront on a desktop, dark");
  // Other journeys use this seller's storefront.
  await text.fill(before);
  await expect.poll(() => shownAs("--seller-color-text")).toBe(before);
  await saved();

  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  const visitor = await newVisitor();
  const ofVisitor = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--seller-color-brand"));
  await expect
    .poll(
      async () => {
        await visitor.goto("/opal");
        return ofVisitor();
      },
      { timeout: 30_000 },
    )
    .toBe("#1b5e3f");
  const published = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--seller-color-text"));
  expect(await published()).toBe(before);
  expect(found).toEqual([]);
}, 180_000);
