/** A logout removes every key of the seller that begins like this. */
const keyOf = (slug: string): string => `foyer.${slug}.bought`;

const maxOrders = 20;
const isId = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);

/** The orders that were just bought in this tab, until its visitor fills another cart. */
export const rememberBoughtOrders = (slug: string, order_ids: readonly string[]): void => {
  try {
    window.sessionStorage.setItem(keyOf(slug), JSON.stringify(order_ids.slice(0, maxOrders)));
  } catch {
    // Full or blocked: the confirmation e-mail leads to the order.
  }
};

export const forgetBoughtOrders = (slug: string): void => {
  try {
    window.sessionStorage.removeItem(keyOf(slug));
  } catch {
    // A storage that cannot be written holds nothing.
  }
};

export const readBoughtOrders = (slug: string): readonly string[] => {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(slug)) ?? "null");
    return Array.isArray(value) && value.length <= maxOrders && value.every(isId) ? value : [];
  } catch {
    // Blocked, or written by something else.
    return [];
  }
};
