import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { cancelSessionOfOrder } from "./database.ts";
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
  timeOptions,
  waitForOrder,
} from "./shop.ts";

/** The link in an e-mail to somebody: to their order, or to tickets that were sent to them. */
export const linkInEmail = async (
  page: Page,
  email: string,
  path: "manage" | "tickets" = "manage",
): Promise<string> => {
  const link = new RegExp(String.raw`https?://\S+/${path}/[0-9a-f-]+\?token=[\w-]+`);
  const find = async (): Promise<string | undefined> =>
    (await listEmailsTo(page, email)).map(({ message }) => link.exec(message.text)?.[0]).find(Boolean);
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
};

export type OrderRequest = {
  readonly seller?: string;
  readonly event?: string;
  /** Ticket types with their number. */
  readonly tickets: Readonly<Record<string, number>>;
  /** The fifth day on offer if absent. */
  readonly day?: (page: Page) => Locator;
  /** Whole-day tickets have no time. */
  readonly isAllDay?: boolean;
  /** The last time of the day instead of the first one that is open. */
  readonly isLastTime?: boolean;
};

export type BoughtOrder = { readonly email: string; readonly link: string };

/** Buys tickets as a guest, days ahead, and returns the link to the order from the e-mail. */
export const buyOrder = async (page: Page, request: OrderRequest): Promise<BoughtOrder> => {
  const { seller = "harbor", event = "Museum Admission", tickets, day } = request;
  const email = newAddress();
  await openShop(page, seller);
  await openEvent(page, event);
  await (day?.(page) ?? dateOptions(page).nth(4)).click();
  if (request.isLastTime) await timeOptions(page).last().click();
  else if (!request.isAllDay) await chooseTime(page);
  for (const [type, count] of Object.entries(tickets)) await addTickets(page, type, count);
  await reserve(page);
  await goToCheckout(page);
  await fillPurchaser(page, email);
  await payWith(page, cards.good);
  await waitForOrder(page);
  return { email, link: await linkInEmail(page, email) };
};

/** The job that writes to buyers runs every half minute. */
export const cancellationJobMs = 60_000;

/** The venue cancels the sessions of an order. Returns the e-mail that tells its buyer, and the link in it. */
export const cancelVisit = async (
  page: Page,
  { email, order_id }: { readonly email: string; readonly order_id: string },
): Promise<{ readonly text: string; readonly link: string }> => {
  // Leaves the page that still fetches the codes of the tickets.
  await page.goto("about:blank");
  await cancelSessionOfOrder(order_id);
  const find = async () =>
    (await listEmailsTo(page, email)).find(({ message }) => message.subject.endsWith("is cancelled"))?.message.text;
  await expect.poll(find, { timeout: cancellationJobMs, interval: 1_000 }).toBeDefined();
  const text = (await find()) ?? "";
  return { text, link: /https?:\/\/\S+\/manage\/[0-9a-f-]+\?token=[\w-]+/.exec(text)?.[0] ?? "" };
};
