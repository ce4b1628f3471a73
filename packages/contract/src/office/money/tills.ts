import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** Coins or notes of one value. */
const Count = z.strictObject({ value: Money, count: z.int().check(z.minimum(0), z.maximum(100_000)) });

/** Counted: nothing is sold from it any more, and its difference is known. */
export const OwnTill = z.object({
  id: Id,
  state: z.enum(["open", "counted"]),
  opened_at: Instant,
  float: Money,
  /** Cash put in or taken out between; the newest first, at most 100. */
  moves: z.array(z.object({ id: Id, kind: z.enum(["in", "out"]), amount: Money, reason: z.string(), at: Instant })),
  /** Null until it was counted: what has to be in it is not shown before. */
  count: z.nullable(
    z.object({ counted: Money, expected: SignedMoney, difference: SignedMoney, needs_reason: z.boolean() }),
  ),
});
export type OwnTill = z.infer<typeof OwnTill>;

/** The till of whoever asks; null where they have none. */
export const readTill = staffEndpoint({
  name: "readTill",
  method: "GET",
  path: "/till",
  summary: "One's own till",
  can: "till.use",
  audits: null,
  reply: z.object({ till: z.nullable(OwnTill), currency: Currency, denominations: z.array(Money) }),
});

/** Opens a till with the cash that is in it. Somebody has one at a time (`till_open`). */
export const openTill = staffEndpoint({
  name: "openTill",
  method: "POST",
  path: "/till/open",
  summary: "Open a till",
  can: "till.use",
  audits: "till.opened",
  body: z.strictObject({ float: Money }),
  reply: z.object({ till: OwnTill }),
});

/** Puts cash into the open till or takes it out. More than is in it cannot be taken out (`till_short`). */
export const moveCash = staffEndpoint({
  name: "moveCash",
  method: "POST",
  path: "/till/moves",
  summary: "Put cash into a till or take it out",
  can: "till.use",
  audits: "till.cash_moved",
  body: z.strictObject({ kind: z.enum(["in", "out"]), amount: Money, reason: Reason }),
  reply: z.object({ till: OwnTill }),
});

/**
 * Says what is in the till, by coin and note. From then on nothing is sold from it, and the difference is shown. It can be
 * counted again until it is closed; each count is in the audit log.
 */
export const countTill = staffEndpoint({
  name: "countTill",
  method: "POST",
  path: "/till/count",
  summary: "Count a till",
  can: "till.use",
  audits: "till.counted",
  body: z.strictObject({ counts: z.array(Count).check(z.maxLength(30)) }),
  reply: z.object({ till: OwnTill }),
});

/** Closes a counted till for good. A difference above `till_limits` of the seller's configuration needs a reason. */
export const closeTill = staffEndpoint({
  name: "closeTill",
  method: "POST",
  path: "/till/close",
  summary: "Close a till",
  can: "till.use",
  audits: "till.closed",
  body: z.strictObject({ reason: z.optional(Reason) }),
  reply: z.object({ number: z.int() }),
});

/** A till with its sums. `number`: of its closing, by seller and without gaps; null until it is closed. */
export const TillClosing = z.object({
  id: Id,
  number: z.nullable(z.int()),
  person: z.string(),
  opened_at: Instant,
  closed_at: z.nullable(Instant),
  float: Money,
  put_in: Money,
  taken_out: Money,
  /** By means: `cash`, `terminal` (a card elsewhere), `ledger` (gift cards). */
  means: z.array(z.object({ gateway_id: z.string(), sales: z.int(), sold: Money, refunded: Money })),
  expected: SignedMoney,
  counted: z.nullable(Money),
  difference: z.nullable(SignedMoney),
  reason: z.nullable(z.string()),
});
export type TillClosing = z.infer<typeof TillClosing>;

/** The tills that were closed on a day, and with today those that are not closed yet. */
export const readTillDay = staffEndpoint({
  name: "readTillDay",
  method: "GET",
  path: "/tills",
  summary: "The tills of a day",
  can: "till.read_all",
  audits: null,
  query: z.strictObject({ day: Day }),
  reply: z.object({ day: Day, currency: Currency, tills: z.array(TillClosing), is_cut: z.boolean() }),
});
