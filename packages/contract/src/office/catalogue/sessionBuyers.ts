import * as z from "zod/mini";
import { Day, Id } from "../../basics.ts";

/** Sessions with buyers that a publishing changes, and the answer whether to write to these buyers. */

/**
 * What changes about a session: its start or end; it is cancelled, or takes place after all; it is taken out of the
 * schedule or put back; its number of places; the name of its event; its venue, or the name or address of the venue.
 * Prices are not included, because orders keep theirs.
 */
export const sessionFacts = [
  "time",
  "cancelled",
  "takes_place",
  "taken_out",
  "back",
  "places",
  "name",
  "venue",
] as const;
export type SessionFact = (typeof sessionFacts)[number];

/** The most sessions that a plan lists. Further ones are only counted. */
export const maxListedSessions = 200;

const Times = z.object({ local_day: Day, local_start: z.string(), local_end: z.string() });

export const ChangedSession = z.object({
  id: Id,
  /** The event's name as buyers know it. */
  event: z.string(),
  ...Times.shape,
  what: z.array(z.enum(sessionFacts)),
  /** The new times; null if they stay the same. */
  becomes: z.nullable(Times),
  /** Orders with valid or used tickets for the session, and the people whom these tickets admit. */
  orders: z.int(),
  people: z.int(),
});
export type ChangedSession = z.infer<typeof ChangedSession>;

/** The totals of all changed sessions with buyers. Each order and person is counted once. */
export const ChangedBuyers = z.object({
  sessions: z.int(),
  orders: z.int(),
  people: z.int(),
  /** How many of the sessions are cancelled or take place after all. Their buyers get an e-mail about that in any case. */
  announced: z.int(),
  /** The first 200 sessions, by start. */
  list: z.array(ChangedSession),
});
export type ChangedBuyers = z.infer<typeof ChangedBuyers>;

/** A message to every buyer of the sessions. */
export const BuyersMessage = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
});

/**
 * `write_to_buyers`: null writes to nobody. If it is absent, a change of sessions with buyers is refused with
 * `has_buyers` and the numbers. A message needs `bulk.run`, `order.resend` and step-up, and starts an action for these
 * orders. `expected`: the number of orders that the plan showed. Refused with `stale_version` if it is no longer right.
 */
export const buyersAnswer = {
  expected: z.optional(z.strictObject({ orders: z.int().check(z.minimum(0)) })),
  write_to_buyers: z.optional(z.nullable(BuyersMessage)),
};
const Answer = z.object(buyersAnswer);
export type BuyersAnswer = z.infer<typeof Answer>;
