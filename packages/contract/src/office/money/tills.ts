import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** A number of coins or notes of one value. */
const Count = z.strictObject({ value: Money, count: z.int().check(z.minimum(0), z.maximum(100_000)) });

/** The reader's own till. Once it is `counted`, nothing can be sold from it, and its difference is known. */
export const OwnTill = z.object({
  id: Id,
  state: z.enum(["open", "counted"]),
  opened_at: Instant,
  float: Money,
  /** Cash put in or taken out while it was open; newest first, at most 100. */
  moves: z.array(z.object({ id: Id, kind: z.enum(["in", "out"]), amount: Money, reason: z.string(), at: Instant })),
  /** Null until the till is counted: the expected amount is not shown before. */
  count: z.nullable(
    z.object({ counted: Money, expected: SignedMoney, difference: SignedMoney, needs_reason: z.boolean() }),
  ),
});
export type OwnTill = z.infer<typeof OwnTill>;

/** The caller's own till; null if they have none. */
export const readTill = staffEndpoint({
  name: "readTill",
  method: "GET",
  path: "/till",
  summary: "One's own till",
  can: "till.use",
  audits: null,
  reply: z.object({ till: z.nullable(OwnTill), currency: Currency, denominations: z.array(Money) }),
});

/** Opens a till with its initial cash. A person can have one till at a time (`till_open`). */
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

/** Puts cash into the open till or takes it out. Taking out more than it contains is refused with `till_short`. */
export const moveCash = staffEndpoint({
  name: "moveCash",
  method: "POST",
  path: "/till/moves",
  summary: "Put cash into a till or take it out",
  can: "till.use",
  mergesRepeats: true,
  audits: "till.cash_moved",
  body: z.strictObject({ kind: z.enum(["in", "out"]), amount: Money, reason: Reason }),
  reply: z.object({ till: OwnTill }),
});

/**
 * Records the till's contents by coin and note. From then on nothing can be sold from it, and the difference is shown. It
 * can be counted again until it is closed; every count is in the audit log.
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

/** Closes a counted till permanently. A difference above the seller's `till_limits` needs a reason. */
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

/**
 * A till with its totals. `number` is the closing's number, sequential per seller without gaps; null until the till is
 * closed.
 */
export const TillClosing = z.object({
  id: Id,
  number: z.nullable(z.int()),
  person: z.string(),
  opened_at: Instant,
  closed_at: z.nullable(Instant),
  float: Money,
  put_in: Money,
  taken_out: Money,
  /** By means of payment: `cash`, `terminal` (a card terminal), `ledger` (gift cards). */
  means: z.array(z.object({ gateway_id: z.string(), sales: z.int(), sold: Money, refunded: Money })),
  expected: SignedMoney,
  counted: z.nullable(Money),
  difference: z.nullable(SignedMoney),
  reason: z.nullable(z.string()),
});
export type TillClosing = z.infer<typeof TillClosing>;

/** The tills closed on a day; for today, also those not closed yet. */
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
