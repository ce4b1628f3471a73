import type { RequestContext } from "../../../http/requestContext.ts";
import { refundablePayments, refundablePaymentsOfCart, type RefundablePayment } from "./orderPayments.sql.ts";

/** The refundable payments of a cart without an order, in the sequence in which they are refunded. */
export const refundableOfCart = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
): Promise<readonly RefundablePayment[]> => refundablePaymentsOfCart(db, seller.id, cart_id);

/** The refundable payments of an order, in the same sequence. */
export const refundableOfOrder = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  order_id: string,
): Promise<readonly RefundablePayment[]> => refundablePayments(db, seller.id, order_id);

export { movedToGiftCards } from "./orderPayments.sql.ts";
