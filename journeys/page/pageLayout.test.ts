import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { fillCart, openEvent, openShop } from "../support/shop.ts";
import { desktop, newVisitor, phone } from "../support/visitor.ts";

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return box;
};

test.each([
  ["a phone", phone],
  ["a desktop", desktop],
])("every poster's image fills its frame on %s", async (_, viewport) => {
  const page = await newVisitor({ viewport });
  await openShop(page, "harbor");
  for (const poster of (await page.getByRole("article").all()).slice(0, 4)) {
    const picture = await boxOf(poster.locator("img"));
    expect(picture.width).toBeCloseTo((await boxOf(poster)).width, 0);
    expect(picture.width / picture.height).toBeCloseTo(272 / 216, 1);
  }
});

test("categories are buttons if they fit in two rows, and a list otherwise", async () => {
  const wide = await newVisitor();
  await openShop(wide, "harbor");
  await wide.getByRole("button", { name: "Exhibitions" }).waitFor();
  expect(await wide.getByRole("combobox", { name: "Category" }).count()).toBe(0);
  const narrow = await newVisitor({ viewport: phone });
  await openShop(narrow, "harbor");
  await narrow.getByRole("combobox", { name: "Category" }).selectOption("Tours");
  await narrow.waitForURL(/category=Tours/);
});

test("on a phone the cover does not overlap the seller's texts", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "kiwa");
  await openEvent(page, "Night Walk");
  const words = await boxOf(page.getByText("No torches, please."));
  const cover = await boxOf(page.getByRole("main").getByRole("img").first());
  expect(cover.y).toBeGreaterThan(words.y + words.height);
  expect(cover.width).toBe(phone.width);
});

test("on a phone with text at twice the size nothing overflows the page or covers the price", async () => {
  const page = await newVisitor({ viewport: phone });
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const enlarge = async () => {
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expect.poll(beside).toBe(0);
  };
  await openShop(page, "harbor");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await enlarge();
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await enlarge();
  const bar = page.locator("[data-bottom-bar]");
  const price = await boxOf(bar.getByText("from").first());
  const button = await boxOf(bar.getByRole("button", { name: "Choose a date" }));
  expect(price.x + price.width <= button.x || price.y + price.height <= button.y).toBe(true);
  expect(button.x + button.width).toBeLessThanOrEqual(phone.width);
  await fillCart(page, { seller: "opal", event: "Hall Tour", ticket: "Adult", count: 1 });
  await enlarge();
});

test("a description is shown in paragraphs", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await page.getByRole("button", { name: "More about Museum Admission" }).click();
  const paragraphs = page.getByRole("dialog").locator("p");
  // The dialog may still be moving, so both are measured until it has stopped.
  const gap = async (): Promise<number> => {
    const [first, second] = [await boxOf(paragraphs.nth(0)), await boxOf(paragraphs.nth(1))];
    return second.y - first.y - first.height;
  };
  await expect.poll(gap, { timeout: 5000 }).toBeGreaterThan(8);
});
