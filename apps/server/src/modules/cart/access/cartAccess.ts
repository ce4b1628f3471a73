import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { LockedCartRow } from "../locks.sql.ts";

/** How a request reaches a cart: as its owner under `/my`, or by a link, with the id as the only right. */
export type CartAccess = "owner" | "link";

export const cartNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "cart", description: "Cart not found" });

export const isOwnCart = (cart: Pick<LockedCartRow, "identity_id">, visitor: Visitor | null): boolean =>
  cart.identity_id === visitor?.identity_id;

/** Under `/my` the cart of somebody else is not found. By its link a guest's cart can be read, but not changed, and a member's neither. */
export const checkReadAccess = (
  cart: LockedCartRow | undefined,
  visitor: Visitor | null,
  access: CartAccess,
): Refused | undefined => {
  if (!cart) return cartNotFound();
  if (isOwnCart(cart, visitor)) return undefined;
  if (access === "owner") return cartNotFound();
  return cart.open_by_link ? undefined : new Refused({ code: "access_denied", context: "cart" });
};

/** Whether a hold has expired, swept or not. A cart without tickets never expires, unless it changes an order. */
export const isCartExpired = (cart: LockedCartRow, holdsTickets: boolean): boolean =>
  cart.state === "expired" ||
  (cart.state === "pending" && canExpire(cart, holdsTickets) && cart.overdue && !cart.paying);

/** Whether the cart holds something that others wait for: tickets, or the one open change of its order. */
export const canExpire = ({ change }: Pick<LockedCartRow, "change">, holdsTickets: boolean): boolean =>
  holdsTickets || change !== null;

type WriteRequest = {
  readonly holdsTickets: boolean;
  readonly visitor: Visitor | null;
  readonly access: CartAccess;
  readonly context: RefusalContext;
  /** Changes a cart that is paid in part, and nothing else. */
  readonly changesPlan?: boolean | undefined;
};

export const checkWriteAccess = (
  cart: LockedCartRow | undefined,
  { holdsTickets, visitor, access, context, changesPlan = false }: WriteRequest,
): Refused | undefined => {
  const refusal = checkReadAccess(cart, visitor, access);
  if (refusal || !cart) return refusal;
  if (!isOwnCart(cart, visitor)) return new Refused({ code: "access_denied", context: "cart" });
  if (cart.state === "completed")
    return new Refused({ code: "cart_booked", context, extra: { order_id: cart.ticket_order_id } });
  if (cart.part_paid !== changesPlan) return new Refused({ code: "cart_not_editable", context });
  if (changesPlan) return undefined;
  if (cart.paying) return new Refused({ code: "payment_in_progress", context });
  if (isCartExpired(cart, holdsTickets)) return new Refused({ code: "cart_expired", context });
  return undefined;
};
