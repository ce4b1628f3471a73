import type { ChangeFee } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { fromDecimal, percentOf, type Minor } from "../values/money.ts";
import type { ChangePolicy } from "./changePolicy.ts";

/** A captured payment of the order, in the order of refunds. */
export type RefundSource = { readonly payment_id: string; readonly left: Minor };

/** A ticket that is given up: its price after discounts plus outside fees, and the policy of its event. */
export type GivenUpTicket = {
  readonly value: Minor;
  readonly policy: ChangePolicy;
  /** A new ticket replaces it, so the change fee applies instead of the cancellation fee. */
  readonly isMoved?: boolean;
};

/** The buyer's preference, if the policy lets them choose. */
export type RefundPreference = "same_means" | "gift_card";

export type ChangeAmounts = {
  /** What was paid for the tickets that are given up. */
  readonly value: Minor;
  /** What the seller keeps of `value`. */
  readonly fee: Minor;
  /** The price of the new tickets. */
  readonly added: Minor;
  /** The amount to pay: the part of the new price that the old tickets do not cover. */
  readonly due: Minor;
  /** The refund of each payment; their sum is `refund`. */
  readonly parts: readonly { readonly payment_id: string; readonly amount: Minor }[];
  readonly refund: Minor;
  /** The value of the new gift card, including the bonus; 0 without one. */
  readonly gift_card: Minor;
  readonly bonus: Minor;
};

const basisPoints = (percent: number): number => Math.round(percent * 100);

/** The currency of an order, and the step to which percentages of its amounts are rounded (`sellerAmountStep`). */
type Coins = { readonly currency: string; readonly step: Minor };

/** What the seller keeps of one ticket: never more than was paid for it. */
export const keptFee = (value: Minor, { fixed = "0", percent = 0 }: ChangeFee, { currency, step }: Coins): Minor =>
  Math.min(value, (fromDecimal(fixed, currency) ?? 0) + percentOf(value, basisPoints(percent), step));

/** Distributes a refund: each payment is refunded completely before the next one, and none beyond what it has left. */
export const splitRefund = (amount: Minor, sources: readonly RefundSource[]): ChangeAmounts["parts"] => {
  const parts: { payment_id: string; amount: Minor }[] = [];
  let rest = amount;
  for (const { payment_id, left } of sources) {
    const part = Math.min(rest, Math.max(0, left));
    if (part > 0) parts.push({ payment_id, amount: part });
    rest -= part;
  }
  return parts;
};

export type ChangeInput = {
  readonly tickets: readonly GivenUpTicket[];
  /** The price of the new tickets with their fees; 0 for a cancellation. */
  readonly added?: Minor;
  readonly sources: readonly RefundSource[];
  /** What has already become gift cards, so that no payment refunds it any more. */
  readonly movedToGiftCards: Minor;
  readonly preference: RefundPreference;
} & Coins;

/** What the seller keeps when a ticket is given up. */
export const feeOfTicket = ({ value, policy, isMoved = false }: GivenUpTicket, coins: Coins): Minor =>
  keptFee(value, isMoved ? policy.change_fee : policy.cancel_fee, coins);

/**
 * The amounts of a change. What was paid for the tickets that are given up, less the fees, pays for the new ones; the rest
 * is refunded. In total never more is refunded than is left of the payments, so an order that was partly refunded elsewhere
 * gives back at most the rest.
 */
export const quoteChange = (input: ChangeInput): ChangeAmounts => {
  const { tickets, added = 0, sources, movedToGiftCards, preference, currency, step } = input;
  let [value, fee, toCard, toGiftCard, bonus] = [0, 0, 0, 0, 0];
  const available = sources.reduce((sum, { left }) => sum + Math.max(0, left), 0) - movedToGiftCards;
  let rest = Math.max(0, available);
  let due = added;
  for (const ticket of tickets) {
    const { policy } = ticket;
    const kept = feeOfTicket(ticket, { currency, step });
    const spent = Math.min(due, ticket.value - kept);
    const back = Math.min(rest, ticket.value - kept - spent);
    due -= spent;
    rest -= back;
    value += ticket.value;
    fee += kept;
    const destination = policy.refund_to === "choice" ? preference : policy.refund_to;
    if (destination === "same_means") toCard += back;
    else {
      toGiftCard += back;
      bonus += percentOf(back, basisPoints(policy.gift_card_bonus), step);
    }
  }
  const parts = splitRefund(toCard, sources);
  return { value, fee, added, due, parts, refund: toCard, gift_card: toGiftCard + bonus, bonus };
};
