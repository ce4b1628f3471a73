import type { Page } from "playwright-core";
import { expect } from "vitest";
import { cancelSessionOfOrder } from "./database.ts";
import { completeOrder, holdTickets, type HeldTickets } from "./heldCart.ts";
import { buyer, listEmailsTo, newAddress } from "./shop.ts";

/** The link in an e-mail: to the recipient's order, or to tickets that were sent to them. */
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

export type OrderRequest = Pick<HeldTickets, "tickets" | "isLastTime"> & {
  readonly seller?: string;
  readonly event?: string;
  /** By default the fifth day on offer. */
  readonly day?: HeldTickets["day"];
};

export type BoughtOrder = { readonly email: string; readonly link: string };

/** Buys tickets as a guest, days ahead, and returns the order's link from the e-mail. */
export const buyOrder = async (page: Page, request: OrderRequest): Promise<BoughtOrder> => {
  const { seller = "harbor", event = "Museum Admission", day = (days) => days[4] } = request;
  const email = newAddress();
  const cart = await holdTickets(page, { ...request, seller, event, day });
  await completeOrder(page, seller, cart, { first_name: buyer.first, last_name: buyer.last, email });
  return { email, link: await linkInEmail(page, email) };
};

/** The job that notifies buyers runs every half minute. */
export const cancellationJobMs = 60_000;

/** The venue cancels the sessions of an order. Returns the e-mail that notifies its buyer, and the link in it. */
export const cancelVisit = async (
  page: Page,
  { email, order_id }: { readonly email: string; readonly order_id: string },
): Promise<{ readonly text: string; readonly link: string }> => {
  // Leaves the page, which is still fetching the ticket codes.
  await page.goto("about:blank");
  await cancelSessionOfOrder(order_id);
  const find = async () =>
    (await listEmailsTo(page, email)).find(({ message }) => message.subject.endsWith("is cancelled"))?.message.text;
  await expect.poll(find, { timeout: cancellationJobMs, interval: 1_000 }).toBeDefined();
  const text = (await find()) ?? "";
  return { text, link: /https?:\/\/\S+\/manage\/[0-9a-f-]+\?token=[\w-]+/.exec(text)?.[0] ?? "" };
};
