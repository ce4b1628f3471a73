import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { readChangedOrderRow, type ChangedOrderRow } from "./changedOrder.sql.ts";
import { judgeOrderTickets, type JudgedFor, type JudgedTicket } from "./judgeOrderTickets.ts";
import { movedToGiftCards, refundablePayments, type RefundablePayment } from "./orderPayments.sql.ts";
import { readOrderTickets } from "./orderTickets.sql.ts";

/** An order with everything that decides the terms of a change. */
export type ChangedOrder = {
  readonly order: ChangedOrderRow;
  /** The actor for whom its tickets are judged. */
  readonly actor: ChangeActor;
  /** All tickets that it has or had, each with its judgement. */
  readonly tickets: readonly JudgedTicket[];
  readonly payments: readonly RefundablePayment[];
  /** The sum that its changes have turned into gift cards, in minor units. */
  readonly movedToGiftCards: number;
};

type Reader = { readonly pipeline: Pipeline; readonly seller: Seller };

/** Reads an order with its tickets and payments in one round trip. To write a change, the caller locks the order's cart first. */
export const readChangedOrder = async (
  { pipeline, seller }: Reader,
  order_id: string,
  by: JudgedFor,
): Promise<ChangedOrder | undefined> => {
  const [order, tickets, payments, moved] = await Promise.all([
    readChangedOrderRow(pipeline, seller.id, order_id),
    readOrderTickets(pipeline, seller.id, order_id),
    refundablePayments(pipeline, seller.id, order_id),
    movedToGiftCards(pipeline, seller.id, order_id),
  ]);
  return (
    order && {
      order,
      actor: by.actor,
      tickets: judgeOrderTickets(seller, order, tickets, by),
      payments,
      movedToGiftCards: moved,
    }
  );
};
