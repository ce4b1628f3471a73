/** The change that is being paid for, kept in this tab while its payer is at the bank. */
export type ChangeReturn = {
  readonly cart_id: string;
  readonly ticket_order_id: string;
  readonly token: string | undefined;
};

/** A logout removes every key of the seller that begins like this. */
const keyOf = (slug: string): string => `foyer.${slug}.change`;

export const rememberChange = (slug: string, change: ChangeReturn): void => {
  try {
    window.sessionStorage.setItem(keyOf(slug), JSON.stringify(change));
  } catch {
    // Full or blocked: the order's link leads back.
  }
};

export const forgetChange = (slug: string): void => {
  try {
    window.sessionStorage.removeItem(keyOf(slug));
  } catch {
    // A storage that cannot be written holds nothing.
  }
};

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 100;

export const readChange = (slug: string): ChangeReturn | undefined => {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(slug)) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const { cart_id, ticket_order_id, token } = value as Record<string, unknown>;
    if (!isText(cart_id) || !isText(ticket_order_id)) return undefined;
    return { cart_id, ticket_order_id, token: isText(token) ? token : undefined };
  } catch {
    // Blocked, or written by something else.
    return undefined;
  }
};
