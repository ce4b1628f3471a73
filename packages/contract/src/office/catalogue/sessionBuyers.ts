import * as z from "zod/mini";
import { Day, Id } from "../../basics.ts";

/** Sessions with buyers that a publishing changes, and the answer to whether these buyers are written to. */

/**
 * What changes: when it begins or ends; it is cancelled, or takes place after all; it is taken out of the schedule, or back in
 * it; its places; the name of its event; its venue, by name, address or another one. Prices are not among them: orders keep theirs.
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

/** Sessions that a plan lists; the others are counted. */
export const maxListedSessions = 200;

const Times = z.object({ local_day: Day, local_start: z.string(), local_end: z.string() });

export const ChangedSession = z.object({
  id: Id,
  /** The event's name as buyers know it. */
  event: z.string(),
  ...Times.shape,
  what: z.array(z.enum(sessionFacts)),
  /** When it takes place afterwards, where that is another time. */
  becomes: z.nullable(Times),
  /** Orders with valid or used tickets for it, and people whom these tickets admit. */
  orders: z.int(),
  people: z.int(),
});
export type ChangedSession = z.infer<typeof ChangedSession>;

/** Orders and people of all of them, each once. */
export const ChangedBuyers = z.object({
  sessions: z.int(),
  orders: z.int(),
  people: z.int(),
  /** Of the sessions, those that are cancelled or take place after all: their buyers get an e-mail about that in any case. */
  announced: z.int(),
  /** The first 200, by their start. */
  list: z.array(ChangedSession),
});
export type ChangedBuyers = z.infer<typeof ChangedBuyers>;

/** A message to every buyer of the sessions. */
export const BuyersMessage = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
});

/**
 * `write_to_buyers`: null writes to nobody; without it, a change of sessions that have buyers is refused with `has_buyers` and
 * their numbers. A message needs `bulk.run` and `order.resend` and starts an action for these orders. `expected`: the orders
 * that the plan showed; if there are others by now, `stale_version`.
 */
export const buyersAnswer = {
  expected: z.optional(z.strictObject({ orders: z.int().check(z.minimum(0)) })),
  write_to_buyers: z.optional(z.nullable(BuyersMessage)),
};
const Answer = z.object(buyersAnswer);
export type BuyersAnswer = z.infer<typeof Answer>;
