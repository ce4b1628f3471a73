import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { trackBeforeLeaving } from "../../shared/analytics/track.ts";

const trackedKey = (slug: string): string => `foyer.${slug}.purchases`;

/** Numbers of the orders that this browser has tracked, so that opening the page again does not track them again. */
const readTrackedOrders = (slug: string): string[] => {
  try {
    return JSON.parse(window.localStorage.getItem(trackedKey(slug)) ?? "[]") as string[];
  } catch {
    return [];
  }
};

/** Tracks each purchase once. Orders older than an hour are skipped. Resolves once the page may navigate elsewhere. */
export const trackPurchases = (slug: string, { ticket_order, lines }: OrderReply): Promise<void> =>
  trackBeforeLeaving((analytics) => {
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
      // In the worst case a purchase is tracked twice.
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
