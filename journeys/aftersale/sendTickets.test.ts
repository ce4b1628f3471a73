import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/expectAccessible.ts";
import {
  addTickets,
  cards,
  chooseTime,
  dateOptions,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  openEvent,
  openShop,
  payWith,
  reserve,
  waitForOrder,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** The link in the last e-mail to somebody. */
const linkTo = async (page: Page, email: string, path: "manage" | "tickets"): Promise<string> => {
  const link = new RegExp(String.raw`https?://\S+/${path}/[0-9a-f-]+\?token=[\w-]+`);
  const find = async (): Promise<string | undefined> =>
    (await listEmailsTo(page, email)).map(({ message }) => link.exec(message.text)?.[0]).find(Boolean);
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
};

const buyTickets = async (page: Page, count: number): Promise<string> => {
  const email = newAddress();
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await dateOptions(page).nth(4).click();
  await chooseTime(page);
  await addTickets(page, "Adult", count);
  await reserve(page);
  await goToCheckout(page);
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  return linkTo(page, email, "manage");
};

test("a guest with a phone sends a ticket on, the friend opens it, and it is taken back", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.goto(await buyTickets(await newVisitor({ viewport: phone }), 2));
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Send tickets", exact: true }).click();
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await main.getByText("Please select at least one ticket.").waitFor();
  await expectAccessible(page);
  const friend = newAddress();
  await main.getByRole("checkbox", { name: "Adult" }).first().check();
  await main.getByRole("textbox", { name: "Their email address" }).fill(friend);
  await main.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await main.getByRole("button", { name: "Send 1 ticket" }).click();
  await main.getByText(`1 ticket is on its way to ${friend}.`).waitFor();
  await main.getByText("1 ticket sent on").waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(1);
  await expectAccessible(page);

  const other = await newVisitor({ viewport: phone });
  await other.goto(await linkTo(other, friend, "tickets"));
  const theirs = other.getByRole("main");
  await theirs.getByRole("heading", { level: 1, name: "Ada has sent you tickets" }).waitFor();
  const code = theirs.getByRole("img", { name: "QR code of ticket 1" });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(other);

  await main.getByRole("button", { name: /^Take back: Museum Admission, Adult/ }).click();
  await main.getByText("The ticket is yours again.").waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(2);
  await other.reload();
  await theirs.getByRole("heading", { level: 1, name: "These tickets are no longer valid" }).waitFor();
});
