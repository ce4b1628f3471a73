import type { Instant } from "@foyer/contract/basics.ts";
import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { Minor } from "../values/money.ts";
import type { ChangePolicy } from "./changePolicy.ts";
import { judgeTicket, type BuyerActor } from "./judgeTicket.ts";
import { quoteChange, type ChangeAmounts, type RefundPreference } from "./quoteChange.ts";

/** A made-up order: a number of tickets at one price, paid by card, for one session. */
export type SampleOrder = {
  readonly tickets: number;
  readonly price: Minor;
  /** The ticket price of a dearer session to which the tickets are moved. */
  readonly dearer: Minor;
  readonly start: Instant;
  readonly zone: string;
  readonly currency: string;
  readonly step: Minor;
};

export type PolicyExamples = {
  /** What each buyer can do, and when that ends, exclusive; null if nothing is possible. */
  readonly guest: { readonly actions: readonly ChangeAction[]; readonly until: Instant | null };
  readonly member: { readonly actions: readonly ChangeAction[]; readonly until: Instant | null };
  /**
   * Cancelling all tickets, once for each kind of refund that the buyer can choose; empty if cancelling is not possible.
   */
  readonly cancelled: readonly ChangeAmounts[];
  /** Moving all tickets, to a session at the same price and to a dearer one; null if moving is not possible. */
  readonly moved: { readonly same: ChangeAmounts; readonly dearer: ChangeAmounts } | null;
};

const usualDaysAhead = 14;

/**
 * How many days ahead the session of a sample order is: two weeks, or two weeks more than the policy's deadline if that has
 * passed by then, so that the sample shows what the policy allows before it.
 */
export const sampleDaysAhead = ({ horizon_days, horizon_hours }: ChangePolicy): number => {
  const deadline = Math.max(horizon_days ?? 0, Math.ceil((horizon_hours ?? 0) / 24));
  return deadline < usualDaysAhead ? usualDaysAhead : deadline + usualDaysAhead;
};

/** The effect of a policy on a sample order, computed by the rules for real orders. */
export const policyExamples = (policy: ChangePolicy, order: SampleOrder, now: Temporal.Instant): PolicyExamples => {
  const { tickets, price, dearer, start, zone, currency, step } = order;
  const session = { start_datetime: start, cancelled: false };
  const ticket = { state: "booked", handler: "tickets", adjusted_value: price, session, zone } as const;
  const judge = (actor: BuyerActor) => {
    const { actions, until } = judgeTicket(ticket, policy, { actor, now });
    return { actions, until };
  };
  const quote = (preference: RefundPreference, added?: Minor): ChangeAmounts =>
    quoteChange({
      tickets: Array.from({ length: tickets }, () => ({ value: price, policy, isMoved: added !== undefined })),
      ...(added !== undefined && { added: added * tickets }),
      sources: [{ payment_id: "card", left: price * tickets }],
      movedToGiftCards: 0,
      preference,
      currency,
      step,
    });
  const [guest, member] = [judge("guest"), judge("member")];
  const preferences =
    policy.refund_to === "choice" ? (["same_means", "gift_card"] as const) : (["same_means"] as const);
  return {
    guest,
    member,
    cancelled: member.actions.includes("cancel") ? preferences.map((preference) => quote(preference)) : [],
    moved: member.actions.includes("reschedule")
      ? { same: quote("same_means", price), dearer: quote("same_means", dearer) }
      : null,
  };
};
