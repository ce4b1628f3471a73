import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { addTickets, cards, countOf, goToCheckout, introduceYourself, isDone, mailTo, newAddress, openEvent, openShop, orderNumberOf, payWith, pickDate, pickTime, reserve } from "./shop.ts";
import { newVisitor, phone } from "./visitor.ts";

const jsQR = createRequire(import.meta.url)("jsqr") as typeof import("jsqr").default;
void readFileSync;

/** What a reader at the door sees: the pixels on the screen. */
const scan = async (page: Page): Promise<string | undefined> => {
  const code = page.getByRole("img", { name: /^QR code of order/ });
  await code.scrollIntoViewIfNeeded();
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
};

test("a visitor with a phone buys two timed tickets and holds their code", async () => {
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();

  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await pickDate(page);
  await pickTime(page);
  await addTickets(page, "Adult", 2);
  expect(await countOf(page, "Adult").inputValue()).toBe("2");
  await reserve(page);
  await page.waitForURL(/harbor\/(events|checkout)$/);
  await goToCheckout(page, "harbor");
  await introduceYourself(page, email);
  await payWith(page, cards.good);
  await isDone(page);

  const order = await orderNumberOf(page);
  const scanned = await scan(page);
  expect(scanned).toBeTruthy();
  console.log(order, scanned, page.url(), JSON.stringify(await mailTo(page, email)).slice(0, 600));
});
