import type {
  ChangeAction,
  ChangeFee,
  ChangeRules,
  RefundTo,
  SelfEdit,
} from "@foyer/contract/shop/aftersale/changePolicy.ts";

/**
 * How the tickets of one event can be changed, with every default filled in. It is kept with an order when it is bought,
 * so that later settings apply to later orders.
 */
export type ChangePolicy = {
  /** Buyers can change their orders themselves. */
  readonly enabled: boolean;
  /** Buyers can do so without a login too. */
  readonly anon_editing: boolean;
  readonly allow: readonly ChangeAction[];
  /** When changes end: this many local days at the venue, or hours, before the session; null for no limit. */
  readonly horizon_days: number | null;
  readonly horizon_hours: number | null;
  /**
   * Tickets for a sold-out session can be moved and exchanged. Absent from orders older than this setting, for which it is
   * true.
   */
  readonly change_sold_out?: boolean;
  readonly cancel_fee: ChangeFee;
  readonly change_fee: ChangeFee;
  readonly refund_to: RefundTo;
  /** Percent of the refund. */
  readonly gift_card_bonus: number;
};

const everyAction: readonly ChangeAction[] = ["cancel", "reschedule", "exchange", "names"];

type PolicyEvent = { readonly category: string | null; readonly self_edit?: ChangeRules | undefined };

/** The policy of an event: its own rules, or the seller's where it has none. */
export const changePolicyOf = (seller: SelfEdit | undefined, event: PolicyEvent): ChangePolicy => {
  const rules: ChangeRules = { ...seller, ...event.self_edit };
  const isInCategory =
    seller?.categories === undefined || (event.category !== null && seller.categories.includes(event.category));
  return {
    enabled: (seller?.enabled ?? false) && isInCategory,
    anon_editing: seller?.anon_editing ?? false,
    allow: rules.allow ?? everyAction,
    horizon_days: rules.horizon_days ?? null,
    horizon_hours: rules.horizon_hours ?? null,
    change_sold_out: rules.change_sold_out ?? true,
    cancel_fee: rules.cancel_fee ?? {},
    change_fee: rules.change_fee ?? {},
    refund_to: rules.refund_to ?? "same_means",
    gift_card_bonus: rules.gift_card_bonus ?? 0,
  };
};

/**
 * The policy for a change by the venue: the venue decides where the money goes, and may waive the fees. Monetary tickets
 * (gift cards, donations) are refunded as paid, without a fee or a bonus.
 */
export const policyForVenue = (
  policy: ChangePolicy,
  { waivesFee, isMonetary }: { readonly waivesFee: boolean; readonly isMonetary: boolean },
): ChangePolicy => ({
  ...policy,
  ...((waivesFee || isMonetary) && { cancel_fee: {}, change_fee: {} }),
  ...(isMonetary && { gift_card_bonus: 0 }),
  refund_to: "choice",
});

/**
 * The policy for a change that staff make for a buyer: the same rules and deadlines, even if buyers cannot make changes
 * online.
 */
export const policyAtDesk = (policy: ChangePolicy): ChangePolicy => ({ ...policy, enabled: true, anon_editing: true });

/** The policy for a cancellation without a refund. */
export const policyKeepingAll = (policy: ChangePolicy): ChangePolicy => ({ ...policy, cancel_fee: { percent: 100 } });

/**
 * The policy for a visit that the venue has cancelled: no fees, and a refund to the original payment method is always
 * possible.
 */
export const policyAfterCancellation = (policy: ChangePolicy): ChangePolicy => ({
  ...policy,
  cancel_fee: {},
  change_fee: {},
  refund_to: policy.refund_to === "same_means" ? "same_means" : "choice",
});
