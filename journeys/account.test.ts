import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hasNoBarriers } from "./barriers.ts";
import { focused, outOfSight, tabTo } from "./keyboard.ts";
import { logInByPassword, memberOf } from "./members.ts";
import {
  addTickets,
  agreeAsAsked,
  cards,
  fillCard,
  isAtCheckout,
  isDone,
  mailTo,
  openEvent,
  openShop,
  orderNumberOf,
  pay,
  pickDate,
  pickTime,
  reserve,
} from "./shop.ts";
import { newVisitor, phone } from "./visitor.ts";

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
const way = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My account" }).getByRole("link", { name });

test("account round trip: a member buys, finds the order and the tickets, has them sent again and changes their details", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.goto("/larkfield/my/orders");
  await title(page, "Log in to view your account");
  await hasNoBarriers(page);
  await logInByPassword(page, "larkfield");
  await title(page, "My recent orders");

  await openShop(page, "larkfield");
  await openEvent(page, "The Pressed Garden");
  await pickDate(page);
  await pickTime(page);
  await addTickets(page, "Adult", 2);
  // Whoever is logged in is not asked whether to shop as a guest.
  await reserve(page);
  await isAtCheckout(page);
  await page.getByText(memberOf("larkfield").email).first().waitFor();
  expect(await page.getByLabel("First name").count()).toBe(0);
  await fillCard(page, cards.good);
  await agreeAsAsked(page);
  await pay(page);
  await isDone(page);
  const number = await orderNumberOf(page);

  await page.goto("/larkfield/my/upcoming");
  await title(page, "My upcoming tickets");
  await hasNoBarriers(page);
  await page.getByRole("link", { name: "View The Pressed Garden" }).first().click();
  await title(page, "The Pressed Garden");
  await page.getByRole("columnheader", { name: "Ticket #" }).waitFor({ state: "attached" });
  await hasNoBarriers(page);

  await way(page, "My recent orders").click();
  await title(page, "My recent orders");
  await hasNoBarriers(page);
  await page.getByRole("link", { name: `View order ${number}` }).click();
  await title(page, `Order ${number}`);
  await hasNoBarriers(page);
  const letters = async () =>
    (await mailTo(page, memberOf("larkfield").email)).filter(({ message: { text } }) => text.includes(number)).length;
  expect(await letters()).toBe(1);
  await page.getByRole("button", { name: "Resend my order" }).click();
  await page.getByText("Your order confirmation has been resent.").waitFor();
  await expect.poll(letters).toBe(2);

  await way(page, "My profile").click();
  await title(page, "My profile");
  expect(await page.getByLabel("First name").isDisabled()).toBe(true);
  const manual = page.getByRole("button", { name: "Enter address manually" });
  if (await manual.isVisible()) await manual.click();
  await page.getByLabel("City").fill("Kew");
  await hasNoBarriers(page);
  await page.getByRole("button", { name: "Update details" }).click();
  await page.getByText("Your details have been updated.").waitFor();
  await page.reload();
  await title(page, "My profile");
  // Without a mouse: the row of ways is longer than the phone is wide, and each of them comes into sight.
  await tabTo(page, way(page, "My membership details"));
  for (const name of ["My membership details", "My profile", "My upcoming tickets", "My recent orders", "Logout"]) {
    expect(await focused(page)).toMatchObject({ role: "link", name, isSeen: true });
    await expect.poll(() => outOfSight(page), { message: name }).toBe(0);
    await page.keyboard.press("Tab");
  }
  if (await manual.isVisible()) await manual.click();
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Kew");
});
