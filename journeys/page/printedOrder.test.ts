import { expect, test } from "vitest";
import { countPdfPages } from "../support/countPdfPages.ts";
import { buyOrder } from "../support/orders.ts";
import { desktop, newVisitor } from "../support/visitor.ts";

test("an order of a seller whose pages are dark is printed with a logo for paper and nothing cut off", async () => {
  const page = await newVisitor({ viewport: desktop });
  await page.goto((await buyOrder(page, { seller: "kiwa", event: "Night Walk", tickets: { Adult: 2 } })).link);
  const ticket = page
    .getByRole("listitem")
    .filter({ hasText: /Ticket [0-9A-F]{4} [0-9A-F]{4}/ })
    .first();
  await ticket.waitFor();
  const logo = page.getByRole("banner").locator("img").filter({ visible: true });
  const source = (): Promise<string> => logo.evaluate((image) => (image as HTMLImageElement).currentSrc);
  const onScreen = await source();
  // A browser does not wait for pictures when it prints, so the logo for paper has to be loaded before.
  const paper = page.getByRole("banner").locator("img").filter({ visible: false });
  await expect.poll(() => paper.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  expect(await source()).not.toBe(onScreen);
  // Rounded corners without a border would cut off the first letter of the last line.
  expect(await ticket.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
});

test.each([
  ["A4", "harbor", "Museum Admission"],
  ["Letter", "harbor", "Museum Admission"],
  ["A4", "kiwa", "Night Walk"],
  ["Letter", "kiwa", "Night Walk"],
])("an order of four tickets is one page of %s at %s, without anything to press", async (format, seller, event) => {
  const page = await newVisitor({ viewport: desktop });
  await page.goto((await buyOrder(page, { seller, event, tickets: { Adult: 4 } })).link);
  await page
    .getByText(/Ticket [0-9A-F]{4} [0-9A-F]{4}/)
    .first()
    .waitFor();
  await expect
    .poll(() =>
      page.locator('img[alt^="QR code"]').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).complete)),
    )
    .toBe(true);
  expect(countPdfPages(await page.pdf({ format, preferCSSPageSize: true }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
  expect(
    await page
      .getByRole("link", { name: /^Change / })
      .filter({ visible: true })
      .count(),
  ).toBe(0);
});
