import type { Generated } from "kysely";
import type { Json, Moment } from "./columns.ts";

export type PaymentTable = {
  seller_id: string;
  id: string;
  cart_id: string;
  cart_version: number;
  ticket_order_id: string | null;
  gateway_id: "free" | "test" | "stripe" | "ledger";
  state: Generated<"created" | "processing" | "authorized" | "captured" | "voided" | "failed" | "refunded">;
  amount: number;
  refunded: Generated<number>;
  currency: string;
  provider_ref: string | null;
  gateway_data: Json;
  failure: string | null;
  created_at: Moment;
  updated_at: Moment;
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
  created_at: Moment;
};
