import { act } from "react";
import { type as typeIn } from "@foyer/ui/test/dom.tsx";
import {
  cartId,
  makeCart,
  orderId,
  setSaved,
  cartReply,
  fakeApi,
  showPage,
  type RecordedCall,
} from "../cart/fixtures.tsx";
import { CheckoutPanel } from "../../src/features/checkout/CheckoutPanel.tsx";

export const getCart = "GET /api/my/cart/:id";
export const purchaser = "POST /api/my/cart/:id/purchaser";
export const pay = "POST /api/my/cart/:id/pay";
export const checkout = "POST /api/my/cart/:id/guest_checkout";
export const order = {
  id: orderId,
  order_number: "100017",
  identity_id: null,
  cart_id: cartId,
  currency: "USD",
  purchased_on: "2026-11-21T15:01:00Z",
  token: "t".repeat(32),
  confirmation_held: false,
  ticket_order_fees: [],
};
export const completed = {
  outcome: "completed",
  cart: { _data: [] },
  ticket_order: { _data: [order] },
  ticket: { _data: [] },
};
export const pageText = () => document.body.textContent ?? "";
export const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
/** The calls except those that fetch the cart. */
export const requestsBeyondCart = (calls: readonly RecordedCall[]) =>
  calls.map(({ what }) => what).filter((what) => what !== getCart);

export type CheckoutOptions = {
  readonly cart?: Parameters<typeof makeCart>[0];
  readonly answers?: Parameters<typeof fakeApi>[0];
  readonly web?: object;
  readonly configuration?: object;
  readonly strings?: object;
  readonly currency?: string;
  readonly path?: string;
  readonly cartId?: string;
};

/** Shows the checkout of a cart. Calls without an answer of their own succeed. */
export const showCheckout = async ({
  cart,
  answers = {},
  web = {},
  configuration = {},
  strings = {},
  currency: default_currency_code = "USD",
  path = "/checkout",
  cartId: named,
}: CheckoutOptions = {}) => {
  const calls = fakeApi({
    [getCart]: () => cartReply(makeCart(cart)),
    [purchaser]: () => ({ identity_id: cartId }),
    [pay]: () => ({ payment: { _data: [] }, cart: { _data: [] } }),
    [checkout]: () => completed,
    ...answers,
  });
  setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
  const shown = await showPage(<CheckoutPanel cartId={named} />, {
    path,
    seller: { web, configuration, strings, default_currency_code },
  });
  return { calls, ...shown };
};

export const fillCheckout = (card = "4242424242424242") => {
  typeIn(field("first_name"), "Ada");
  typeIn(field("last_name"), " Lovelace ");
  typeIn(field("email"), "ada@example.com");
  typeIn(field("email_confirm"), "Ada@Example.com");
  if (!document.querySelector('input[name="card_number"]')) return;
  typeIn(field("card_number"), card);
  typeIn(field("card_expiry"), "12 / 99");
  typeIn(field("card_cvc"), "123");
};
const send = (form: Element | null | undefined) =>
  act(() => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
export const submit = () => send(document.querySelector("form#checkout"));
/** Submits the form of a field. */
export const submitWith = (name: string) => send(field(name).form);
