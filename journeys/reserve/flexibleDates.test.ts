import { expect, test } from "vitest";
import {
  addTickets,
  ticketCount,
  goToCheckout,
  openEvent,
  openShop,
  chooseDate,
  reserve,
  stepper,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

test("tickets for any day and for one day are offered together, and exclude each other", async () => {
  const page = await newVisitor();
  await openShop(page, "larkfield");
  await openEvent(page, "Garden Entry");
  await chooseDate(page);
  await addTickets(page, "Concession", 2);
  await page.getByRole("button", { name: "Change date" }).click();
  await page.getByRole("button", { name: "Any date, flexible tickets" }).click();
  expect(await stepper(page, "Concession").count()).toBe(0);
  await addTickets(page, "Adult", 1);

  // Choosing a day removes tickets without a date.
  await page.getByRole("button", { name: "Change date" }).click();
  await chooseDate(page);
  expect(await ticketCount(page, "Adult").inputValue()).toBe("0");
  await page.getByRole("button", { name: "Change date" }).click();
  await page.getByRole("button", { name: "Any date, flexible tickets" }).click();
  await addTickets(page, "Adult", 2);
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("2 × Adult").first().waitFor();
});

test("an event with one session is bought without choosing a date", async () => {
  const page = await newVisitor();
  await openShop(page, "larkfield");
  await openEvent(page, "The Lavender Concert");
  expect(await page.getByRole("radio").count()).toBe(0);
  await page.getByRole("region", { name: "When" }).waitFor();
  await addTickets(page, "The lawn", 2);
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("2 × The lawn").first().waitFor();
});
