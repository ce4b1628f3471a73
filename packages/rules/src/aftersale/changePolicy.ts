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
  /** Buyers may change their orders themselves. */
  readonly enabled: boolean;
  /** Without a login too. */
  readonly anon_editing: boolean;
  readonly allow: readonly ChangeAction[];
  /** Local days at the venue, and hours, before the session; null adds no limit. */
  readonly horizon_days: number | null;
  readonly horizon_hours: number | null;
  /** Tickets of a sold-out session can be moved and exchanged. Orders from before it existed lack it: they can. */
  readonly change_sold_out?: boolean;
  readonly cancel_fee: ChangeFee;
  readonly change_fee: ChangeFee;
  readonly refund_to: RefundTo;
  /** In percent of the refund. */
  readonly gift_card_bonus: number;
};

const everyAction: readonly ChangeAction[] = ["cancel", "reschedule", "exchange", "names"];

type PolicyEvent = { readonly category: string | null; readonly self_edit?: ChangeRules | undefined };

/** The policy of an event: the seller's rules, where the event sets none of its own. */
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
 * For a change that the venue makes: it decides where the money goes, and may waive the fees. What is worth what was paid
 * for it goes back as it was, without a fee and without a bonus.
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

/** For whom the staff serve: the rules and hours of the policy, whether or not buyers may follow them online. */
export const policyAtDesk = (policy: ChangePolicy): ChangePolicy => ({ ...policy, enabled: true, anon_editing: true });

/** For a cancellation that gives nothing back. */
export const policyKeepingAll = (policy: ChangePolicy): ChangePolicy => ({ ...policy, cancel_fee: { percent: 100 } });

/** For a visit that the venue has cancelled: nothing is kept, and the money can always go back the way it came. */
export const policyAfterCancellation = (policy: ChangePolicy): ChangePolicy => ({
  ...policy,
  cancel_fee: {},
  change_fee: {},
  refund_to: policy.refund_to === "same_means" ? "same_means" : "choice",
});
