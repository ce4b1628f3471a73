import { goneFromOrderText } from "@foyer/contract/refusalDescriptions.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { actionsOfMove, pairTickets, type TicketPairs } from "@foyer/rules/aftersale/move/pairTickets.ts";
import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import { quoteChange, type ChangeAmounts, type RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { hasSeats, isChangeable, isDonation } from "@foyer/rules/catalog/handlers.ts";
import { freedVouchers, voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { addOnsToRemove } from "@foyer/rules/hold/anchor.ts";
import { removeFromContents, type ContentTicket } from "@foyer/rules/hold/cartContents.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import { anchorRulesOf } from "../read/checkoutBlocks.ts";
import { changeRefusal } from "./changeRefusal.ts";
import { isActiveTicket, type JudgedTicket } from "./judgeOrderTickets.ts";
import { meansLabel } from "./meansLabel.ts";
import type { ChangedOrder } from "./readChangedOrder.ts";

/** A new ticket that a change adds. `value` is its price after discounts with its outside fees, in minor units. */
export type PlannedTicket = ContentTicket & {
  readonly id: string;
  readonly ticket_group_id: string;
  readonly event_template_id: string;
  readonly value: number;
};

export type ChangeRequest = {
  /** The order's tickets that are to be given up. */
  readonly gives_up: readonly string[];
  readonly refund_to: RefundPreference | null;
  readonly added: readonly PlannedTicket[];
  /** Add-ons that lose their admission stay as independent tickets. */
  readonly keepsAddOns?: boolean | undefined;
};

export type PlannedChange = {
  readonly pairs: TicketPairs<JudgedTicket, PlannedTicket>;
  /** All tickets that are given up: the requested ones, and those that leave with them. */
  readonly leaving: readonly JudgedTicket[];
  readonly along: readonly JudgedTicket[];
  /** The order's tickets that stay. */
  readonly staying: readonly JudgedTicket[];
  /** The staying add-ons that no longer need an admission. */
  readonly onTheirOwn: readonly JudgedTicket[];
  readonly quote: ChangeAmounts;
  /** City-pass vouchers that become free when the change is made. */
  readonly freedVouchers: readonly string[];
  /** The order keeps no ticket and gets none. */
  readonly isWhole: boolean;
};

/** The order's tickets that a change gives up. Refuses unknown tickets and those that are no longer valid. */
const ticketsToGiveUp = ({ tickets }: ChangedOrder, gives_up: readonly string[]): JudgedTicket[] => {
  const ids = new Set(gives_up);
  const found = tickets.filter(({ id }) => ids.has(id));
  if (found.length < ids.size)
    throw new Refused({
      code: "ticket_not_found",
      context: "cart_remove_tickets",
      description: goneFromOrderText,
    });
  return found;
};

/**
 * Buyers can replace tickets only with ordinary tickets, and seats with seats where seats can be moved. The venue can
 * replace them with anything that has a session.
 */
const canReplace = (from: JudgedTicket, to: PlannedTicket, actor: ChangeActor): boolean =>
  actor === "venue" ? to.event_session_id !== null : isChangeable(to) || (hasSeats(from) && hasSeats(to));

const contactToMove = "Please contact us to reschedule your tickets.";

const refuseMove = ({ judgement: { obstacle, isSoldOut } }: JudgedTicket): Refused =>
  changeRefusal(
    obstacle,
    isSoldOut ? "This time is sold out, so its tickets cannot be moved or exchanged online." : contactToMove,
  );

/**
 * Refuses what the policy does not allow: moving, exchanging or cancelling a ticket, adding more tickets than before, or
 * a replacement that buyers cannot choose.
 */
const refuseForbidden = (
  { moves, cancelled, extra }: PlannedChange["pairs"],
  { actor }: Pick<ChangedOrder, "actor">,
): void => {
  for (const { from, to } of moves)
    if (
      !canReplace(from, to, actor) ||
      !actionsOfMove(from, to).every((action) => from.judgement.actions.includes(action))
    )
      throw refuseMove(from);
  for (const { judgement } of cancelled)
    if (!judgement.actions.includes("cancel"))
      throw changeRefusal(
        judgement.obstacle,
        extra.length > 0 ? contactToMove : "You must contact us to cancel this order.",
      );
  if (extra.length > 0) throw changeRefusal(null);
};

const isBooked = ({ state }: JudgedTicket): boolean => state === "booked";

/**
 * Plans a change of an order: which tickets replace which, which leave with them, what is due and what is refunded.
 * Refuses what the policy does not allow, and an order that could not be sold in its new form.
 */
export const planChange = (seller: Seller, changed: ChangedOrder, request: ChangeRequest): PlannedChange => {
  const given = ticketsToGiveUp(changed, request.gives_up);
  const pairs = pairTickets(given, request.added);
  refuseForbidden(pairs, changed);

  const ids = new Set(request.gives_up);
  const rest = changed.tickets.filter((ticket) => !ids.has(ticket.id) && isActiveTicket(ticket));
  // A donation is refunded only if the request names it.
  const dependent = rest.filter((ticket) => !isDonation(ticket));
  const rules = anchorRulesOf(seller);
  const onTheirOwn = request.keepsAddOns ? addOnsToRemove(dependent, request.added, rules).filter(isBooked) : [];
  const contents = removeFromContents(
    {
      leaving: given,
      staying: dependent.map((ticket) => (onTheirOwn.includes(ticket) ? { ...ticket, needs_anchor: false } : ticket)),
      added: request.added,
    },
    rules,
  );
  if ("rejection" in contents) {
    const { code, extra } = contents.rejection;
    throw new Refused({ code, extra, context: "order" });
  }
  const along = contents.along.filter(isBooked);
  const leaving = [...given, ...along];
  const staying = rest.filter((ticket) => !along.includes(ticket));
  const moved = new Set(pairs.moves.map(({ from }) => from));
  const quote = quoteChange({
    tickets: leaving.map((ticket) => ({ value: ticket.value, policy: ticket.policy, isMoved: moved.has(ticket) })),
    added: request.added.reduce((sum, { value }) => sum + value, 0),
    sources: changed.payments,
    movedToGiftCards: changed.movedToGiftCards,
    preference: request.refund_to ?? "same_means",
    currency: changed.order.currency,
    step: sellerAmountStep(seller, changed.order.currency),
  });
  return {
    pairs,
    leaving,
    along,
    staying,
    onTheirOwn,
    quote,
    freedVouchers: freedVouchers(leaving, request.added),
    isWhole: staying.length + request.added.length === 0,
  };
};

/** The amounts of a change, as the buyer sees them. */
export const presentAmounts = (
  seller: Pick<Seller, "strings">,
  { order, payments }: { readonly order: Pick<ChangedOrder["order"], "currency"> } & Pick<ChangedOrder, "payments">,
  { quote, freedVouchers: freed }: Pick<PlannedChange, "quote" | "freedVouchers">,
) => {
  const money = (amount: number): string => toDecimal(amount, order.currency);
  return {
    value: money(quote.value),
    fee: money(quote.fee),
    refunds: quote.parts.map(({ payment_id, amount }) => ({
      means: meansLabel(
        seller,
        payments.find((payment) => payment.payment_id === payment_id),
      ),
      amount: money(amount),
    })),
    refund: money(quote.refund),
    gift_card: money(quote.gift_card),
    bonus: money(quote.bonus),
    ...(freed.length > 0 && { freed_vouchers: freed.map(voucherEnd) }),
  };
};

/** A change as the buyer sees it before confirming it. */
export const presentChange = (
  seller: Pick<Seller, "strings">,
  changed: ChangedOrder,
  planned: PlannedChange,
): PendingChange => {
  const { pairs, along, leaving, quote } = planned;
  const { order } = changed;
  const destinations = new Set(leaving.filter(({ value }) => value > 0).map(({ policy }) => policy.refund_to));
  const [only = "same_means"] = destinations;
  return {
    ticket_order_id: order.id,
    removed: leaving.filter((ticket) => !along.includes(ticket)).map(({ id }) => id),
    along: along.map(({ id }) => id),
    moves: pairs.moves.map(({ from, to }) => ({ from: from.id, to: to.id })),
    ...presentAmounts(seller, changed, planned),
    added: toDecimal(quote.added, order.currency),
    due: toDecimal(quote.due, order.currency),
    refund_to: destinations.has("choice") ? "choice" : only,
  };
};
