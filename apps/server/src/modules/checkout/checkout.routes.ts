import {
  checkoutAsGuest,
  checkoutLinkedCart,
  payCart,
  payLinkedCart,
  savePurchaser,
  savePurchaserOfLink,
} from "@foyer/contract/checkout.ts";
import { on } from "../../http/mount.ts";
import { checkOut } from "./checkOut.ts";
import { payAsPerson } from "./payAsPerson.ts";
import { savePurchaserOfCart, savePurchaserOfLinkedCart } from "./purchaser.ts";

export const checkoutRoutes = [
  on(payCart, (ask, sent) => payAsPerson(ask, sent)),
  on(payLinkedCart, (ask, sent) => payAsPerson(ask, sent, "linked")),
  on(savePurchaser, (ask, sent) => savePurchaserOfCart(ask, sent)),
  on(savePurchaserOfLink, (ask, sent) => savePurchaserOfLinkedCart(ask, sent)),
  on(checkoutAsGuest, (ask, sent) => checkOut(ask, sent)),
  on(checkoutLinkedCart, (ask, sent) => checkOut(ask, sent, "linked")),
];
