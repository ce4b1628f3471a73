import type { Generated } from "kysely";
import type { CardGatewayId, GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Json, Timestamp } from "./columns.ts";

export type PaymentTable = {
  seller_id: string;
  id: string;
  cart_id: string;
  cart_version: number;
  ticket_order_id: string | null;
  gateway_id: "free" | GatewayId;
  state: Generated<"created" | "processing" | "authorized" | "captured" | "voided" | "failed" | "refunded">;
  amount: number;
  refunded: Generated<number>;
  /** The total of pending refunds. */
  refunding: Generated<number>;
  seen_at: string | null;
  currency: string;
  provider_ref: string | null;
  /** For a gift card: a keyed hash of its number. */
  account_ref: Generated<string | null>;
  gateway_data: Json;
  failure: string | null;
  /** Whether the payer agreed that the payment method is saved and charged for the next terms. */
  auto_renew: Generated<boolean>;
  /** The saved method that was charged off-session. */
  saved_payment_method_id: Generated<string | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

/** What the venue changed in a partly paid cart. `price` is what the cart costs since then, in minor units. */
export type PlanChangeTable = {
  seller_id: string;
  id: string;
  cart_id: string;
  created_at: Timestamp;
  kind: "cancel" | "move";
  tickets: number;
  price: number;
  refund: number;
  reason: string | null;
  made_by: string | null;
};
export type ScheduledPaymentTable = {
  seller_id: string;
  id: string;
  cart_id: string;
  position: number;
  due_date: string;
  amount: number;
  created_at: Timestamp;
};

export type TestGatewayIntentTable = {
  seller_id: string;
  id: string;
  idempotency_key: string;
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed";
  amount: number;
  currency: string;
  card: string;
  decline_code: string | null;
  /** The payment method that was saved or charged. */
  method_id: Generated<string | null>;
  created_at: Timestamp;
};

export type TestGatewayMethodTable = {
  seller_id: string;
  id: string;
  customer: string;
  card: string;
  exp_month: number | null;
  exp_year: number | null;
  /** Since when it is no longer charged. */
  detached_at: Generated<string | null>;
  created_at: Timestamp;
};

export type TestGatewayRefundTable = {
  seller_id: string;
  id: string;
  intent_id: string;
  idempotency_key: string;
  amount: number;
  created_at: Timestamp;
};

export type PaymentKeysTable = {
  seller_id: string;
  gateway_id: CardGatewayId;
  sealed: Buffer;
  updated_at: Timestamp;
  tried_at: Timestamp;
  fault: string | null;
};

export type StripeIntentTable = {
  seller_id: string;
  payment_id: string;
  ref: string;
  amount: number;
  currency: string;
  is_live: boolean | null;
  created_at: Timestamp;
};

export type PaymentEventTable = {
  seller_id: string;
  gateway_id: CardGatewayId;
  id: string;
  type: string;
  object_id: string;
  occurred_on: string;
  claimed_until: string | null;
  done_at: string | null;
  outcome: "settled" | "orphan" | "unknown" | null;
  /** The number of processing attempts. */
  tries: Generated<number>;
  created_at: Timestamp;
};

export type PaymentAuditTable = {
  seller_id: string;
  id: string;
  payment_id: string;
  audit_action: "capture" | "refund" | "refund_failed" | "dispute_opened" | "dispute_closed" | "dispute_fee";
  occurred_on: Timestamp;
  amount: number;
  currency: string;
  provider_ref: string;
};

export type RefundTable = {
  seller_id: string;
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  reason: "late" | "requested" | "external" | "change";
  /** With the reason `change`: the order change that it belongs to. */
  order_change_id: Generated<string | null>;
  state: Generated<"created" | "pending" | "succeeded" | "failed">;
  provider_ref: string | null;
  failure: string | null;
  /** What staff chose for its e-mail, kept until the provider has answered. */
  email_choice: Generated<{ is_sent: boolean; sentence?: string } | null>;
  /** If it failed: the refund that staff sent instead. */
  replaced_by: Generated<string | null>;
  /** If it failed: the gift card that replaces it. */
  gift_card_account_id: Generated<string | null>;
  /** If it failed and was settled otherwise: the part repaid outside of the provider. Null while it is still owed. */
  repaid_elsewhere: Generated<number | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type ReconciliationTable = {
  seller_id: string;
  gateway_id: GatewayId;
  reconciled_until: string;
  checked_at: string;
};

export type PaymentAttemptTable = {
  seller_id: string;
  payment_id: string;
  client_network: string | null;
  fingerprint: string | null;
  created_at: Timestamp;
};
