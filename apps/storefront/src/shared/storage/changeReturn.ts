import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

/** The change that is being paid for, kept in this tab while its payer is at the bank. */
export type ChangeReturn = {
  readonly cart_id: string;
  readonly ticket_order_id: string;
  readonly token: string | undefined;
};

const name = "change";

export const rememberChange = (slug: string, change: ChangeReturn): void => keepInTab(slug, name, change);

export const forgetChange = (slug: string): void => removeFromTab(slug, name);

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 100;

export const readChange = (slug: string): ChangeReturn | undefined => {
  const value = readFromTab(slug, name);
  if (typeof value !== "object" || value === null) return undefined;
  const { cart_id, ticket_order_id, token } = value as Record<string, unknown>;
  if (!isText(cart_id) || !isText(ticket_order_id)) return undefined;
  return { cart_id, ticket_order_id, token: isText(token) ? token : undefined };
};
