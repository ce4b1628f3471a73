import { expect, test } from "vitest";
import {
  addTickets,
  dateOptions,
  findTickets,
  goToCheckout,
  openEvent,
  openShop,
  pressNextStep,
  reserve,
  stepper,
  timeOptions,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a visitor chooses the quantity first and sees the available times", async () => {
  const page = await newVisitor();
  await openShop(page, "opal");
  await openEvent(page, "Family Concert");
  expect(await dateOptions(page).count()).toBe(0);

  await pressNextStep(page, "Choose tickets");
  await page.getByText("Please select at least one ticket to continue.").waitFor();
  await addTickets(page, "Grown-up", 2);
  await addTickets(page, "Child", 3);
  // Submitted by a script, or by the Enter key outside a button.
  await page.evaluate(() => document.querySelector<HTMLFormElement>("form#reserve")?.requestSubmit());
  await page.getByText("Please click the 'find available tickets' button to continue.").waitFor();

  await findTickets(page);
  await page.getByText("2 × Grown-up, 3 × Child").waitFor();
  expect(await stepper(page, "Child").count()).toBe(0);
  await dateOptions(page).nth(1).click();
  // Two times at two prices, each with room for five tickets.
  const [early, late] = [timeOptions(page).nth(0), timeOptions(page).nth(1)];
  await late.waitFor();
  expect(await early.innerText()).toContain("$110");
  expect(await late.innerText()).toContain("$93");

  await late.click();
  await page.getByRole("status").getByText("$103.00").filter({ visible: true }).waitFor();
  await page.getByRole("button", { name: "Change time" }).click();
  await early.click();
  await page.getByRole("status").getByText("$120.00").filter({ visible: true }).waitFor();

  await page.getByRole("button", { name: "Change tickets" }).click();
  await expect.poll(() => dateOptions(page).count()).toBe(0);
  await addTickets(page, "Baby on a lap", 1);
  await findTickets(page);
  await dateOptions(page).nth(1).click();
  await late.click();
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("3 × Child").first().waitFor();
  await page.getByText("1 × Baby on a lap").first().waitFor();
});

test("times with too little capacity for seven tickets are not offered", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "opal");
  await openEvent(page, "Family Concert");
  await addTickets(page, "Grown-up", 7);
  await findTickets(page);
  await dateOptions(page).first().waitFor();
  // On every second date the first performance has a capacity of six, so only the other is left and is selected
  // automatically.
  const offered: string[] = [];
  for (const index of [0, 1]) {
    await dateOptions(page).nth(index).click();
    const answered = page.getByRole("region", { name: "Time", exact: true });
    await timeOptions(page).first().or(answered).waitFor();
    if ((await answered.count()) > 0) {
      expect(await answered.innerText()).toContain("11:30");
      await reserve(page);
      return await goToCheckout(page);
    }
    offered.push(await timeOptions(page).allInnerTexts().then(String));
    await page.getByRole("button", { name: "Change date" }).click();
  }
  throw new Error(`there was room for all: ${offered.join("; ")}`);
});
