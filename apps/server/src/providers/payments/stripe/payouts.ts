import type Stripe from "stripe";
import { fromStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { maxPayouts, type PayoutPage, type PayoutEntry, type ProviderPayout } from "../payouts.ts";
import type { StripeAccount } from "./intents.ts";
import { findIntentsByRef } from "./intents.sql.ts";
import { toInstant } from "./stripeClient.ts";

const statuses = ["pending", "in_transit", "paid", "failed", "canceled"] as const;

const namesRows: Readonly<Record<string, ProviderPayout["names_rows"]>> = {
  completed: "all",
  in_progress: "later",
  not_applicable: "never",
};

const toPayout = (payout: Stripe.Payout): ProviderPayout => ({
  ref: payout.id,
  amount: fromStripeAmount(payout.amount, payout.currency),
  currency: payout.currency.toUpperCase(),
  status: statuses.find((known) => known === payout.status) ?? "pending",
  is_automatic: payout.automatic,
  names_rows: namesRows[payout.reconciliation_status] ?? "later",
  created_on: toInstant(payout.created),
  // Stripe gives the day as its midnight in UTC.
  arrives_on: toInstant(payout.arrival_date).slice(0, 10),
});

export const listStripePayouts = async (
  { client }: StripeAccount,
  since: Temporal.Instant,
): Promise<readonly ProviderPayout[]> => {
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
  const payouts: ProviderPayout[] = [];
  for await (const payout of client.payouts.list({ created, limit: 100 })) {
    payouts.push(toPayout(payout));
    if (payouts.length === maxPayouts) break;
  }
  return payouts;
};

/** Stripe's reporting categories: they stay the same when transaction types are added. */
const kinds: Readonly<Record<string, PayoutEntry["kind"]>> = {
  charge: "capture",
  refund: "refund",
  refund_failure: "refund_failed",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
};

type Source = { readonly id: string; readonly intent: string | null };

/** What a transaction is about; the list is fetched with its sources expanded. */
const sourceOf = ({ source }: Stripe.BalanceTransaction): Source | undefined => {
  if (typeof source !== "object" || source === null) return undefined;
  if (source.object !== "charge" && source.object !== "refund" && source.object !== "dispute") return undefined;
  const { payment_intent } = source;
  return { id: source.id, intent: typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? null) };
};

const toRow = (
  transaction: Stripe.BalanceTransaction,
  source: Source | undefined,
  payment_id: string | undefined,
): PayoutEntry => {
  const { id, amount, fee, currency, created, reporting_category } = transaction;
  const kind = kinds[reporting_category] ?? "other";
  return {
    ref: id,
    kind,
    payment_id: payment_id ?? null,
    source_ref: kind === "capture" ? null : (source?.id ?? null),
    amount: fromStripeAmount(amount, currency),
    fee: fromStripeAmount(fee, currency),
    currency: currency.toUpperCase(),
    occurred_on: toInstant(created),
  };
};

/** A page of a payout's transactions, without the payout's own, which debits the balance. */
export const readStripePayoutRows = async (
  { client, databaseOf }: StripeAccount,
  sellerId: string,
  { ref, after }: { readonly ref: string; readonly after: string | null },
): Promise<PayoutPage> => {
  const { data, has_more } = await client.balanceTransactions.list({
    payout: ref,
    limit: 100,
    expand: ["data.source"],
    ...(after !== null && { starting_after: after }),
  });
  const rows = data.filter(({ type }) => type !== "payout").map((row) => ({ row, source: sourceOf(row) }));
  const intents = await findIntentsByRef(
    databaseOf(sellerId),
    sellerId,
    rows.flatMap(({ source }) => source?.intent ?? []),
  );
  const paymentOf = new Map(intents.map(({ ref, payment_id }) => [ref, payment_id]));
  const last = data.at(-1)?.id;
  return {
    rows: rows.map(({ row, source }) => toRow(row, source, paymentOf.get(source?.intent ?? ""))),
    next: has_more && last !== undefined ? last : null,
  };
};
