import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

/** A normalised word by which an order can be found (rules/orders/searchTerms.ts). */
export type OrderWordTable = {
  seller_id: string;
  kind: "name" | "email" | "phone" | "card";
  word: string;
  order_number: number;
};

/** An order whose words must be indexed again. */
export type OrderSearchDueTable = { seller_id: string; id: string; ticket_order_id: string };

/** An order that staff gave away for free. */
export type CompOrderTable = {
  seller_id: string;
  ticket_order_id: string;
  staff_id: string;
  /** Null once erased. */
  reason: string | null;
  tickets: number;
  /** What the tickets would have cost, in minor units. */
  worth: number;
  created_at: Timestamp;
};

/** A staff note on an order. */
export type OrderNoteTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  /** Null once erased. */
  text: string | null;
  is_pinned: Generated<boolean>;
  staff_id: string;
  created_at: Timestamp;
};
