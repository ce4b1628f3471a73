import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addTickets, countOf, dates, isAtCheckout, openEvent, openShop, reserve, stepper, times } from "./shop.ts";
import { newVisitor, phone } from "./visitor.ts";

/** Eight places in the dark, four for each order: two orders fill them. */
const chooseFour = async (page: Page): Promise<string> => {
  await openShop(page, "kiwa");
  await openEvent(page, "Kiwi Encounter");
  // The third day from now on, or one of the two-seat Fridays might be it: take the first with eight places.
  await dates(page)
    .nth(await firstWithAllPlaces(page))
    .click();
  const time = times(page).first();
  const said = await time.innerText();
  await time.click();
  await addTickets(page, "Adult", 4);
  expect(await countOf(page, "Adult").inputValue()).toBe("4");
  return said.split("\n")[0] ?? "";
};
const firstWithAllPlaces = async (page: Page): Promise<number> => {
  const all = await dates(page).allInnerTexts();
  return Math.max(
    1,
    all.findIndex((text, index) => index > 0 && !/left|few/i.test(text)),
  );
};

test("of three who want the last places one is told so, and takes another time", async () => {
  const first = await newVisitor();
  const second = await newVisitor({ viewport: phone });
  const third = await newVisitor({ refusals: /\/my\/cart\/modify/ });
  await chooseFour(first);
  await chooseFour(second);
  const time = await chooseFour(third);
  await reserve(first);
  await isAtCheckout(first);
  await reserve(second);
  await isAtCheckout(second);

  await reserve(third);
  await third
    .getByText(`Tickets have sold out for the session at ${time}. Please select another session and try again.`)
    .waitFor();
  // What has just gone cannot be chosen again, and nothing is chosen on the visitor's behalf.
  const gone = third.getByRole("radio", { name: new RegExp(`^${time.replace(/\s/g, "\\s")}`) });
  await expect.poll(() => gone.getAttribute("aria-disabled")).toBe("true");
  expect(await stepper(third, "Adult").count()).toBe(0);
  await times(third).first().click();
  expect(await countOf(third, "Adult").inputValue()).toBe("0");
  await addTickets(third, "Adult", 4);
  await reserve(third);
  await isAtCheckout(third);
  await third.getByText("4 × Adult").waitFor();
});
