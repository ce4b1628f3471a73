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
import { checkOutOwn, savePurchaserOfBuyer } from "./memberPurchaser.ts";
import { savePurchaserOfLinkedCart } from "./purchaser.ts";

export const checkoutRoutes = [
  on(payCart, (ask, sent) => payAsPerson(ask, sent), { keyed: true, exact: true }),
  on(payLinkedCart, (ask, sent) => payAsPerson(ask, sent, "linked"), { keyed: true, exact: true }),
  on(savePurchaser, (ask, sent) => savePurchaserOfBuyer(ask, sent), { keyed: true, exact: true }),
  on(savePurchaserOfLink, (ask, sent) => savePurchaserOfLinkedCart(ask, sent), { keyed: true, exact: true }),
  on(checkoutAsGuest, (ask, sent) => checkOutOwn(ask, sent), { keyed: true, exact: true }),
  on(checkoutLinkedCart, (ask, sent) => checkOut(ask, sent, "linked"), { keyed: true, exact: true }),
];
