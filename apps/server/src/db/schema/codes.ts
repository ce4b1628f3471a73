import type { Generated, JSONColumnType } from "kysely";
import type { Timestamp } from "./columns.ts";

type Benefit = { percent: number } | { amount: number } | { price: number };
type Scope = { event_template_ids?: string[]; ticket_group_ids?: string[]; ticket_type_ids?: string[] };

export type CodeGroupTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  description: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
  max_uses: Generated<number>;
  max_uses_each: Generated<number>;
  used: Generated<number>;
  activates: Generated<string[]>;
};

export type CodeTable = {
  seller_id: string;
  id: string;
  code_group_id: string;
  code: string;
  normalized: string;
  valid_from: string | null;
  valid_to: string | null;
  max_uses: Generated<number>;
  used: Generated<number>;
  is_gift: Generated<boolean>;
  retired: Generated<boolean>;
  paused_at: Generated<string | null>;
  /** Whether staff made or changed the code; it is then no longer part of the catalogue file. */
  by_office: Generated<boolean>;
  code_batch_id: Generated<string | null>;
};

/** Codes that staff generate in bulk, or import. */
export type CodeBatchTable = {
  seller_id: string;
  id: string;
  staff_id: string;
  code_group_id: string;
  prefix: string;
  /** Null if imported from a file, without a pattern. */
  length: number | null;
  quantity: number;
  max_uses: number;
  valid_from: string | null;
  valid_to: string | null;
  reason: string;
  made: Generated<number>;
  created_at: Timestamp;
  ended_at: Generated<string | null>;
};

export type CartCodeTable = {
  seller_id: string;
  cart_id: string;
  code_id: string;
  created_at: Timestamp;
  is_applied: Generated<boolean>;
};

export type CheckoutRuleTable = {
  seller_id: string;
  id: string;
  event_template_id: string | null;
  key: string;
  description: string;
  blocks: "reserve" | "checkout";
  code_group_id: string | null;
  conditions: JSONColumnType<object[], string, string>;
  rank: Generated<number>;
};

export type DiscountTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  description: string | null;
  code_group_ids: Generated<string[]>;
  benefit: JSONColumnType<Benefit, string, string>;
  per: "ticket" | "cart";
  scopes: JSONColumnType<Scope[], string | undefined, string>;
  min_tickets: Generated<number>;
  max_tickets: Generated<number>;
  valid_from: string | null;
  valid_to: string | null;
  visit_from: string | null;
  visit_until: string | null;
  stacking: "alone" | "with_others";
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type CartDiscountTable = { seller_id: string; cart_id: string; discount_id: string; amount: number };
