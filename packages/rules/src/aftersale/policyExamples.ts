import type { Instant } from "@foyer/contract/basics.ts";
import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { Minor } from "../values/money.ts";
import type { ChangePolicy } from "./changePolicy.ts";
import { judgeTicket, type BuyerActor } from "./judgeTicket.ts";
import { quoteChange, type ChangeAmounts, type RefundPreference } from "./quoteChange.ts";

/** An order that nobody made: so many tickets at one price, paid with a card, for one session. */
export type SampleOrder = {
  readonly tickets: number;
  readonly price: Minor;
  /** What the session costs that the tickets are moved to. */
  readonly dearer: Minor;
  readonly start: Instant;
  readonly zone: string;
  readonly currency: string;
};

export type PolicyExamples = {
  /** What each buyer can do, and until when, exclusively; null where nothing is possible. */
  readonly guest: { readonly actions: readonly ChangeAction[]; readonly until: Instant | null };
  readonly member: { readonly actions: readonly ChangeAction[]; readonly until: Instant | null };
  /** All tickets cancelled, as each refund that the buyer may choose; empty where nobody can. */
  readonly cancelled: readonly ChangeAmounts[];
  /** All tickets moved, to a session at the same price and to a dearer one; null where nobody can. */
  readonly moved: { readonly same: ChangeAmounts; readonly dearer: ChangeAmounts } | null;
};

/** What a policy comes to for a sample order, by the rules that decide over real ones. */
export const policyExamples = (policy: ChangePolicy, order: SampleOrder, now: Temporal.Instant): PolicyExamples => {
  const { tickets, price, dearer, start, zone, currency } = order;
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
