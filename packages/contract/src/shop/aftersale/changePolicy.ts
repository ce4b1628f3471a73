import * as z from "zod/mini";
import { Money } from "../../basics.ts";

/** What can be done with a ticket after the sale: given up, moved to another time, exchanged for another type, renamed. */
export const ChangeAction = z.enum(["cancel", "reschedule", "exchange", "names"]);
export type ChangeAction = z.infer<typeof ChangeAction>;

/** How money goes back: to the means it came from, to a new gift card, or as the buyer chooses. */
export const RefundTo = z.enum(["same_means", "gift_card", "choice"]);
export type RefundTo = z.infer<typeof RefundTo>;

/** What the seller keeps of each ticket: an amount, a percentage of what was paid for it, or both. Never more than was paid. */
export const ChangeFee = z.strictObject({
  fixed: z.optional(Money),
  percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
});
export type ChangeFee = z.infer<typeof ChangeFee>;

/** The rules that an event may set for itself; the seller's apply where a key is absent. */
export const changeRuleFields = {
  /** All of them if absent. An empty list: the venue has to be contacted. */
  allow: z.optional(z.array(ChangeAction)),
  /** Until when, by the venue's clock: the session starts on or after the local day this many days from today. */
  horizon_days: z.optional(z.int().check(z.minimum(0), z.maximum(730))),
  /** And at least this many hours from now. */
  horizon_hours: z.optional(z.int().check(z.minimum(0), z.maximum(17_520))),
  /** Tickets of a sold-out session can be moved and exchanged; true if absent. */
  change_sold_out: z.optional(z.boolean()),
  cancel_fee: z.optional(ChangeFee),
  change_fee: z.optional(ChangeFee),
  /** `same_means` if absent. */
  refund_to: z.optional(RefundTo),
  /** Whoever takes a gift card gets this much more, in percent of the refund. */
  gift_card_bonus: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
};
export const ChangeRules = z.strictObject(changeRuleFields);
export type ChangeRules = z.infer<typeof ChangeRules>;

/** Whether and how buyers change their orders themselves. Without it they contact the venue. */
export const SelfEdit = z.strictObject({
  enabled: z.boolean(),
  /** Whoever has the order's link may change it, without a login. */
  anon_editing: z.boolean(),
  /** The categories of events whose tickets can be changed; all if absent. */
  categories: z.optional(z.array(z.string())),
  ...changeRuleFields,
});
export type SelfEdit = z.infer<typeof SelfEdit>;
