import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

const name = "new_orders";

/** Remembers the orders that this tab has just placed, until their confirmation is shown. */
export const rememberNewOrders = (slug: string, order_ids: readonly string[]): void => keepInTab(slug, name, order_ids);

/** Whether this tab has just placed one of these orders. True only once: afterwards their page is that of known orders. */
export const takeNewOrders = (slug: string, order_ids: readonly string[]): boolean => {
  const placed = readFromTab(slug, name);
  if (!Array.isArray(placed) || !order_ids.some((id) => placed.includes(id))) return false;
  removeFromTab(slug, name);
  return true;
};
