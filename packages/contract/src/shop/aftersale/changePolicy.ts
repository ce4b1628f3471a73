import * as z from "zod/mini";
import { Money } from "../../basics.ts";

/**
 * What can be done with a ticket after the sale: cancel it, move it to another time, exchange it for another type, or
 * change its names.
 */
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
  /** All actions if absent. With an empty list, buyers have to contact the venue. */
  allow: z.optional(z.array(ChangeAction)),
  /**
   * The deadline, in the venue's time zone: the session has to start on or after the local day that is this many days from
   * today.
   */
  horizon_days: z.optional(z.int().check(z.minimum(0), z.maximum(730))),
  /** And it has to start at least this many hours from now. */
  horizon_hours: z.optional(z.int().check(z.minimum(0), z.maximum(17_520))),
  /** Tickets of a sold-out session can be moved and exchanged; true if absent. */
  change_sold_out: z.optional(z.boolean()),
  cancel_fee: z.optional(ChangeFee),
  change_fee: z.optional(ChangeFee),
  /** `same_means` if absent. */
  refund_to: z.optional(RefundTo),
  /** The bonus for choosing a gift card, in percent of the refund. */
  gift_card_bonus: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
};
export const ChangeRules = z.strictObject(changeRuleFields);
export type ChangeRules = z.infer<typeof ChangeRules>;

/** Whether and how buyers change their orders themselves. Without it they contact the venue. */
export const SelfEdit = z.strictObject({
  enabled: z.boolean(),
  /** Anybody with the order's link can change it, without a login. */
  anon_editing: z.boolean(),
  /** The categories of events whose tickets can be changed; all if absent. */
  categories: z.optional(z.array(z.string())),
  ...changeRuleFields,
});
export type SelfEdit = z.infer<typeof SelfEdit>;
