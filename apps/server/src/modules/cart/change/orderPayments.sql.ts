import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import { movedOfOrder } from "../../../providers/payments/giftcard/refundedCards.sql.ts";
import type { PaidCard } from "../../../providers/payments/paymentGateway.ts";
import { disputedColumn } from "../../../providers/payments/disputedColumn.ts";

/** A captured payment. `left` is the amount that can still be refunded, without disputed money, in minor units. */
export type RefundablePayment = {
  readonly payment_id: string;
  readonly gateway_id: string;
  readonly left: number;
  /** The number of the gift card that paid; null for other means. */
  readonly gift_card_number: string | null;
  /** The card's brand and last digits; null for other means, and if the provider did not report them. */
  readonly card: PaidCard | null;
};

/** The refundable payments of an order: cards before gift cards, oldest first. */
export const refundablePayments = (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<RefundablePayment[]> => statement(pipeline, refundableOfOrder, [seller_id, order_id]);

/** The refundable payments of a cart that has no order yet, in the same sequence. */
export const refundablePaymentsOfCart = (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<RefundablePayment[]> => statement(pipeline, refundableOfCart, [seller_id, cart_id]);

const refundableQuery = (condition: string): string => `select p.id as payment_id, p.gateway_id,
       greatest(0, p.amount - p.refunded - p.refunding - ${disputedColumn})::bigint as left,
       g.number as gift_card_number, p.gateway_data -> 'card' as card
     from payment p
     left join lateral (select a.number from ledger_entry e join ledger_account a on a.seller_id = e.seller_id and a.id = e.account_id
       where e.seller_id = $1 and e.payment_id = p.id order by e.created_at limit 1) g on true
     where p.seller_id = $1 and ${condition} and p.state in ('captured', 'refunded')
     order by g.number is not null, p.created_at, p.id`;
const refundableOfOrder = refundableQuery("p.ticket_order_id = $2");
const refundableOfCart = refundableQuery("p.cart_id = $2");

/**
 * The sum that changes of an order and failed refunds have turned into gift cards (without bonus), plus what was repaid
 * outside the provider. Minor units.
 */
export const movedToGiftCards = async (pipeline: Pipeline, seller_id: string, order_id: string): Promise<number> => {
  const [row] = await statement<{ moved: number }>(pipeline, `select ${movedOfOrder("$2")} as moved`, [
    seller_id,
    order_id,
  ]);
  return row?.moved ?? 0;
};
