import { createCart, type Cart, type CartReply } from "@foyer/contract/cart.ts";
import type { MadeEvent, Shop } from "./db/testShop.ts";
import type { TestBrowser } from "./testBrowser.ts";

/** Tickets of an event's first session; `type` 0 is an adult for 20.00, 1 a child for 10.00. */
export const line = (event: MadeEvent, quantity: number, type = 0, face_value?: string) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[0]?.id ?? "",
  ticket_types_required: [
    {
      ticket_type_id: event.groups[0]?.types[type]?.id ?? "",
      quantity,
      ...(face_value !== undefined && { face_value }),
    },
  ],
});

export const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};

export const totalsOf = (cart: Cart) => {
  const [fee] = cart.cart_fees;
  if (!fee) throw new Error("A cart says what it comes to.");
  return fee.grand_totals;
};

export const beginCart = async (
  browser: TestBrowser,
  { event }: Shop,
  quantity = 1,
  more: object = {},
): Promise<Cart> => {
  const { status, body, code } = await browser.call(createCart, { add: [line(event, quantity)], ...more });
  if (status !== 200) throw new Error(`No cart: ${code}`);
  return cartOf(body);
};

/** What a reader of the cart is told of its mods, in a few words. */
export const modsIn = (cart: Cart) =>
  cart.cart_mods.map(({ name, codes, discount, resource }) => [
    name,
    discount,
    resource,
    ...codes.map(({ code }) => code),
  ]);
