import type { OrderReply } from "@foyer/contract/shop/orders.ts";
import { track } from "../../shared/analytics/track.ts";

const trackedKey = (slug: string): string => `foyer.${slug}.purchases`;

/** Numbers of orders that this browser told of: a page that is opened again, or from a mail here, tells nothing. */
const readTrackedOrders = (slug: string): string[] => {
  try {
    return JSON.parse(window.localStorage.getItem(trackedKey(slug)) ?? "[]") as string[];
  } catch {
    return [];
  }
};

/** Tells of each purchase once. An order that is older than an hour was not bought just now. */
export const trackPurchases = (slug: string, { ticket_order, lines }: OrderReply): void =>
  track((analytics) => {
    const tracked = new Set(readTrackedOrders(slug));
    const now = Temporal.Now.instant();
    const bought = ticket_order._data.filter(
      ({ order_number, purchased_on }) =>
        !tracked.has(order_number) && Temporal.Instant.from(purchased_on).until(now).total("hours") < 1,
    );
    try {
      const numbers = [...tracked, ...bought.map(({ order_number }) => order_number)].slice(-20);
      window.localStorage.setItem(trackedKey(slug), JSON.stringify(numbers));
    } catch {
      // Told twice at worst.
    }
    return bought.map(({ id, order_number, currency, ticket_order_fees }) =>
      analytics.purchaseEvent({
        order_number,
        currency,
        total: ticket_order_fees[0]?.total_after_fees_price ?? "0",
        lines: lines[id] ?? [],
      }),
    );
  });
