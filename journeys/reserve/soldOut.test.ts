import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  addTickets,
  ticketCount,
  dateOptions,
  goToCheckout,
  openEvent,
  openShop,
  reserve,
  stepper,
  timeOptions,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** A session with a capacity of eight and at most four tickets per order: two orders fill it. */
const chooseFour = async (page: Page): Promise<string> => {
  await openShop(page, "kiwa");
  await openEvent(page, "Kiwi Encounter");
  // From the third day on. Some Fridays only have a capacity of two, so the first session with eight is used.
  await dateOptions(page)
    .nth(await firstWithAllPlaces(page))
    .click();
  const time = timeOptions(page).first();
  const timeLabel = await time.innerText();
  await time.click();
  await addTickets(page, "Adult", 4);
  expect(await ticketCount(page, "Adult").inputValue()).toBe("4");
  return timeLabel.split("\n")[0] ?? "";
};
const firstWithAllPlaces = async (page: Page): Promise<number> => {
  const all = await dateOptions(page).allInnerTexts();
  return Math.max(
    1,
    all.findIndex((text, index) => index > 0 && !/left|few/i.test(text)),
  );
};

test("one of three visitors misses the last places, sees a message and takes another time", async () => {
  const first = await newVisitor();
  const second = await newVisitor({ viewport: phone });
  const third = await newVisitor({ expectedRefusals: /\/my\/cart\/modify/ });
  await chooseFour(first);
  await chooseFour(second);
  const time = await chooseFour(third);
  await reserve(first);
  await goToCheckout(first);
  await reserve(second);
  await goToCheckout(second);

  await reserve(third);
  await third
    .getByText(`Tickets have sold out for the session at ${time}. Please select another session and try again.`)
    .waitFor();
  // The sold-out time cannot be chosen again, and no other is chosen automatically.
  const soldOutTime = third.getByRole("radio", { name: new RegExp(`^${time.replace(/\s/g, "\\s")}`) });
  await expect.poll(() => soldOutTime.getAttribute("aria-disabled")).toBe("true");
  expect(await stepper(third, "Adult").count()).toBe(0);
  await timeOptions(third).first().click();
  expect(await ticketCount(third, "Adult").inputValue()).toBe("0");
  await addTickets(third, "Adult", 4);
  await reserve(third);
  await goToCheckout(third);
  await third.getByText("4 × Adult").waitFor();
});
