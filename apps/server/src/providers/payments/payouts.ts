/** A payout of the provider to the seller's bank. */
export type ProviderPayout = {
  readonly ref: string;
  /** Minor units; negative where the provider takes money from the bank. */
  readonly amount: number;
  readonly currency: string;
  readonly status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  /** False: somebody has started it by hand. */
  readonly is_automatic: boolean;
  /** Whether the provider names what is in it: not yet, all of it, or never. */
  readonly names_rows: "later" | "all" | "never";
  readonly created_on: string;
  /** The day on which it is at the bank, YYYY-MM-DD. */
  readonly arrives_on: string;
};

/** A sum that a payout consists of. The amounts less the fees of all rows are the payout's amount. */
export type PayoutEntry = {
  readonly ref: string;
  readonly kind: "capture" | "refund" | "refund_failed" | "dispute" | "fee" | "other";
  /** Our payment; null where it is about none of ours. */
  readonly payment_id: string | null;
  /** The provider's name of the refund or dispute. */
  readonly source_ref: string | null;
  /** Minor units of the payout's currency; negative where it lowers the payout. */
  readonly amount: number;
  /** What the provider keeps of it. */
  readonly fee: number;
  readonly currency: string;
  readonly occurred_on: string;
};

/** `next`: what the next page is asked for with; null after the last one. */
export type PayoutPage = { readonly rows: readonly PayoutEntry[]; readonly next: string | null };

/** How a gateway tells what it has paid out. */
export type PayoutReader = {
  /** Payouts that were created since a moment, at most `maxPayouts`. */
  list(sellerId: string, since: Temporal.Instant): Promise<readonly ProviderPayout[]>;
  /** A page of a payout's rows, without the payout's own. */
  readRows(sellerId: string, payout: { readonly ref: string; readonly after: string | null }): Promise<PayoutPage>;
};

/** So many payouts are listed at once: one a day for years. */
export const maxPayouts = 1000;
