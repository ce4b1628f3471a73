import { currencyExponent } from "../values/currency.ts";
import type { CartLine } from "@foyer/contract/shop/cart.ts";

/** One ticket type of one event: a GA4 item. Prices are numbers in major units, such as 12.5. */
export type AnalyticsItem = {
  readonly item_id: string;
  readonly item_name: string;
  readonly item_variant: string;
  readonly item_category?: string;
  readonly price: number;
  readonly quantity: number;
};
export type AnalyticsEventName = "view_item" | "add_to_cart" | "remove_from_cart" | "begin_checkout" | "purchase";
/** An analytics event. It never contains personal data. */
export type AnalyticsEvent = {
  readonly event: AnalyticsEventName;
  readonly ecommerce: {
    readonly currency: string;
    readonly value: number;
    readonly items: readonly AnalyticsItem[];
    readonly transaction_id?: string;
  };
};

/** Rounds sums of decimal fractions: 0.1 + 0.2 is 0.3. A ticket's share of a price can have more decimals than the currency. */
const roundAmount = (amount: number, decimals: number): number => Number(amount.toFixed(decimals));

const itemKey = (line: CartLine, type: CartLine["types"][number]): string =>
  `${line.event_session_id ?? line.event_template_id} ${type.ticket_type_id}`;

const analyticsItem = (line: CartLine, type: CartLine["types"][number]): AnalyticsItem => ({
  item_id: type.ticket_type_id,
  item_name: line.name,
  item_variant: type.name,
  price: roundAmount(Number(type.price) / type.count, 6),
  quantity: type.count,
});

const itemsByKey = (lines: readonly CartLine[]): Map<string, AnalyticsItem> =>
  new Map(lines.flatMap((line) => line.types.map((type) => [itemKey(line, type), analyticsItem(line, type)] as const)));

const buildEvent = (
  event: AnalyticsEventName,
  currency: string,
  items: readonly AnalyticsItem[],
  more: { readonly value?: number; readonly transaction_id?: string } = {},
): AnalyticsEvent => ({
  event,
  ecommerce: {
    currency,
    value:
      more.value ??
      roundAmount(
        items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
        currencyExponent(currency),
      ),
    items,
    ...(more.transaction_id === undefined ? {} : { transaction_id: more.transaction_id }),
  },
});

const addedItems = (
  from: ReadonlyMap<string, AnalyticsItem>,
  to: ReadonlyMap<string, AnalyticsItem>,
): AnalyticsItem[] =>
  [...to].flatMap(([key, item]) => {
    const added = item.quantity - (from.get(key)?.quantity ?? 0);
    return added > 0 ? [{ ...item, quantity: added }] : [];
  });

/** The events for a change of the cart. */
export const cartEvents = (
  before: readonly CartLine[],
  after: readonly CartLine[],
  currency: string,
): AnalyticsEvent[] => {
  const [was, is] = [itemsByKey(before), itemsByKey(after)];
  const [added, removed] = [addedItems(was, is), addedItems(is, was)];
  return [
    ...(added.length > 0 ? [buildEvent("add_to_cart", currency, added)] : []),
    ...(removed.length > 0 ? [buildEvent("remove_from_cart", currency, removed)] : []),
  ];
};

export const beginCheckoutEvent = (lines: readonly CartLine[], currency: string): AnalyticsEvent =>
  buildEvent("begin_checkout", currency, [...itemsByKey(lines).values()]);

/** The purchase event. `total` includes fees and discounts, as '12.50'. */
export const purchaseEvent = (order: {
  readonly order_number: string;
  readonly currency: string;
  readonly total: string;
  readonly lines: readonly CartLine[];
}): AnalyticsEvent =>
  buildEvent("purchase", order.currency, [...itemsByKey(order.lines).values()], {
    value: Number(order.total),
    transaction_id: order.order_number,
  });

/** The event for viewing an event page, with its lowest price if there is one. */
export const viewItemEvent = (
  event: { readonly id: string; readonly name: string; readonly category: string | null },
  currency: string,
  price: string | undefined,
): AnalyticsEvent =>
  buildEvent("view_item", currency, [
    {
      item_id: event.id,
      item_name: event.name,
      item_variant: "",
      ...(event.category === null ? {} : { item_category: event.category }),
      price: Number(price ?? "0"),
      quantity: 1,
    },
  ]);
