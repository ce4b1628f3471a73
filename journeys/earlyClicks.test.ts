import { expect, test } from "vitest";
import { openEvent, openShop, times } from "./shop.ts";
import { newVisitor, phone } from "./visitor.ts";

test("a click that comes before the page's scripts is kept and done", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  const event = page.url();

  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(event, { waitUntil: "commit" });
  const day = page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio", { disabled: false }).nth(1);
  await day.click();
  // Nothing answers yet: the page is as the server wrote it.
  expect(await page.getByRole("heading", { name: "Choose a time" }).count()).toBe(0);
  expect(await day.isVisible()).toBe(true);
  letGo();
  await page.getByRole("heading", { name: "Choose a time" }).waitFor();
  await times(page).first().waitFor();
  await page.getByRole("button", { name: "Change date" }).waitFor();
});
