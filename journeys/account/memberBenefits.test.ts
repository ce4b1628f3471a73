import { expect, test } from "vitest";
import { dialog, enterEmail, enterPassword, waitForLogin } from "../support/login.ts";
import { newMember } from "../support/newMember.ts";
import {
  addTickets,
  cards,
  goToCheckout,
  waitForOrder,
  openAllEvents,
  openEvent,
  openShop,
  payWith,
  chooseDate,
  reserve,
} from "../support/shop.ts";
import { newTab, newVisitor, phone } from "../support/visitor.ts";

test("an event for members opens after login, with the tickets that the membership includes and no more", async () => {
  const member = await newMember("harbor", { benefits: { Member: 1, "*": 1 } });
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  const poster = page.getByRole("article").filter({ hasText: "Members’ Night" });
  await poster.getByText("Members only").waitFor();
  await openEvent(page, "Members’ Night");
  await page.getByText("This event is for members. Log in to see its tickets.").waitFor();

  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await dialog(page).getByRole("heading", { name: "Log in" }).waitFor();
  await enterEmail(page, member.email, "Use my password");
  await enterPassword(page, member.password);
  await chooseDate(page);
  await page
    .getByText(/^2 (?:left on your membership|free tickets left)$/)
    .first()
    .waitFor();
  await addTickets(page, "Member", 1);
  // One of the shared allowance is left, for any ticket type.
  await expect.poll(() => page.getByText(/^1 (?:left on your membership|free ticket left)$/).count()).toBe(2);
  await addTickets(page, "Guest", 1);
  await expect.poll(() => page.getByText("None left on your membership").count()).toBe(2);
  await reserve(page);
  await goToCheckout(page);
  await page.getByText("1 × Guest").first().waitFor();

  // In another tab, none are left for that evening.
  const other = await newTab(page);
  await openAllEvents(other, "harbor");
  await openEvent(other, "Members’ Night");
  // The day of the cart is already chosen.
  await expect.poll(() => other.getByText("None left on your membership").count()).toBe(2);
  await other.close();

  await payWith(page, cards.good);
  await waitForOrder(page);
});

test("a visitor without a membership is asked to join, and a former member to renew", async () => {
  for (const [wishes, words] of [
    [null, "This event is for members. Become a member to see its tickets."],
    [{ toDays: -1 }, "Your membership has expired"],
  ] as const) {
    const member = await newMember("harbor", wishes);
    const page = await newVisitor();
    await openShop(page, "harbor");
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
    await enterEmail(page, member.email, "Use my password");
    await enterPassword(page, member.password);
    await waitForLogin(page, "Grace");
    await openEvent(page, "Members’ Night");
    await page.getByText(words).waitFor();
  }
});
