import { freedVouchers, voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { grantsAdmission, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { newId } from "../../../db/newId.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import { returnCodeUses } from "../../codes/returnCodeUses.ts";
import { journalOrderChanges } from "../../journal/journalChanges.ts";
import { endRefundedMemberships } from "../../membership/end/endMemberships.ts";
import { readCheckoutTickets, type CheckoutTicket } from "../batch/lockCheckout.sql.ts";
import { priceOf } from "../batch/heldTickets.ts";
import { lockOrderTickets } from "../change/lockOrderTickets.ts";
import type { LockedOrder } from "../change/lockOrder.ts";
import { recordOrderChange } from "../change/recordOrderChange.ts";
import type { CheckoutContext } from "../context.ts";
import { recipientOf } from "../emails/recipients.sql.ts";
import { refundedOrderEmail } from "../emails/refundedOrderEmail.ts";
import type { readOrderRow } from "../order/orders.sql.ts";
import { cancelTicketsAndNotify } from "./cancelTicketsAndNotify.ts";

type Order = Awaited<ReturnType<typeof readOrderRow>>;

/**
 * Ends what is left of a fully refunded order, under its lock: cancels its booked tickets as a change by the venue, which
 * history, calendar and gate show, sends its purchaser an e-mail, and frees its codes unless a ticket was used. Does
 * nothing if no ticket is booked any more.
 */
export const endRefundedOrder = async (
  ctx: CheckoutContext,
  order: Order,
  { closeChangeOf }: LockedOrder,
): Promise<void> => {
  const locked = await lockOrderTickets(ctx, order.id);
  const booked = new Set(locked.filter(({ state }) => state === "booked").map(({ id }) => id));
  await closeChangeOf();
  if (booked.size === 0) return;
  const { db, seller } = ctx;
  const remaining = await readCheckoutTickets(db, seller.id, [order.cart_id]);
  const ending = remaining.filter(({ id }) => booked.has(id));
  const { lines = [] } = (await readCart({ db, seller }, order.cart_id)).cart._data[0] ?? {};
  const order_change_id = newId();
  const change = {
    id: order_change_id,
    kind: "cancel",
    actor: "venue",
    tickets: ending.length,
    value: ending.reduce((sum, ticket) => sum + priceOf(ticket), 0),
    fee: 0,
    refund: 0,
    gift_card: 0,
    bonus: 0,
    gift_card_account_id: null,
  } as const;
  await recordOrderChange(ctx, order, change, "job");
  await cancelTicketsAndNotify(ctx, order.id, {
    occasion: order_change_id,
    change: { ticket_ids: [...booked], order_change_id },
  });
  await journalOrderChanges(db, seller.id, [order_change_id]);
  const memberships = ending.filter(isMembership).map(({ id }) => id);
  if (memberships.length > 0) await endRefundedMemberships(ctx, memberships);
  if (ending.length === remaining.length) await returnCodeUses(ctx, order.cart_id);
  await queueRefundedOrderEmail(ctx, order, { order_change_id, ending, lines });
};

type EndedOrder = Pick<Parameters<typeof refundedOrderEmail>[2], "lines"> & {
  readonly order_change_id: string;
  readonly ending: readonly CheckoutTicket[];
};

const queueRefundedOrderEmail = async (
  ctx: CheckoutContext,
  order: Order,
  { order_change_id, ending, lines }: EndedOrder,
): Promise<void> => {
  const { email: address } = await recipientOf(ctx, order.identity_id);
  if (!address) return;
  const email = refundedOrderEmail(ctx.seller, ctx.providers.origin, {
    order,
    token: orderToken(ctx, order.id),
    lines,
    ended: new Set(ending.map(({ id }) => id)),
    hasOther: !ending.every(grantsAdmission) || ending.some(isMembership),
    hasDate: ending.some((ticket) => grantsAdmission(ticket) && ticket.start_datetime !== null),
    freedVouchers: freedVouchers(ending, []).map(voucherEnd),
  });
  await queueEmail(ctx, {
    kind: "order_cancelled",
    ref_id: order.id,
    occasion: order_change_id,
    to_address: address,
    email,
  });
};
