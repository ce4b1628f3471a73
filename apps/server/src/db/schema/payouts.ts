import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

export type ProviderPayoutTable = {
  seller_id: string;
  gateway_id: CardGatewayId;
  ref: string;
  /** Minor units; negative if the provider debits the bank account. */
  amount: number;
  currency: string;
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  is_automatic: boolean;
  names_rows: "later" | "all" | "never";
  created_on: Timestamp;
  arrives_on: string;
  /** The last row that was read; null if none was. */
  rows_after: string | null;
  rows_read_at: string | null;
  row_count: Generated<number>;
  /** The sums of its rows in minor units: amounts less fees, and fees. */
  net: Generated<number>;
  fees: Generated<number>;
};

export type PayoutRowTable = {
  seller_id: string;
  gateway_id: CardGatewayId;
  payout_ref: string;
  ref: string;
  kind: "capture" | "refund" | "refund_failed" | "dispute" | "fee" | "other";
  payment_id: string | null;
  /** The provider's id of the refund or dispute. */
  source_ref: string | null;
  amount: number;
  fee: number;
  currency: string;
  occurred_on: Timestamp;
};

export type PayoutReadingTable = {
  seller_id: string;
  gateway_id: CardGatewayId;
  /** From when payouts are known. */
  since: Timestamp;
  checked_at: Timestamp;
};

export type DisputeDeadlineTable = {
  seller_id: string;
  payment_id: string;
  provider_ref: string;
  due_by: string;
};

/** A person who gets an e-mail when something new needs attention. */
export type MoneyNoticeTable = {
  seller_id: string;
  staff_id: string;
  /** What was on the list when they subscribed, or in their last e-mail. */
  notified: string[];
  sent_at: string | null;
  created_at: Timestamp;
};
