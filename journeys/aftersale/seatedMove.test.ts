import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { waitForFocus } from "../support/accessibility/keyboard.ts";
import { cancellationJobMs, cancelVisit } from "../support/orders.ts";
import {
  cards,
  dateOptions,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  openEvent,
  openShop,
  payWith,
  reserve,
  stepper,
  waitForOrder,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

/** An order of seats, and the weekday of its evening: prices differ by the day of the week. */
type BoughtSeats = { readonly order_id: string; readonly weekday: string };

/** Buys two seats together for the last evening on offer. */
const buySeats = async (page: Page, email: string): Promise<BoughtSeats> => {
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  const evening = dateOptions(page).last();
  const weekday = /Mon|Tue|Wed|Thu|Fri|Sat|Sun/.exec(await evening.innerText())?.[0] ?? "";
  await evening.click();
  const more = stepper(page, "Adult").first().getByRole("button", { name: "More" });
  await more.click();
  await more.click();
  await page.getByRole("form", { name: "Reserve tickets" }).getByRole("button", { name: "Find seats" }).click();
  const hall = page.getByRole("dialog", { name: "Find seats" });
  await hall
    .getByRole("button", { name: /Best available/ })
    .first()
    .click();
  await hall.getByText("2 of 2 chosen").waitFor();
  await hall.getByRole("button", { name: "Confirm seats" }).click();
  await hall.waitFor({ state: "detached" });
  await reserve(page);
  await goToCheckout(page);
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  return { order_id: new URL(page.url()).searchParams.get("orderIds") ?? "", weekday };
};

const seatsIn = (text: string): readonly string[] => [...new Set(text.match(/Stalls [A-Z]+ \d+/g))].toSorted();

test(
  "a buyer moves seats of a cancelled evening, and gets the new seats by e-mail",
  async () => {
    const email = newAddress();
    const buyer = await newVisitor();
    const { order_id, weekday } = await buySeats(buyer, email);
    expect(weekday).not.toBe("");
    const { text, link } = await cancelVisit(buyer, { email, order_id });
    expect(text).toContain("You can have your money back, or choose another time.");

    const page = await newVisitor();
    const main = page.getByRole("main");
    await page.goto(link);
    await main.getByText("The venue cancelled this visit: Symphony Night").waitFor();
    const before = seatsIn(await main.innerText());
    expect(before).toHaveLength(2);
    await main.getByRole("link", { name: "Choose another time: Symphony Night" }).click();
    await page.getByRole("heading", { level: 1, name: "Choose another time" }).waitFor();
    await main.getByText("We keep your seats if they are free at the new time").waitFor();
    await expectAccessible(page);
    await dateOptions(page).filter({ hasText: weekday }).last().click();
    // A day's only time is chosen once the times are loaded.
    await main.getByText("No extra cost").waitFor();
    await main.getByRole("button", { name: "Review the change" }).click();
    const after = page.getByRole("region", { name: "After" });
    await after.waitFor();
    const chosen = seatsIn(await after.innerText());
    expect(chosen).toHaveLength(2);
    await expectAccessible(page);
    await main.getByRole("button", { name: /^Confirm/ }).click();
    await waitForFocus(page, "heading", "Your visit has been moved");
    for (const seat of chosen) await main.getByText(`Seat ${seat}`).waitFor();
    await expectAccessible(page);
    const subjects = async () => (await listEmailsTo(buyer, email)).map(({ message }) => message.subject);
    await expect.poll(subjects).toContain("Changed: your order with Opal Hall");
  },
  3 * cancellationJobMs,
);
