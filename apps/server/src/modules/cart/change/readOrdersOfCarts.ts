import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { OrderChangeOfCart } from "./changeColumn.ts";
import { readChangedOrder, type ChangedOrder } from "./readChangedOrder.ts";

type CartWithChange = {
  readonly id: string;
  readonly change: OrderChangeOfCart | null;
  /** The database's time. */
  readonly now: string;
};

/**
 * The orders that carts change, by cart. Each is judged for whoever opened the change, as of now. Sends no query for
 * purchases.
 */
export const readOrdersOfCarts = async (
  { pipeline, seller }: { readonly pipeline: Pipeline; readonly seller: Seller },
  carts: readonly CartWithChange[],
): Promise<ReadonlyMap<string, ChangedOrder>> => {
  const orders = await Promise.all(
    carts.map(async ({ id, change, now: at }): Promise<[string, ChangedOrder][]> => {
      if (!change) return [];
      const now = Temporal.Instant.from(at);
      const by = { actor: change.actor, waivesFee: change.waives_fee, includesUsed: change.includes_used, now };
      const order = await readChangedOrder({ pipeline, seller }, change.order_id, by);
      return order ? [[id, order]] : [];
    }),
  );
  return new Map(orders.flat());
};

/** The carts that these orders were bought with. */
export const cartsOfOrders = (carts: readonly Pick<CartWithChange, "change">[]): string[] => [
  ...new Set(carts.flatMap(({ change }) => change?.order_cart_id ?? [])),
];
