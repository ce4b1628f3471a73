import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { CartAccess } from "../cart/access/cartAccess.ts";
import { lockCheckoutCart } from "./batch/lockCheckout.ts";
import type { LockedCheckoutCart } from "./batch/lockCheckout.sql.ts";
import type { SellerDb } from "./context.ts";
import { findOrderOfCart } from "./order/orders.sql.ts";

const cartNotFound = (): Refused => new Refused({ code: "not_found", context: "cart", description: "Cart not found" });

/**
 * The cart, if this visitor may pay for it: the owner, or for a guest's cart anybody with its link. A completed cart is
 * returned, not refused, so that paying twice gets the same answer as paying once.
 */
export const requireCartAccess = (
  ctx: Pick<RequestContext, "visitor">,
  cart: LockedCheckoutCart | undefined,
  access: CartAccess,
): LockedCheckoutCart => {
  if (!cart) throw cartNotFound();
  const isOwn = ctx.visitor?.identity_id === cart.identity_id;
  if (!isOwn && access === "owner") throw cartNotFound();
  // A change of an order can only be confirmed by the visitor who opened it.
  if (!isOwn && (!cart.open_by_link || cart.change !== null))
    throw new Refused({ code: "access_denied", context: "cart" });
  if (cart.state === "expired" || (cart.state === "pending" && !cart.alive))
    throw new Refused({ code: "cart_expired", context: "cart" });
  return cart;
};

export const lockAccessibleCart = async (
  ctx: RequestContext,
  cart_id: string,
  access: CartAccess,
): Promise<LockedCheckoutCart> => requireCartAccess(ctx, await lockCheckoutCart(ctx, cart_id), access);

/** A change has the purchaser of its order. */
export const refusePurchaserOfChange = ({ change }: LockedCheckoutCart): void => {
  if (change) throw new Refused({ code: "cart_not_editable", context: "cart" });
};

/** The refusal of a request for a cart that is already an order. */
export const bookedRefusal = async (ctx: SellerDb, cart_id: string): Promise<Refused> => {
  const order = await findOrderOfCart(ctx, cart_id);
  return new Refused({ code: "cart_booked", context: "cart", extra: { order_id: order?.id ?? "" } });
};
