import type { RequestContext } from "../../../http/requestContext.ts";
import { refundablePaymentsOfCart, type RefundablePayment } from "./orderPayments.sql.ts";

/** What the payments of a cart without an order can give back, in the order in which money goes back to them. */
export const refundableOfCart = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
): Promise<readonly RefundablePayment[]> => refundablePaymentsOfCart(db, seller.id, cart_id);
