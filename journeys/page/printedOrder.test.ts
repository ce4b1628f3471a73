import { expect, test } from "vitest";
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
  const logo = page.getByRole("banner").locator("picture img");
  const source = (): Promise<string> => logo.evaluate((image) => (image as HTMLImageElement).currentSrc);
  const onScreen = await source();
  await page.emulateMedia({ media: "print" });
  await expect.poll(source).not.toBe(onScreen);
  // Rounded corners without an edge would cut off the first letter of the last line.
  expect(await ticket.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
});
