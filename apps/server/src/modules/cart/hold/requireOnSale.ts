import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { LockedCartRow } from "../locks.sql.ts";

const suspended = (): Refused => new Refused({ code: "seller_suspended", context: "cart" });

/**
 * Refuses a new purchase at a seller that the operator suspended. A suspension takes effect within two seconds, like any
 * setting of a seller.
 */
export const requireOnSale = ({ seller }: Pick<RequestContext, "seller">): void => {
  if (seller.is_suspended === true) throw suspended();
};

/**
 * The same for tickets that are added to a cart, whether it is opened by its owner, by its link, or with the token of an
 * order that it does not belong to. Changing an order and paying a payment plan are not new purchases.
 */
export const refuseAddedTickets = (
  { seller }: Pick<RequestContext, "seller">,
  cart: Pick<LockedCartRow, "change" | "part_paid"> | undefined,
): Refused | undefined => (seller.is_suspended === true && !cart?.change && !cart?.part_paid ? suspended() : undefined);
