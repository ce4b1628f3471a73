import {
  checkoutAsGuest,
  checkoutLinkedCart,
  payCart,
  payLinkedCart,
  savePurchaser,
} from "@foyer/contract/checkout.ts";
import { on } from "../../http/mount.ts";
import { checkOut } from "./checkOut.ts";
import { pay } from "./pay.ts";
import { savePurchaserOfCart } from "./purchaser.ts";

export const checkoutRoutes = [
  on(payCart, (ask, sent) => pay(ask, sent)),
  on(payLinkedCart, (ask, sent) => pay(ask, sent, "linked")),
  on(savePurchaser, (ask, sent) => savePurchaserOfCart(ask, sent)),
  on(checkoutAsGuest, (ask, sent) => checkOut(ask, sent)),
  on(checkoutLinkedCart, (ask, sent) => checkOut(ask, sent, "linked")),
];
