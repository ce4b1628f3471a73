import { isGiftCard, isMembership, type WithHandler } from "@foyer/rules/catalog/handlers.ts";
import { Refused } from "../../../errors/refused.ts";
import { requireUnspentGiftCards, voidGiftCards } from "../../giftcards/voidGiftCards.ts";
import { endMemberships, requireEndable } from "../../membership/end/endMemberships.ts";
import type { SellerDb, CheckoutContext } from "../context.ts";
import { cancelTicketsAndNotify } from "./cancelTicketsAndNotify.ts";
import { recordRefund } from "./notifyRefund.ts";
import { reserveRefund, type RefundRow } from "./refunds.sql.ts";

/** A ticket that is given up. */
export type GivenUpTicketOfOrder = WithHandler & { readonly id: string };

export type ChangeOfOrder = {
  readonly order: { readonly id: string; readonly currency: string };
  readonly order_change_id: string;
  readonly tickets: readonly GivenUpTicketOfOrder[];
  /** The refund of each payment, in minor units. */
  readonly refunds: readonly { readonly payment_id: string; readonly amount: number }[];
};

const idsWhere = (
  tickets: readonly GivenUpTicketOfOrder[],
  question: (ticket: WithHandler) => boolean,
): readonly string[] => tickets.filter(question).map(({ id }) => id);

/** Refuses to give up tickets whose benefits cannot be taken back: a renewed membership, a spent gift card. */
export const requireRevocable = async (ctx: SellerDb, tickets: readonly GivenUpTicketOfOrder[]): Promise<void> => {
  const [memberships, giftCards] = [idsWhere(tickets, isMembership), idsWhere(tickets, isGiftCard)];
  if (memberships.length > 0) await requireEndable(ctx, memberships);
  if (giftCards.length > 0) await requireUnspentGiftCards(ctx, giftCards);
};

/**
 * Cancels the tickets that a change gives up and what they grant, and records its refunds, in the change's transaction
 * and under the lock of the order's cart. Seats, places and city-pass vouchers are free at once. Memberships end with
 * their tickets, and so do their renewals. Gift cards come last, because every change of a payment locks the payment
 * before its gift card. The caller sends the refunds after the commit.
 */
export const cancelForChange = async (
  ctx: CheckoutContext,
  { order, order_change_id, tickets, refunds }: ChangeOfOrder,
): Promise<readonly RefundRow[]> => {
  await cancelTicketsAndNotify(ctx, order.id, {
    occasion: order_change_id,
    change: { ticket_ids: tickets.map(({ id }) => id), order_change_id },
  });
  const memberships = idsWhere(tickets, isMembership);
  if (memberships.length > 0) await endMemberships(ctx, memberships);
  const recorded: RefundRow[] = [];
  for (const { payment_id, amount } of refunds) {
    // Another refund has taken the money since it was counted.
    if (!(await reserveRefund(ctx, payment_id, { amount })))
      throw new Refused({ code: "payment_in_progress", context: "order" });
    recorded.push(
      await recordRefund(ctx, {
        payment_id,
        amount,
        currency: order.currency,
        reason: "change",
        order_change_id,
      }),
    );
  }
  const giftCards = idsWhere(tickets, isGiftCard);
  if (giftCards.length > 0) await voidGiftCards(ctx, giftCards);
  return recorded;
};
