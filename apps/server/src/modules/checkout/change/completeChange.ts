import { crash, pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { carriedVoucher } from "../../cart/change/request/carriedForms.ts";
import type { PlannedChange } from "../../cart/change/planChange.ts";
import { moveCodes } from "../../codes/moveCodes.ts";
import { returnCodeUses } from "../../codes/returnCodeUses.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { issueGiftCardForRefund } from "../../giftcards/issueGiftCardForRefund.ts";
import { journalOrderChanges } from "../../journal/journalChanges.ts";
import { assignPayments, completeCarts, writeTransitions } from "../batch/checkoutWrites.sql.ts";
import { isHeld } from "../batch/heldTickets.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import type { CheckoutContext } from "../context.ts";
import { changePolicies, decideCompletion, newTicketCode, type CompletedCart } from "../order/createOrders.ts";
import { cancelForChange } from "../refund/cancelForChange.ts";
import { lockOrderTickets } from "./lockOrderTickets.ts";
import { queueChangeEmail } from "./queueChangeEmail.ts";
import { addChangePolicies, bookAddedTickets } from "./orderChanges.sql.ts";
import { carryAnswers } from "./carryAnswers.ts";
import { recordOrderChange, type VenueNote } from "./recordOrderChange.ts";
import type { CheckoutChange } from "./checkoutChange.ts";

/**
 * Completes a paid change of an order in the caller's transaction, with both carts locked: cancels the given-up tickets,
 * moves the new tickets and payments to the order, and records the refund of the rest. Returns undefined, with nothing
 * changed, while money is missing or if the order no longer has what the change gives up.
 */
export const completeChange = async (
  ctx: CheckoutContext,
  checkout: LockedCheckout,
  note?: VenueNote,
): Promise<CompletedCart | undefined> => {
  const { cart, change } = checkout;
  const { db, seller } = ctx;
  const remaining = change ? await lockOrderTickets(ctx, change.changed.order.id) : [];
  await pause("change_locked");
  if (!change?.planned || decideCompletion(checkout).kind !== "paid") return undefined;
  const { order, payments } = change.changed;
  const { planned } = change;
  // A ticket was used or cancelled after the change was read.
  if (!planned.leaving.every(({ id, state }) => remaining.some((one) => one.id === id && one.state === state)))
    return undefined;

  const order_change_id = newId();
  const { lines: linesBefore = [] } = (await readCart({ db, seller }, order.cart_id)).cart._data[0] ?? {};
  await recordAmounts(ctx, checkout, { ...change, planned, note }, order_change_id);
  const chosen = cart.change?.offer?.paid_by === "gift_card" ? cart.change.offer.email : null;
  const asChosen = chosen ? { ...ctx, emailOptions: chosen } : ctx;
  const refunds = await cancelForChange(asChosen, {
    order,
    order_change_id,
    tickets: planned.leaving,
    refunds: planned.quote.parts,
  });
  await carryAnswers(ctx, checkout, change);
  await bookNewTickets(ctx, checkout, { ...order, order_change_id });
  await moveCodes(ctx, { from: cart.id, to: order.cart_id });
  if (planned.isWhole) await returnCodeUses(ctx, order.cart_id);
  await assignPayments(db, seller.id, [{ id: order.id, cart_id: cart.id }]);
  await completeCarts(db, seller.id, [cart.id]);
  await writeTransitions(db, seller.id, [{ entity: "cart", id: cart.id, from: "pending", to: "completed" }]);
  await queueChangeEmail(asChosen, order, {
    order_change_id,
    planned,
    linesBefore,
    payments,
    isByVenue: cart.change?.actor === "venue",
  });
  await journalOrderChanges(db, seller.id, [order_change_id]);
  crash("inside_order_transaction");
  return { outcome: "completed", order_id: order.id, refunds };
};

const recordAmounts = async (
  ctx: CheckoutContext,
  { cart }: LockedCheckout,
  {
    changed: { order },
    planned,
    note,
  }: CheckoutChange & { readonly planned: PlannedChange; readonly note: VenueNote | undefined },
  order_change_id: string,
): Promise<void> => {
  const { quote, leaving } = planned;
  const offer = cart.change?.offer ?? undefined;
  const card = quote.gift_card > 0 ? await issueGiftCardForRefund(ctx, order, quote.gift_card) : null;
  const change = {
    id: order_change_id,
    kind: "change",
    cart_id: cart.id,
    actor: cart.change?.actor ?? "guest",
    ...(note ?? (offer && { reason: offer.reason, made_by: offer.made_by })),
    tickets: leaving.length,
    value: quote.value,
    fee: quote.fee,
    added: quote.added,
    paid: quote.due,
    refund: quote.refund,
    gift_card: quote.gift_card,
    bonus: quote.bonus,
    gift_card_account_id: card,
  } as const;
  await recordOrderChange(ctx, order, change, note ? "caller" : (offer ?? "buyer"));
};

const bookNewTickets = async (
  ctx: CheckoutContext,
  { tickets }: LockedCheckout,
  order: { readonly id: string; readonly cart_id: string; readonly order_change_id: string },
): Promise<void> => {
  const held = tickets.filter(isHeld);
  if (held.length === 0) return;
  await bookAddedTickets(
    ctx,
    order,
    held.map((ticket) => ({
      id: ticket.id,
      was: ticket.state,
      scan_code: newTicketCode(),
      voucher: ticket.voucher ?? carriedVoucher(ticket),
    })),
  );
  await writeTransitions(
    ctx.db,
    ctx.seller.id,
    held.map(({ id, state }) => ({ entity: "ticket", id, from: state, to: "booked" })),
  );
  await addChangePolicies(ctx, order.id, changePolicies(ctx.seller, { tickets }));
};
