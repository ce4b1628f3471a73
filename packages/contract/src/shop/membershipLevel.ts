import * as z from "zod/mini";
import { Day, Id, Instant, Money } from "../basics.ts";

/** A membership programme. Rank 1 is the highest. */
export const MembershipProgram = z.object({ id: Id, name: z.string(), rank: z.int() });
export type MembershipProgram = z.infer<typeof MembershipProgram>;

/** The membership level that a group sells, in addition to its name and types. */
export const MembershipLevel = z.object({
  program: z.nullable(MembershipProgram),
  /** The price with the fewest people, before fees. Each further person costs the price of their type. */
  price: Money,
  /** Members get a plastic card by post. */
  physical_card: z.boolean(),
  /** It can be given as a gift. */
  gift: z.boolean(),
  /** The term of a purchase made now. `last_day` is the last valid day in the venue's zone; null without end. */
  term: z.object({ valid_from: Instant, valid_to: z.nullable(Instant), last_day: z.nullable(Day) }),
});
export type MembershipLevel = z.infer<typeof MembershipLevel>;

/** What a membership is bought for: a new one, the next term of one's own, or a gift. */
export const MembershipAction = z.enum(["buy", "renew", "gift"]);
export type MembershipAction = z.infer<typeof MembershipAction>;

/**
 * What a membership ticket is bought for, kept in its `handler_data` until it is paid. `renews_id` is the membership
 * that a renewal follows.
 */
export const MembershipOrdered = z.object({
  action: MembershipAction,
  gift: z.optional(z.literal(true)),
  renews_id: z.optional(Id),
  /**
   * For a change of level by staff within the term: the membership, the amount that its remaining term is worth in minor
   * units, and the end of the term.
   */
  changes_id: z.optional(Id),
  worth: z.optional(z.int()),
  until: z.optional(Instant),
});
export type MembershipOrdered = z.infer<typeof MembershipOrdered>;

/**
 * A level that a gift code is valid for. `_rank` is its programme's, 1 without one; `discounted_amount` is the price
 * with the code for the fewest people.
 */
export const GiftLevel = z.object({
  ticket_group_id: Id,
  event_template_id: Id,
  name: z.string(),
  _rank: z.int(),
  currency_amount: Money,
  discounted_amount: Money,
});
export type GiftLevel = z.infer<typeof GiftLevel>;
