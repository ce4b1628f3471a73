import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Timestamp } from "./columns.ts";

/** One person's cash at the box office, from the float to closing. Amounts are in minor units. */
export type TillTable = {
  seller_id: string;
  id: string;
  staff_id: string;
  state: "open" | "counted" | "closed";
  currency: string;
  float_amount: number;
  opened_at: Timestamp;
  /** Coins and notes as last counted. */
  counts: { readonly value: number; readonly count: number }[] | null;
  counted: number | null;
  /** The expected amount in the till. */
  expected: number | null;
  reason: string | null;
  closed_at: Timestamp | null;
  closed_day: string | null;
  number: number | null;
};

/** A movement of a till. Sales and refunds are listed for every payment method, but only cash is in the till. */
export type TillEntryTable = {
  seller_id: string;
  id: string;
  till_id: string;
  kind: "in" | "out" | "sale" | "refund";
  gateway_id: GatewayId;
  amount: number;
  /** The payment of a sale, or the refund. */
  cause_id: string | null;
  slip: string | null;
  reason: string | null;
  at: Timestamp;
};

/** The number of tills that a seller has closed. */
export type TillCounterTable = { seller_id: string; last_number: number };

/** A sale at the box office, by the id that the client gave it. */
export type CounterSaleTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  /** Null if a membership was renewed with gift cards alone. */
  till_id: string | null;
  staff_id: string;
  total: number;
  tendered: number;
  change: number;
  created_at: Timestamp;
};
