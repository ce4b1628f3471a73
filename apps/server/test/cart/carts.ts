import { createCart, type Cart, type CartReply } from "@foyer/contract/shop/cart.ts";
import type { TestEvent, TestShop } from "../shop/createTestShop.ts";
import type { TestBrowser } from "../app/testBrowser.ts";

/** Tickets of an event's first session. `type` 0 is an adult for 20.00, 1 a child for 10.00. */
export const cartLine = (event: TestEvent, quantity: number, type = 0, face_value?: string) => ({
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

export const cartFrom = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};

export const grandTotalsOf = (cart: Cart) => {
  const [fee] = cart.cart_fees;
  if (!fee) throw new Error("A cart has a total.");
  return fee.grand_totals;
};

export const startCart = async (
  browser: TestBrowser,
  { event }: TestShop,
  quantity = 1,
  extra: object = {},
): Promise<Cart> => {
  const { status, body, code } = await browser.call(createCart, { add: [cartLine(event, quantity)], ...extra });
  if (status !== 200) throw new Error(`No cart: ${code}`);
  return cartFrom(body);
};

/** A short summary of a cart's modifiers. */
export const summarizeMods = (cart: Cart) =>
  cart.cart_mods.map(({ name, codes, discount, resource }) => [
    name,
    discount,
    resource,
    ...codes.map(({ code }) => code),
  ]);
