import {
  createCart,
  deleteCart,
  deleteLinkedCart,
  extendCart,
  getCart,
  getLinkedCart,
  modifyCart,
  modifyLinkedCart,
  removeTickets,
  transferCart,
} from "@foyer/contract/shop/cart.ts";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { route } from "../../http/mount.ts";
import { cartChangeRefusals, cartRefusals, holdRefusals, orderHoldRefusals } from "../../http/openapi/refusals.ts";
import { applyCodesToCart, removeCodeFromCart } from "./codes/applyCode.ts";
import { closeCart } from "./release/closeCart.ts";
import { extendHold } from "./hold/extendHold.ts";
import { createCartWithTickets, reserveTickets, removeFromCart } from "./hold/reserveTickets.ts";
import { showCart } from "./read/showCart.ts";
import { transferCartToVisitor } from "./transfer/transferCartToVisitor.ts";

export const cartRoutes = [
  route(createCart, createCartWithTickets, {
    exact: true,
    isIdempotent: true,
    refuses: holdRefusals,
    setsCookie: true,
  }),
  route(modifyCart, (ctx, sent) => reserveTickets(ctx, sent), {
    exact: true,
    isIdempotent: true,
    refuses: orderHoldRefusals,
  }),
  route(modifyLinkedCart, (ctx, sent) => reserveTickets(ctx, sent, "link"), {
    exact: true,
    isIdempotent: true,
    refuses: orderHoldRefusals,
    setsCookie: true,
  }),
  route(getCart, (ctx, sent) => showCart(ctx, sent), { refuses: cartRefusals }),
  route(getLinkedCart, (ctx, sent) => showCart(ctx, sent, "link"), { refuses: cartRefusals }),
  route(deleteCart, (ctx, sent) => closeCart(ctx, sent), { isIdempotent: true, refuses: cartChangeRefusals }),
  route(deleteLinkedCart, (ctx, sent) => closeCart(ctx, sent, "link"), {
    isIdempotent: true,
    refuses: cartChangeRefusals,
  }),
  route(extendCart, extendHold, { isIdempotent: true, refuses: [...cartChangeRefusals, "extension_limit_reached"] }),
  route(removeTickets, removeFromCart, {
    exact: true,
    isIdempotent: true,
    refuses: orderHoldRefusals,
    setsCookie: true,
  }),
  route(transferCart, transferCartToVisitor, { isIdempotent: true, refuses: cartChangeRefusals, setsCookie: true }),
  route(applyCode, applyCodesToCart, { exact: true, isIdempotent: true, refuses: holdRefusals }),
  route(removeCode, removeCodeFromCart, { exact: true, isIdempotent: true, refuses: holdRefusals }),
];
