import {
  checkoutAsGuest,
  checkoutLinkedCart,
  payCart,
  payLinkedCart,
  savePurchaser,
  saveLinkedCartPurchaser,
} from "@foyer/contract/shop/checkout.ts";
import { route } from "../../http/mount.ts";
import { checkoutRefusals, paymentRefusals, purchaserRefusals } from "../../http/openapi/refusals.ts";
import { releaseIfRefused } from "./capture/releaseAttempt.ts";
import { checkOut } from "./order/checkOut.ts";
import { checkOutOwnCart } from "./order/checkOutOwnCart.ts";
import { payWithCaptcha } from "./payment/payWithCaptcha.ts";
import { saveOwnPurchaser } from "./purchaser/saveOwnPurchaser.ts";
import { savePurchaserOfLinkedCart } from "./purchaser/savePurchaserOfLinkedCart.ts";

export const checkoutRoutes = [
  route(payCart, (ctx, sent) => payWithCaptcha(ctx, sent), {
    isIdempotent: true,
    exact: true,
    refuses: paymentRefusals,
  }),
  route(payLinkedCart, (ctx, sent) => payWithCaptcha(ctx, sent, "link"), {
    isIdempotent: true,
    exact: true,
    refuses: paymentRefusals,
  }),
  route(savePurchaser, (ctx, sent) => saveOwnPurchaser(ctx, sent), {
    isIdempotent: true,
    exact: true,
    refuses: purchaserRefusals,
    setsCookie: true,
  }),
  route(saveLinkedCartPurchaser, (ctx, sent) => savePurchaserOfLinkedCart(ctx, sent), {
    isIdempotent: true,
    exact: true,
    refuses: purchaserRefusals,
    setsCookie: true,
  }),
  route(checkoutAsGuest, (ctx, sent) => checkOutOwnCart(ctx, sent), {
    isIdempotent: true,
    exact: true,
    refuses: checkoutRefusals,
  }),
  route(
    checkoutLinkedCart,
    (ctx, sent) => releaseIfRefused(ctx, { cart_id: sent.cart_id, access: "link" }, () => checkOut(ctx, sent, "link")),
    { isIdempotent: true, exact: true, refuses: checkoutRefusals },
  ),
];
