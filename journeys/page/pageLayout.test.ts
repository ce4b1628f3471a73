import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openEvent, openShop } from "../support/shop.ts";
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
