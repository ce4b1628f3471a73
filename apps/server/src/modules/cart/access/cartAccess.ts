import type { RefusalContext } from "@foyer/contract/errors.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { LockedCart } from "../locks.sql.ts";

/** How a cart was asked for: as one's own, or by a link, which whoever holds the id may have. */
export type CartAccess = "owner" | "link";

export const cartNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "cart", description: "Cart not found" });

export const isOwnCart = (cart: Pick<LockedCart, "identity_id">, visitor: Visitor | null): boolean =>
  cart.identity_id === visitor?.identity_id || !guardStands("cart_owner");

/** May this visitor see the cart? Somebody else's does not exist under `/my`; by its link a guest's cart can be seen, a member's not. */
export const checkReadAccess = (
  cart: LockedCart | undefined,
  visitor: Visitor | null,
  access: CartAccess,
): Refused | undefined => {
  if (!cart) return cartNotFound();
  if (isOwnCart(cart, visitor)) return undefined;
  if (access === "owner") return cartNotFound();
  return cart.open_by_link ? undefined : new Refused({ code: "access_denied", context: "cart" });
};

/** A hold whose time is over, whether anybody has tidied it up or not. A cart without tickets has no time. */
export const isCartExpired = (cart: LockedCart, holdsTickets: boolean): boolean =>
  cart.state === "expired" || (cart.state === "pending" && holdsTickets && cart.overdue && !cart.paying);

/** May this visitor change the cart? */
export const checkWriteAccess = (
  cart: LockedCart | undefined,
  holdsTickets: boolean,
  visitor: Visitor | null,
  access: CartAccess,
  context: RefusalContext,
): Refused | undefined => {
  const refusal = checkReadAccess(cart, visitor, access);
  if (refusal || !cart) return refusal;
  if (!isOwnCart(cart, visitor)) return new Refused({ code: "cart_not_editable", context });
  if (cart.state === "completed")
    return new Refused({ code: "cart_booked", context, extra: { order_id: cart.ticket_order_id } });
  if (cart.part_paid) return new Refused({ code: "cart_not_editable", context });
  if (cart.paying) return new Refused({ code: "payment_in_progress", context });
  if (isCartExpired(cart, holdsTickets)) return new Refused({ code: "cart_expired", context });
  return undefined;
};
