import type { CartLine } from "@foyer/contract/cart.ts";

/** One kind of ticket of one event, as measurements name it (GA4's item). Money in whole units of the currency, as 12.5. */
export type MeasuredItem = {
  readonly item_id: string;
  readonly item_name: string;
  readonly item_variant: string;
  readonly item_category?: string;
  readonly price: number;
  readonly quantity: number;
};
export type MeasuredEvent = "view_item" | "add_to_cart" | "remove_from_cart" | "begin_checkout" | "purchase";
/** What is told of an event: what it is about and what it comes to. Never of a person. */
export type Measurement = {
  readonly event: MeasuredEvent;
  readonly ecommerce: {
    readonly currency: string;
    readonly value: number;
    readonly items: readonly MeasuredItem[];
    readonly transaction_id?: string;
  };
};

/** Sums of decimal fractions as they are written: 0.1 and 0.2 are 0.3. */
const cents = (amount: number): number => Math.round(amount * 1000) / 1000;

const keyOf = (line: CartLine, type: CartLine["types"][number]): string =>
  `${line.event_session_id ?? line.event_template_id} ${type.ticket_type_id}`;

const itemOf = (line: CartLine, type: CartLine["types"][number]): MeasuredItem => ({
  item_id: type.ticket_type_id,
  item_name: line.name,
  item_variant: type.name,
  price: cents(Number(type.price) / type.count),
  quantity: type.count,
});

const keyed = (lines: readonly CartLine[]): Map<string, MeasuredItem> =>
  new Map(lines.flatMap((line) => line.types.map((type) => [keyOf(line, type), itemOf(line, type)] as const)));

const about = (
  event: MeasuredEvent,
  currency: string,
  items: readonly MeasuredItem[],
  more: { readonly value?: number; readonly transaction_id?: string } = {},
): Measurement => ({
  event,
  ecommerce: {
    currency,
    value: more.value ?? cents(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
    items,
    ...(more.transaction_id === undefined ? {} : { transaction_id: more.transaction_id }),
  },
});

const more = (from: ReadonlyMap<string, MeasuredItem>, to: ReadonlyMap<string, MeasuredItem>): MeasuredItem[] =>
  [...to].flatMap(([key, item]) => {
    const added = item.quantity - (from.get(key)?.quantity ?? 0);
    return added > 0 ? [{ ...item, quantity: added }] : [];
  });

/** What a change of a cart put in and took out. */
export const cartMeasured = (
  before: readonly CartLine[],
  after: readonly CartLine[],
  currency: string,
): Measurement[] => {
  const [was, is] = [keyed(before), keyed(after)];
  const [added, removed] = [more(was, is), more(is, was)];
  return [
    ...(added.length > 0 ? [about("add_to_cart", currency, added)] : []),
    ...(removed.length > 0 ? [about("remove_from_cart", currency, removed)] : []),
  ];
};

export const checkoutMeasured = (lines: readonly CartLine[], currency: string): Measurement =>
  about("begin_checkout", currency, [...keyed(lines).values()]);

/** `total` with its fees and discounts, as '12.50'. */
export const purchaseMeasured = (order: {
  readonly order_number: string;
  readonly currency: string;
  readonly total: string;
  readonly lines: readonly CartLine[];
}): Measurement =>
  about("purchase", order.currency, [...keyed(order.lines).values()], {
    value: Number(order.total),
    transaction_id: order.order_number,
  });

/** An event that somebody looks at, at its lowest price where it has one. */
export const eventMeasured = (
  event: { readonly id: string; readonly name: string; readonly category: string | null },
  currency: string,
  price: string | undefined,
): Measurement =>
  about("view_item", currency, [
    {
      item_id: event.id,
      item_name: event.name,
      item_variant: "",
      ...(event.category === null ? {} : { item_category: event.category }),
      price: Number(price ?? "0"),
      quantity: 1,
    },
  ]);
