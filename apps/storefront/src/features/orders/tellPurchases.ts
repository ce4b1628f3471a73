import type { OrderReply } from "@foyer/contract/orders.ts";
import { tell } from "../../shared/tell.ts";

const toldKey = (slug: string): string => `foyer.${slug}.purchases`;

/** Numbers of orders that this browser told of: a page that is opened again, or from a mail here, tells nothing. */
const toldHere = (slug: string): string[] => {
  try {
    return JSON.parse(window.localStorage.getItem(toldKey(slug)) ?? "[]") as string[];
  } catch {
    return [];
  }
};

/** Tells of each purchase once. An order that is older than an hour was not bought just now. */
export const tellPurchases = (slug: string, { ticket_order, lines }: OrderReply): void =>
  tell((words) => {
    const told = new Set(toldHere(slug));
    const now = Temporal.Now.instant();
    const bought = ticket_order._data.filter(
      ({ order_number, purchased_on }) =>
        !told.has(order_number) && Temporal.Instant.from(purchased_on).until(now).total("hours") < 1,
    );
    try {
      const numbers = [...told, ...bought.map(({ order_number }) => order_number)].slice(-20);
      window.localStorage.setItem(toldKey(slug), JSON.stringify(numbers));
    } catch {
      // Told twice at worst.
    }
    return bought.map(({ id, order_number, currency, ticket_order_fees }) =>
      words.purchaseMeasured({
        order_number,
        currency,
        total: ticket_order_fees[0]?.total_after_fees_price ?? "0",
        lines: lines[id] ?? [],
      }),
    );
  });
