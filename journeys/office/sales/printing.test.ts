import { expect, test } from "vitest";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

test("an order, its tickets and its receipt are printed on a page and on a roll", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  // The print window is the browser's own; its content is checked with the print style sheet.
  await page.evaluate(() => (window.print = () => document.body.setAttribute("data-printed", "")));

  for (const [what, paper, width] of [
    ["The order", "A4 or letter", 190],
    ["The tickets", "80 mm roll", 80],
    ["The receipt", "80 mm roll", 80],
  ] as const) {
    await page.getByRole("button", { name: "Print" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Print" });
    await dialog.getByLabel("What").selectOption({ label: what });
    await dialog.getByLabel("Paper").selectOption({ label: paper });
    await dialog.getByRole("button", { name: "Print" }).click();
    await page.locator("body[data-printed]").waitFor();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator("[data-print-sheet]");
    await expect(sheet.isVisible()).resolves.toBe(true);
    await expect(page.getByRole("navigation", { name: "Screens" }).isVisible()).resolves.toBe(false);
    const box = await sheet.boundingBox();
    // CSS millimetres.
    expect((box?.width ?? 0) / (96 / 25.4)).toBeLessThanOrEqual(paper === "80 mm roll" ? width : Infinity);
    if (what === "The tickets") await expect.poll(() => sheet.getByRole("img").count()).toBe(2);
    else await expect(sheet.textContent()).resolves.toMatch(/Paid by Visa ending in 4242/);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.byteLength).toBeGreaterThan(1000);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => {
      document.body.removeAttribute("data-printed");
      window.dispatchEvent(new Event("afterprint"));
    });
    await dialog.getByRole("button", { name: "Back" }).click();
  }
});
