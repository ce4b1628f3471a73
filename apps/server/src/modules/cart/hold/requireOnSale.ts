import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { LockedCartRow } from "../locks.sql.ts";

const suspended = (): Refused => new Refused({ code: "seller_suspended", context: "cart" });

/** Refuses a new purchase at a seller that the operator suspended. Known within two seconds, as every setting of a seller. */
export const requireOnSale = ({ seller }: Pick<RequestContext, "seller">): void => {
  if (seller.is_suspended === true) throw suspended();
};

/**
 * The same for tickets that are added to a cart, however it was reached: by its owner, by its link, or beside an order that
 * it is not of. Carts that change an order and plans that are being paid are no new purchase.
 */
export const refuseAddedTickets = (
  { seller }: Pick<RequestContext, "seller">,
  cart: Pick<LockedCartRow, "change" | "part_paid"> | undefined,
): Refused | undefined => (seller.is_suspended === true && !cart?.change && !cart?.part_paid ? suspended() : undefined);
