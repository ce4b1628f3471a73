import * as z from "zod/mini";
import { Day, Id, Instant, Money } from "../basics.ts";

/** Rank 1 is the top (requirements OPEN-57). */
export const MembershipProgram = z.object({ id: Id, name: z.string(), rank: z.int() });
export type MembershipProgram = z.infer<typeof MembershipProgram>;

/** What is told of a group that sells a level of membership (`handler` membership), beside its name and its types. */
export const MembershipLevel = z.object({
  program: z.nullable(MembershipProgram),
  /** What it costs with the fewest people who may stand on it, before fees. Everybody more costs what their type does. */
  price: Money,
  /** Cards of plastic come by post. */
  physical_card: z.boolean(),
  /** It can be given. */
  gift: z.boolean(),
  /** The term of one that is bought now. `last_day`, in the venue's zone, is the last on which it is valid; null without end. */
  term: z.object({ valid_from: Instant, valid_to: z.nullable(Instant), last_day: z.nullable(Day) }),
});
export type MembershipLevel = z.infer<typeof MembershipLevel>;

/** What a membership is bought for: one's own, the next term of one's own, a present. */
export const MembershipAction = z.enum(["buy", "renew", "gift"]);
export type MembershipAction = z.infer<typeof MembershipAction>;

/**
 * What a membership ticket is for, so that it says so when it is paid. `renews_id`: of a renewal, the membership whose next
 * term it is. Kept in the ticket's `handler_data`.
 */
export const MembershipOrdered = z.object({
  action: MembershipAction,
  gift: z.optional(z.literal(true)),
  renews_id: z.optional(Id),
});
export type MembershipOrdered = z.infer<typeof MembershipOrdered>;

/**
 * A level that a gift's code is good for. `_rank` is that of its program, 1 without one; `discounted_amount` is what it costs
 * with the code for the fewest people who may stand on it.
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
