import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import {
  addTickets,
  acceptTerms,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  chooseDate,
  chooseTime,
  reserve,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a city pass number is accepted once", async () => {
  const [adult, child] = [`NCPA${sixDigits()}`, `NCPC${sixDigits()}`];
  const page = await newVisitor({ expectedRefusals: /\/my\/cart\/modify/ });
  const email = newAddress();
  const choose = async () => {
    await openShop(page, "harbor");
    await openEvent(page, "Admission with the New York Culture Pass");
    await chooseDate(page);
    await chooseTime(page);
    await addTickets(page, "Adult", 1);
  };
  const voucher = (ticket: string) => page.getByRole("textbox", { name: `${ticket} – Voucher number` });
  await choose();
  await addTickets(page, "Child", 1);
  await voucher("Adult 1").fill(child);
  await reserve(page);
  await page.getByText("Does not match the expected format. Please check your city-pass code.").waitFor();
  await expect.poll(() => voucher("Adult 1").evaluate((field) => field === document.activeElement)).toBe(true);
  await voucher("Adult 1").fill(` ${adult} `);
  await voucher("Child 1").fill(child);
  await reserve(page);
  await goToCheckout(page);
  await fillPurchaser(page, email);
  await acceptTerms(page);
  await visibleButton(page, "Complete order").click();
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);

  await choose();
  await voucher("Adult 1").fill(adult);
  await reserve(page);
  await expect.poll(() => voucher("Adult 1").getAttribute("aria-invalid")).toBe("true");
});

test("a tour asks for each participant's name and needs, on a phone", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await openEvent(page, "Highlights Tour");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Place", 2);
  await reserve(page);
  const first = page.getByRole("textbox", { name: "Place 1 – First name" });
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
  for (const [ticket, name, last] of [
    ["Place 1", "Ada", "Lovelace"],
    ["Place 2", "Grace", "Hopper"],
  ] as const) {
    await page.getByRole("textbox", { name: `${ticket} – First name` }).fill(name);
    await page.getByRole("textbox", { name: `${ticket} – Last name` }).fill(last);
  }
  await reserve(page);
  const language = page.getByRole("radio", { name: "Spanish" });
  await page.getByText("This field is required.").waitFor();
  await language.check();
  await page.getByLabel("How did you hear about the tour?").selectOption("On the ferry");
  await page.getByLabel("How many of you are under twelve?").fill("9");
  await reserve(page);
  await page.getByText("Please enter 6 or less.").waitFor();
  await page.getByLabel("How many of you are under twelve?").fill("1");
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("2 × Place").waitFor();
});

const sixDigits = (): string => String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
