import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Timestamp } from "./columns.ts";

/** The cash of one person at the box office, from its float to its closing. Amounts are in minor units. */
export type TillTable = {
  seller_id: string;
  id: string;
  staff_id: string;
  state: "open" | "counted" | "closed";
  currency: string;
  float_amount: number;
  opened_at: Timestamp;
  /** Coins and notes, as they were counted last. */
  counts: { readonly value: number; readonly count: number }[] | null;
  counted: number | null;
  /** What had to be in it. */
  expected: number | null;
  reason: string | null;
  closed_at: Timestamp | null;
  closed_day: string | null;
  number: number | null;
};

/** What went into a till and out of it. Sales and refunds are there whatever the means; only cash is in the till. */
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

/** How many tills a seller has closed. */
export type TillCounterTable = { seller_id: string; last_number: number };

/** What was sold at the box office, by the id that the screen gave it. */
export type CounterSaleTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  /** Null: a membership was renewed with gift cards alone. */
  till_id: string | null;
  staff_id: string;
  total: number;
  tendered: number;
  change: number;
  created_at: Timestamp;
};
