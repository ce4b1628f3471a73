import {
  checkoutAsGuest,
  checkoutLinkedCart,
  payCart,
  payLinkedCart,
  savePurchaser,
  type CheckoutReply,
  type PaymentOffer,
} from "@foyer/contract/checkout.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { call, Refused } from "../../api/call.ts";

export type Purchaser = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: true;
  readonly terms_version?: string;
};

export type Purchase = {
  readonly cart_id: string;
  /** False for a cart that was opened by its link. */
  readonly own: boolean;
  /** Absent after a bank's redirect: the purchaser was saved before. */
  readonly purchaser: Purchaser | undefined;
  /** What pays, gift cards before a card; asked for once the purchaser is kept. */
  readonly offers: () => Promise<readonly PaymentOffer[]>;
};

export type Bought =
  | { readonly kind: "completed"; readonly order_ids: readonly string[]; readonly token?: string }
  | { readonly kind: "pending" }
  /** A part is paid; the rest is due later. */
  | { readonly kind: "partial" }
  /** The payer's bank wants to see them first. */
  | { readonly kind: "bank"; readonly path: string };

/** Where a payment sends its payer: only ever a page of this site. */
const pathOf = (action_url: unknown): string => {
  const url = typeof action_url === "string" ? URL.parse(action_url, window.location.origin) : null;
  if (url?.origin !== window.location.origin) throw new Error("a payment leads to another site");
  return url.pathname + url.search;
};

/** Undefined when the payment is as good as made. */
const payFor = async ({ cart_id, own, offers }: Purchase): Promise<string | undefined> => {
  const list = [...(await offers())];
  try {
    if (own) await call(payCart, { cart_id, list });
    else await call(payLinkedCart, { cart_id, list });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "intent_requires_action") return pathOf(error.extra.action_url);
    // It clears later: the last step answers that it is pending.
    if (error.code === "intent_processing") return undefined;
    throw error;
  }
};

const checkOut = ({ cart_id, own, purchaser }: Purchase): Promise<CheckoutReply> =>
  own
    ? call(checkoutAsGuest, { cart_id, ...purchaser })
    : call(checkoutLinkedCart, { cart_id, ...purchaser, send_email: true });

/**
 * The buyer is kept, the money promised, the order made. Each step may be said again after a lost answer: the server
 * finds the same payment and the same order.
 */
export const buy = async (purchase: Purchase): Promise<Bought> => {
  const { cart_id, own, purchaser } = purchase;
  try {
    if (own && purchaser) await call(savePurchaser, { cart_id, ...purchaser });
    const bank = await payFor(purchase);
    if (bank !== undefined) return { kind: "bank", path: bank };
    const reply = await checkOut(purchase);
    if (reply.outcome !== "completed") return { kind: reply.outcome };
    const orders = reply.ticket_order._data;
    const token = own ? undefined : orders[0]?.token;
    return { kind: "completed", order_ids: orders.map(({ id }) => id), ...(token === undefined ? {} : { token }) };
  } catch (error) {
    const order_id = error instanceof Refused ? error.extra.order_id : undefined;
    if (error instanceof Refused && error.code === "cart_booked" && typeof order_id === "string" && order_id !== "")
      return { kind: "completed", order_ids: [order_id] };
    throw error;
  }
};
