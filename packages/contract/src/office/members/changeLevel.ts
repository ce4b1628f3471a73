import * as z from "zod/mini";
import { Currency, Day, Id, Money } from "../../basics.ts";
import { CounterLink } from "../money/counterLinks.ts";
import { CounterMeans } from "../money/counterSales.ts";
import { Reason, Version } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/** A level that a membership can be changed to, for everybody who is on it. */
export const LevelChoice = z.object({
  level: Id,
  name: z.string(),
  /** Why the people on the membership do not fit; null: they do. */
  problem: z.nullable(z.string()),
  /** The price of the whole level for them, without fees, and what the days that are left cost of it. */
  price: Money,
  cost: Money,
  /** To be paid; '0' where nothing is. */
  due: Money,
  /** Goes back, as far as it was paid; '0' where nothing does. */
  back: Money,
});
export type LevelChoice = z.infer<typeof LevelChoice>;

export const LevelQuote = z.object({
  level: z.string(),
  people: z.array(z.string()),
  last_day: Day,
  days_left: z.int(),
  days_of_term: z.int(),
  /** What the days that are left are worth at the level until now. */
  credit: Money,
  currency: Currency,
  order_number: z.int(),
  /** Where a link is sent: the address that the holder logs in with. */
  email: z.string(),
  options: z.array(LevelChoice),
});
export type LevelQuote = z.infer<typeof LevelQuote>;

/**
 * What changing the level of a membership within its term comes to today. Refused with `ticket_state_incorrect`, which says
 * why: it has no end, has not begun, has ended or was renewed, or is in nobody's account.
 */
export const quoteLevelChange = staffEndpoint({
  name: "quoteLevelChange",
  method: "GET",
  path: "/members/:membership_id/level_quote",
  summary: "What changing the level of a membership comes to. Changes nothing.",
  can: "member.edit",
  audits: null,
  params: ofMember,
  reply: LevelQuote,
});

/**
 * Changes the level of a membership for the rest of its term, for everybody on it; benefits count from then on, and numbers and
 * cards stay. The difference is paid at the till or with gift cards (`payment_incorrect_amount`), or goes back to the means of the
 * membership's order, which needs `order.refund` and is within the refund limits. `expected`: what was shown; where it comes to
 * something else it is refused with `payment_incorrect_amount`. An automatic renewal ends with it. Refused with
 * `payment_in_progress` while the next term is charged or somebody pays for a change by its link. Sent again with the same
 * `change_id` it changes nothing and answers the same.
 */
export const changeLevel = staffEndpoint({
  name: "changeLevel",
  method: "POST",
  path: "/members/:membership_id/change_level",
  summary: "Change the level of a membership within its term",
  can: "sale.make",
  audits: "member.level_changed",
  params: ofMember,
  body: z.strictObject({
    /** Made up by the screen, anew for each change. */
    change_id: Id,
    version: Version,
    level: Id,
    means: z.array(CounterMeans).check(z.maxLength(10)),
    expected: z.strictObject({ due: Money, back: Money }),
    reason: Reason,
  }),
  reply: z.object({ order_number: z.int(), total: Money, change: Money, currency: Currency }),
});

/**
 * Sends the holder a link by which they pay for a change to a dearer level, within half an hour; nothing is changed until they
 * have. Refused like a change; it takes the place of a link before it.
 */
export const sendLevelLink = staffEndpoint({
  name: "sendLevelLink",
  method: "POST",
  path: "/members/:membership_id/level_link",
  summary: "Send the holder of a membership a link to change its level and pay",
  can: "sale.make",
  audits: "member.level_link_sent",
  params: ofMember,
  body: z.strictObject({ change_id: Id, version: Version, level: Id, due: Money }),
  reply: CounterLink,
});
