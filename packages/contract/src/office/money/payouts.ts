import * as z from "zod/mini";
import { Currency, Day, Id, Instant, SignedMoney } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * What is known of a payout's rows.
 * - later: the provider names them later. reading: they are being read.
 * - all: they are all here. never: it was started by hand, and the provider names no rows of it.
 */
export const payoutRowStates = ["later", "reading", "all", "never"] as const;

/**
 * How a row of a payout compares with ours.
 * - matched: the same amount. converted: the payment is ours, in another currency.
 * - other_amount: ours has another amount. missing_here: we have no such row.
 * - of_provider: a fee or an adjustment, which is the provider's alone.
 */
export const payoutOutcomes = ["matched", "converted", "other_amount", "missing_here", "of_provider"] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

export const Payout = z.object({
  gateway_id: z.string(),
  ref: z.string(),
  /** The payout at the provider; null where it has no page. */
  url: z.nullable(z.string()),
  amount: SignedMoney,
  currency: Currency,
  status: z.enum(["pending", "in_transit", "paid", "failed", "canceled"]),
  is_automatic: z.boolean(),
  created_on: Instant,
  arrives_on: Day,
  rows: z.enum(payoutRowStates),
  count: z.int(),
  fees: SignedMoney,
  /** The sum of its rows less the payout; null until they are all here. Anything but 0 is a fault. */
  difference: z.nullable(SignedMoney),
});
export type Payout = z.infer<typeof Payout>;

/** Money that was taken or refunded, and is in no payout. */
export const UnpaidRow = z.object({
  kind: z.enum(["capture", "refund"]),
  payment_id: Id,
  gateway_id: z.string(),
  order_number: z.nullable(z.int()),
  amount: SignedMoney,
  currency: Currency,
  at: Instant,
});
export type UnpaidRow = z.infer<typeof UnpaidRow>;

/** So many payouts are a page, and so many captures and refunds in no payout. */
export const payoutLimit = 100;
/** Captures of so many days ago should be in a payout, if nothing else is asked for. */
export const usualPayoutDays = 14;

export const payoutList = {
  name: "arrives_on",
  columns: {
    arrives_on: { label: "At the bank" },
    created_on: { label: "Created", isLabelled: true },
    status: { label: "State" },
    rows: { label: "Rows", isNumber: true, isLabelled: true },
    fees: { label: "Fees", isNumber: true, isLabelled: true },
    amount: { label: "Amount", isNumber: true },
  },
  sorts: { created_on: "descending" },
  usual: "-created_on",
} as const satisfies ListShape;

/** The newest payouts without a `sort`, or the next page of them. */
export const listPayouts = staffEndpoint({
  name: "listPayouts",
  method: "GET",
  path: "/payouts",
  summary: "Payouts of the providers",
  can: "payout.read",
  audits: null,
  query: z.strictObject({
    sort: sortOf(payoutList),
    /** Where the page before ended: moment, gateway and reference. */
    after: z.optional(
      z.string().check(z.maxLength(330), z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z [a-z][a-z_]{0,29} [\w-]{1,255}$/)),
    ),
  }),
  reply: z.object({
    payouts: z.array(Payout),
    next: z.nullable(z.string()),
    /** Payouts were last listed then; null: they never were. */
    checked_at: z.nullable(Instant),
    /** Some payouts were started by hand, so what they hold is among the captures in no payout. */
    has_manual: z.boolean(),
  }),
});

/**
 * What was captured or refunded more than `days` ago and is in no payout: in the order of the payments, the oldest first, a
 * refund after its payment. A call looks through so many payments at most; a page may so have few rows, or none, and a `next`.
 */
export const listUnpaid = staffEndpoint({
  name: "listUnpaid",
  method: "GET",
  path: "/payouts/unpaid",
  summary: "Captures and refunds that are in no payout",
  can: "payout.read",
  audits: null,
  query: z.strictObject({
    /** 1 to 60. */
    days: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-5]\d|60)$/))),
    /** Where the page before ended: a payment, and of a refund its id. */
    after: z.optional(z.string().check(z.regex(/^[\da-f-]{36} [\da-f-]{36}$/))),
  }),
  reply: z.object({
    days: z.int(),
    unpaid: z.array(UnpaidRow),
    next: z.nullable(z.string()),
    /** Payments until then were looked through; null: all of them. */
    looked_until: z.nullable(Instant),
    /** Since when captures are compared; null: nothing is compared yet. */
    compared_since: z.nullable(Instant),
  }),
});

export const PayoutRow = z.object({
  ref: z.string(),
  kind: z.enum(["capture", "refund", "refund_failed", "dispute", "fee", "other"]),
  outcome: z.enum(payoutOutcomes),
  amount: SignedMoney,
  fee: SignedMoney,
  currency: Currency,
  at: Instant,
  /** Our row: null where there is none. */
  payment_id: z.nullable(Id),
  order_number: z.nullable(z.int()),
  ours: z.nullable(SignedMoney),
  ours_currency: z.nullable(Currency),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

export const payoutPageSize = 100;

/** They are in the order of the provider's references. */
export const payoutRowList = {
  name: "kind",
  columns: {
    kind: { label: "What" },
    outcome: { label: "Beside ours" },
    ours: { label: "Ours", isNumber: true, isLabelled: true },
    fee: { label: "Fee", isNumber: true, isLabelled: true },
    amount: { label: "Amount", isNumber: true },
  },
  sorts: {},
  usual: "",
} as const satisfies ListShape;

/** A payout with its rows beside ours. `only`: rows of one outcome. */
export const readPayout = staffEndpoint({
  name: "readPayout",
  method: "GET",
  path: "/payouts/:gateway_id/:ref",
  summary: "A payout, each of its rows beside ours",
  can: "payout.read",
  audits: null,
  params: z.strictObject({
    gateway_id: z.string().check(z.regex(/^[a-z][a-z_]{0,29}$/)),
    ref: z.string().check(z.regex(/^[\w-]{1,255}$/)),
  }),
  query: z.strictObject({
    only: z.optional(z.enum(payoutOutcomes)),
    /** The last row of the page before. */
    after: z.optional(z.string().check(z.regex(/^[\w-]{1,255}$/))),
  }),
  reply: z.object({
    payout: Payout,
    outcomes: z.array(z.object({ outcome: z.enum(payoutOutcomes), count: z.int(), amount: SignedMoney })),
    rows: z.array(PayoutRow),
    next: z.nullable(z.string()),
  }),
});
