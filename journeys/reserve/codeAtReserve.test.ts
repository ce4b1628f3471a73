import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addTickets, dateOptions, openEvent, openOrder, openShop, reserve } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const eventText = "Bat Night is for people who know the word. You will find it on the Bat Night page.";
const chooseBats = async (page: Page): Promise<void> => {
  await openShop(page, "kiwa");
  await openEvent(page, "Bat Night");
  // There is one session per evening, so there is no time to choose.
  await dateOptions(page).nth(2).click();
  await addTickets(page, "Everybody", 2);
  await reserve(page);
};
const codePrompt = (page: Page) =>
  page.getByRole("dialog", { name: "A code is required to continue with your order." });

test("an event behind a code is reserved with the code, on a phone", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: /\/my\/cart\/modify/ });
  await chooseBats(page);
  const dialog = codePrompt(page);
  await dialog.getByText(eventText).waitFor();
  const code = dialog.getByRole("textbox", { name: "Code" });
  const go = dialog.getByRole("button", { name: "Continue" });
  await go.click();
  await dialog.getByText("This field is required.").waitFor();
  await code.fill("x");
  await go.click();
  await dialog.getByText("Codes have at least 2 characters.").waitFor();
  await code.fill("MOTH");
  await go.click();
  await dialog.getByText("This code is not valid. Please try another one.").waitFor();
  // The error is shown at the field, which keeps its text and the focus.
  expect(await code.inputValue()).toBe("MOTH");
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  await code.fill(" pekapeka ");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.goto("/kiwa/checkout");
  await openOrder(page);
  await page.getByRole("main").getByRole("list", { name: "Your cart" }).getByText("2 × Everybody").waitFor();
});

test("a wrong code is explained, and nothing is held", async () => {
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\/modify/ });
  await chooseBats(page);
  await codePrompt(page).waitFor();
  await page.keyboard.press("Escape");
  await codePrompt(page).waitFor({ state: "detached" });
  await page.getByRole("form", { name: "Reserve tickets" }).getByText(eventText).waitFor();
  await page.getByRole("complementary").getByText("You won't be charged yet").waitFor();
  expect(await page.getByRole("complementary").getByRole("link").count()).toBe(0);
});
