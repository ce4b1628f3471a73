/** A payout of the provider to the seller's bank. */
export type ProviderPayout = {
  readonly ref: string;
  /** Minor units; negative if the provider debits the bank account. */
  readonly amount: number;
  readonly currency: string;
  readonly status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  /** False if it was started manually. */
  readonly is_automatic: boolean;
  /** Whether the provider lists its contents: not yet, completely, or never. */
  readonly names_rows: "later" | "all" | "never";
  readonly created_on: string;
  /** The day on which it arrives at the bank, YYYY-MM-DD. */
  readonly arrives_on: string;
};

/** A row of a payout. The amounts less the fees of all rows are the payout's amount. */
export type PayoutEntry = {
  readonly ref: string;
  readonly kind: "capture" | "refund" | "refund_failed" | "dispute" | "fee" | "other";
  /** Our payment; null if it is not about one of ours. */
  readonly payment_id: string | null;
  /** The provider's id of the refund or dispute. */
  readonly source_ref: string | null;
  /** Minor units of the payout's currency; negative if it lowers the payout. */
  readonly amount: number;
  /** The provider's fee. */
  readonly fee: number;
  readonly currency: string;
  readonly occurred_on: string;
};

/** `next` is the cursor of the next page; null after the last one. */
export type PayoutPage = { readonly rows: readonly PayoutEntry[]; readonly next: string | null };

/** Reads a gateway's payouts. */
export type PayoutReader = {
  /** Payouts created since a time, at most `maxPayouts`. */
  list(sellerId: string, since: Temporal.Instant): Promise<readonly ProviderPayout[]>;
  /** A page of a payout's rows, without the payout's own. */
  readRows(sellerId: string, payout: { readonly ref: string; readonly after: string | null }): Promise<PayoutPage>;
};

/** The maximum number of payouts per listing: one a day for years. */
export const maxPayouts = 1000;
