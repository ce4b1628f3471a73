import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { LockedCartRow } from "../locks.sql.ts";

/**
 * How a request reaches a cart: as its owner under `/my`, or by its link, where knowing the cart's id is the only right.
 */
export type CartAccess = "owner" | "link";

export const cartNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "cart", description: "Cart not found" });

export const isOwnCart = (cart: Pick<LockedCartRow, "identity_id">, visitor: Visitor | null): boolean =>
  cart.identity_id === visitor?.identity_id;

/**
 * Checks whether a visitor may read a cart. Under `/my`, another visitor's cart is not found. By its link, a guest's cart
 * can be read but not changed; a member's cart can be neither read nor changed.
 */
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

/** Whether the cart can expire: it holds tickets, or it is an order's change, of which only one can be open at a time. */
export const canExpire = ({ change }: Pick<LockedCartRow, "change">, holdsTickets: boolean): boolean =>
  holdsTickets || change !== null;

type WriteRequest = {
  readonly holdsTickets: boolean;
  readonly visitor: Visitor | null;
  readonly access: CartAccess;
  readonly context: RefusalContext;
  /** The request changes a partly paid cart. A cart that is not partly paid is refused. */
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
