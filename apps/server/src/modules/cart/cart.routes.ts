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
  on(createCart, beginCart, { exact: true, keyed: true }),
  on(modifyCart, (ask, sent) => reserve(ask, sent), { exact: true, keyed: true }),
  on(modifyLinkedCart, (ask, sent) => reserve(ask, sent, "link"), { exact: true, keyed: true }),
  on(getCart, (ask, sent) => showCart(ask, sent)),
  on(getLinkedCart, (ask, sent) => showCart(ask, sent, "link")),
  on(deleteCart, (ask, sent) => closeCart(ask, sent), { keyed: true }),
  on(deleteLinkedCart, (ask, sent) => closeCart(ask, sent, "link"), { keyed: true }),
  on(extendCart, extend, { keyed: true }),
  on(removeTickets, takeOut, { exact: true, keyed: true }),
  on(transferCart, takeOver, { keyed: true }),
  on(applyCodeCall, applyCode, { exact: true, keyed: true }),
  on(removeCodeCall, removeCode, { exact: true, keyed: true }),
];
