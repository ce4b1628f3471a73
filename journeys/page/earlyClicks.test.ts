import { expect, test } from "vitest";
import { addTickets, openEvent, openShop, chooseTime, dateOptions, reserve, timeOptions } from "../support/shop.ts";
import { holdScripts } from "../support/holdScripts.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a click before the scripts have loaded is replayed", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  const event = page.url();

  const release = await holdScripts(page);
  await page.goto(event, { waitUntil: "commit" });
  const day = page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio", { disabled: false }).nth(1);
  await day.click();
  // Nothing has happened yet: the page is as the server rendered it.
  expect(await page.getByRole("heading", { name: "Choose a time" }).count()).toBe(0);
  expect(await day.isVisible()).toBe(true);
  release();
  await page.getByRole("heading", { name: "Choose a time" }).waitFor();
  await timeOptions(page).first().waitFor();
  await page.getByRole("button", { name: "Change date" }).waitFor();
});

test("a category chosen before the scripts have loaded is shown afterwards", async () => {
  const page = await newVisitor({ viewport: phone });
  const release = await holdScripts(page);
  await page.goto("/harbor/events", { waitUntil: "commit" });
  const list = page.getByRole("combobox", { name: "Category" });
  await list.selectOption("Tours");
  expect(new URL(page.url()).search).toBe("");
  release();
  await page.waitForURL(/category=Tours/);
  expect(await list.inputValue()).toBe("Tours");
});

test("a reservation made before its questions have loaded continues when they have", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await openEvent(page, "Highlights Tour");
  // These weekdays have several times, so none is chosen automatically. The last one is not today, when tours may be over.
  await dateOptions(page)
    .and(page.getByRole("radio", { name: /^(?:Tuesday|Friday|Saturday)/ }))
    .last()
    .click();
  await timeOptions(page).first().waitFor();
  const release = await holdScripts(page);
  await chooseTime(page);
  await addTickets(page, "Place", 1);
  await reserve(page);
  const name = page.getByRole("textbox", { name: "Place 1 – First name" });
  await page.getByText("Loading questions").waitFor({ state: "attached" });
  expect(await name.count()).toBe(0);
  release();
  await page.getByText("This field is required.").first().waitFor();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
});
