import jsqr from "jsqr";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { countOrders, findScanCode } from "../support/database.ts";
import { waitForFocus } from "../support/accessibility/keyboard.ts";
import {
  addTickets,
  cards,
  ticketCount,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  listEmailsTo,
  newAddress,
  openEvent,
  openShop,
  readOrderNumber,
  payWith,
  chooseDate,
  chooseTime,
  reserve,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

// The package is CommonJS; Node and its types disagree about its default export.
const read = jsqr as unknown as (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

/** Reads the QR code from the pixels on the screen, as a scanner does. */
const scan = async (page: Page): Promise<string | undefined> => {
  const code = page.getByRole("img", { name: /^QR code of order/ });
  await code.scrollIntoViewIfNeeded();
  // The image loads after the page.
  await code.evaluate((picture) => (picture as HTMLImageElement).decode());
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return read(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

test("a visitor with a phone buys two timed tickets and gets their QR code", async () => {
  const page = await newVisitor({ viewport: phone });
  const email = newAddress();

  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  const event = page.url();
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
  expect(await ticketCount(page, "Adult").inputValue()).toBe("2");
  await reserve(page);
  await goToCheckout(page);

  // The event page shows the tickets in the cart when it is opened again.
  await page.goto(event);
  await page.getByRole("button", { name: "Open your cart" }).click();
  const cart = page.getByRole("dialog", { name: "Your cart" });
  await cart.getByText("2 × Adult").waitFor();
  await cart.getByRole("timer").waitFor();
  await cart.getByRole("link", { name: "Continue to checkout" }).click();
  // The dialog fades out; then the page behind it is usable, and its heading has the focus.
  await cart.waitFor({ state: "detached" });
  await waitForFocus(page, "heading", "Checkout");

  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  const done = page.url();
  const order = await readOrderNumber(page);
  await page.getByText(`We have emailed your tickets to ${email}.`).waitFor();
  const code = await scan(page);
  expect(code).toBeTruthy();
  expect(code).toBe(await findScanCode(order));

  const [mail, ...others] = await listEmailsTo(page, email);
  expect(others).toEqual([]);
  expect(mail?.message.html).toContain(order);

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download tickets (PDF)" }).click();
  expect((await saved).suggestedFilename()).toBe(`tickets-${order}.pdf`);
  const dated = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  expect((await dated).suggestedFilename()).toBe(`order-${order}.ics`);

  await page.reload();
  await waitForOrder(page);
  expect(await readOrderNumber(page)).toBe(order);

  // The browser's back button leads to the event, not to a second payment.
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Museum Admission" }).waitFor();
  // In this tab, the checkout's URL also leads to the completed order.
  await page.goto("/harbor/checkout");
  await waitForOrder(page);
  expect(await readOrderNumber(page)).toBe(order);
  expect(await countOrders(email)).toBe(1);

  await page.goto(done);
  await waitForOrder(page);

  // The order's checkout page is only readable by its buyer and through its link.
  const orderId = new URL(done).searchParams.get("orderIds") ?? "";
  await page.goto(`/harbor/checkout?orderId=${orderId}`);
  await page.getByText(`Cart with order ID ${order} has been booked.`).waitFor();
  await page.getByText("2 × Adult").waitFor();
  await page.getByText("Nothing is due for this order.").waitFor();
  expect(await page.getByRole("button", { name: "Remove Museum Admission" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Pay / }).count()).toBe(0);
  await page.getByRole("button", { name: "More about Museum Admission" }).click();
  await page.getByRole("dialog", { name: "Museum Admission" }).getByText("Begin on the fifth floor").waitFor();
  await page.keyboard.press("Escape");
  const link = await page.getByRole("link", { name: "View your order" }).getAttribute("href");
  const token = new URL(link ?? "", done).searchParams.get("token") ?? "";

  const friend = await newVisitor({ expectedRefusals: /\/my\/cart\// });
  await friend.goto(`/harbor/checkout?orderId=${orderId}&token=${token}`);
  await friend.getByText(`Cart with order ID ${order} has been booked.`).waitFor();
  const stranger = await newVisitor({ expectedRefusals: /\/ticket_order\// });
  await stranger.goto(`/harbor/checkout?orderId=${orderId}`);
  await stranger.getByText("We could not find that order.").waitFor();
});
