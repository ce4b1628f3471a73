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
} from "@foyer/contract/cart.ts";
import { applyCode as applyCodeCall, removeCode as removeCodeCall } from "@foyer/contract/codes.ts";
import { on } from "../../http/mount.ts";
import { applyCode, removeCode } from "./applyCode.ts";
import { closeCart } from "./closeCart.ts";
import { extend } from "./extend.ts";
import { beginCart, reserve, takeOut } from "./reserve.ts";
import { showCart } from "./showCart.ts";
import { takeOver } from "./takeOver.ts";

export const cartRoutes = [
  on(createCart, beginCart, { exact: true }),
  on(modifyCart, (ask, sent) => reserve(ask, sent), { exact: true }),
  on(modifyLinkedCart, (ask, sent) => reserve(ask, sent, "link"), { exact: true }),
  on(getCart, (ask, sent) => showCart(ask, sent)),
  on(getLinkedCart, (ask, sent) => showCart(ask, sent, "link")),
  on(deleteCart, (ask, sent) => closeCart(ask, sent)),
  on(deleteLinkedCart, (ask, sent) => closeCart(ask, sent, "link")),
  on(extendCart, extend),
  on(removeTickets, takeOut, { exact: true }),
  on(transferCart, takeOver),
  on(applyCodeCall, applyCode, { exact: true }),
  on(removeCodeCall, removeCode, { exact: true }),
];
