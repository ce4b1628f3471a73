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
import { applyCodesToCart, removeCodeFromCart } from "./codes/applyCode.ts";
import { closeCart } from "./release/closeCart.ts";
import { extendHold } from "./hold/extendHold.ts";
import { createCartWithTickets, reserveTickets, removeFromCart } from "./hold/reserveTickets.ts";
import { showCart } from "./read/showCart.ts";
import { transferCartToVisitor } from "./transfer/transferCartToVisitor.ts";

export const cartRoutes = [
  route(createCart, createCartWithTickets, { exact: true, isIdempotent: true }),
  route(modifyCart, (ctx, sent) => reserveTickets(ctx, sent), { exact: true, isIdempotent: true }),
  route(modifyLinkedCart, (ctx, sent) => reserveTickets(ctx, sent, "link"), { exact: true, isIdempotent: true }),
  route(getCart, (ctx, sent) => showCart(ctx, sent)),
  route(getLinkedCart, (ctx, sent) => showCart(ctx, sent, "link")),
  route(deleteCart, (ctx, sent) => closeCart(ctx, sent), { isIdempotent: true }),
  route(deleteLinkedCart, (ctx, sent) => closeCart(ctx, sent, "link"), { isIdempotent: true }),
  route(extendCart, extendHold, { isIdempotent: true }),
  route(removeTickets, removeFromCart, { exact: true, isIdempotent: true }),
  route(transferCart, transferCartToVisitor, { isIdempotent: true }),
  route(applyCode, applyCodesToCart, { exact: true, isIdempotent: true }),
  route(removeCode, removeCodeFromCart, { exact: true, isIdempotent: true }),
];
