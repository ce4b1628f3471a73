import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

const name = "bought";
const maxOrders = 20;

/** The latest purchase in this tab: its orders, or the cart whose payment the bank has not decided on yet. */
export type LastPurchase = { readonly order_ids: readonly string[] } | { readonly pending_cart_id: string };

const isId = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);

/** Kept until the visitor fills another cart. The confirmation e-mail also contains a link to the order. */
export const rememberPurchase = (slug: string, purchase: LastPurchase): void =>
  keepInTab(slug, name, "order_ids" in purchase ? { order_ids: purchase.order_ids.slice(0, maxOrders) } : purchase);

export const forgetPurchase = (slug: string): void => removeFromTab(slug, name);

export const readPurchase = (slug: string): LastPurchase | undefined => {
  const value = readFromTab(slug, name);
  if (typeof value !== "object" || value === null) return undefined;
  const { order_ids, pending_cart_id } = value as Record<string, unknown>;
  if (isId(pending_cart_id)) return { pending_cart_id };
  const isList = Array.isArray(order_ids) && order_ids.length > 0 && order_ids.length <= maxOrders;
  return isList && order_ids.every(isId) ? { order_ids } : undefined;
};
