import * as z from "zod/mini";
import { Currency, Day, Id, Instant, SignedMoney } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * How complete our copy of a payout's rows is.
 * - later: the provider does not list them yet. reading: they are being read.
 * - all: they are complete. never: it was started manually, and the provider lists no rows for it.
 */
export const payoutRowStates = ["later", "reading", "all", "never"] as const;

/**
 * How a row of a payout compares with our records.
 * - matched: the same amount. converted: the payment is ours, in another currency.
 * - other_amount: our amount differs. missing_here: we have no such row.
 * - of_provider: a fee or an adjustment that exists only at the provider.
 */
export const payoutOutcomes = ["matched", "converted", "other_amount", "missing_here", "of_provider"] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

export const Payout = z.object({
  gateway_id: z.string(),
  ref: z.string(),
  /** The payout's page at the provider; null if there is none. */
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
  /** It is about payments of test keys or of the test gateway: no money reached the bank. */
  is_test: z.boolean(),
  /** The sum of its rows minus the payout; null until all rows are here. Anything but 0 is an error. */
  difference: z.nullable(SignedMoney),
});
export type Payout = z.infer<typeof Payout>;

/** Money that was captured or refunded and is not in any payout. */
export const UnpaidRow = z.object({
  kind: z.enum(["capture", "refund"]),
  payment_id: Id,
  gateway_id: z.string(),
  order_number: z.nullable(z.int()),
  amount: SignedMoney,
  currency: Currency,
  at: Instant,
  /** Paid with test keys, for which a provider may never pay out. */
  is_test: z.boolean(),
});
export type UnpaidRow = z.infer<typeof UnpaidRow>;

/** The page size of the lists of payouts and of money not paid out. */
export const payoutLimit = 100;
/** The default for `days`: captures older than this should be in a payout. */
export const defaultPayoutDays = 14;

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

/** A page of payouts, newest first unless `sort` is set. */
export const listPayouts = staffEndpoint({
  name: "listPayouts",
  method: "GET",
  path: "/payouts",
  summary: "Payouts of the providers",
  can: "payout.read",
  audits: null,
  query: z.strictObject({
    sort: sortOf(payoutList),
    /** The position of the last row of the previous page: time, gateway and reference. */
    after: z.optional(
      z.string().check(z.maxLength(330), z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z [a-z][a-z_]{0,29} [\w-]{1,255}$/)),
    ),
  }),
  reply: z.object({
    payouts: z.array(Payout),
    next: z.nullable(z.string()),
    /** When payouts were last listed at the provider; null if never. */
    checked_at: z.nullable(Instant),
    /** Some payouts were started manually, so the captures in them appear as not paid out. */
    has_manual: z.boolean(),
  }),
});

/**
 * Captures and refunds that are older than `days` and not in any payout, ordered by payment, oldest first, each refund
 * after its payment. Once live keys are stored, payments made with test keys are left out. A call examines a limited number of payments, so a page may have few rows or none and still a `next`.
 */
export const listUnpaid = staffEndpoint({
  name: "listUnpaid",
  method: "GET",
  path: "/payouts/unpaid",
  summary: "Captures and refunds that are in no payout",
  can: "payout.read",
  audits: null,
  query: z.strictObject({
    /** 1 to 60; see `defaultPayoutDays`. */
    days: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-5]\d|60)$/))),
    /** The position of the last row of the previous page: the payment's id and, for a refund, the refund's id. */
    after: z.optional(z.string().check(z.regex(/^[\da-f-]{36} [\da-f-]{36}$/))),
  }),
  reply: z.object({
    days: z.int(),
    unpaid: z.array(UnpaidRow),
    next: z.nullable(z.string()),
    /** The payments up to this time were examined; null if all were. */
    looked_until: z.nullable(Instant),
    /** The start of the comparison; null if nothing is compared yet. */
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
  /** Our payment; null if there is none. */
  payment_id: z.nullable(Id),
  order_number: z.nullable(z.int()),
  ours: z.nullable(SignedMoney),
  ours_currency: z.nullable(Currency),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

export const payoutPageSize = 100;

/** Ordered by the provider's references. */
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

/** A payout with its rows compared to our records. `only`: the rows of one outcome. */
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
    /** The last row of the previous page. */
    after: z.optional(z.string().check(z.regex(/^[\w-]{1,255}$/))),
  }),
  reply: z.object({
    payout: Payout,
    outcomes: z.array(z.object({ outcome: z.enum(payoutOutcomes), count: z.int(), amount: SignedMoney })),
    rows: z.array(PayoutRow),
    next: z.nullable(z.string()),
  }),
});
