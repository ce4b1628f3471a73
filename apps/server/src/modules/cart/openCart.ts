import type { RefusalContext } from "@foyer/contract/refusal.ts";
import { guardStands } from "../../db/faults.ts";
import type { Visitor } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { LockedCart } from "./cart.sql.ts";

/** How a cart was asked for: as one's own, or by a link, which whoever holds the id may have. */
export type Way = "my" | "link";

export const noSuchCart = (): Refused =>
  new Refused({ code: "not_found", context: "cart", description: "Cart not found" });

export const isOwn = (cart: Pick<LockedCart, "identity_id">, visitor: Visitor | null): boolean =>
  cart.identity_id === visitor?.identity_id || !guardStands("cart_owner");

/** May this visitor see the cart? Somebody else's does not exist under `/my`; by its link a guest's cart can be seen, a member's not. */
export const refuseToShow = (cart: LockedCart | undefined, visitor: Visitor | null, way: Way): Refused | undefined => {
  if (!cart) return noSuchCart();
  if (isOwn(cart, visitor)) return undefined;
  if (way === "my") return noSuchCart();
  return cart.open_by_link ? undefined : new Refused({ code: "access_denied", context: "cart" });
};

/** A hold whose time is over, whether anybody has tidied it up or not. A cart without tickets has no time. */
export const isExpired = (cart: LockedCart, holdsTickets: boolean): boolean =>
  cart.state === "expired" || (cart.state === "pending" && holdsTickets && cart.overdue && !cart.paying);

/** May this visitor change the cart? */
export const refuseToChange = (
  cart: LockedCart | undefined,
  holdsTickets: boolean,
  visitor: Visitor | null,
  way: Way,
  context: RefusalContext,
): Refused | undefined => {
  const hidden = refuseToShow(cart, visitor, way);
  if (hidden || !cart) return hidden;
  if (!isOwn(cart, visitor)) return new Refused({ code: "cart_not_editable", context });
  if (cart.state === "completed")
    return new Refused({ code: "cart_booked", context, extra: { order_id: cart.ticket_order_id } });
  if (cart.part_paid) return new Refused({ code: "cart_not_editable", context });
  if (cart.paying) return new Refused({ code: "payment_in_progress", context });
  if (isExpired(cart, holdsTickets)) return new Refused({ code: "cart_expired", context });
  return undefined;
};
