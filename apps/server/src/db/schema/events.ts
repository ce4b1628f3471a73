import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

type HiddenType = "public_browsable" | "public_link_only" | "public_member_only";

export type EventTemplateTable = {
  seller_id: string;
  id: string;
  key: string;
  venue_id: string | null;
  name: string;
  subtitle: string | null;
  summary: string | null;
  description: string | null;
  category: string | null;
  event_type: Generated<"single" | "repeating" | "other">;
  hidden_type: Generated<HiddenType>;
  timezone: string;
  rank: Generated<number>;
  meta: Json;
  config: Json;
  seat_map_id: string | null;
  retired: Generated<boolean>;
};

export type EventSessionTable = {
  seller_id: string;
  id: string;
  event_template_id: string;
  start_datetime: Timestamp;
  /** The original start of a moved session; null if it begins as planned. */
  planned_start: Generated<string | null>;
  end_datetime: Timestamp;
  local_day: string;
  local_start: string;
  local_end: string;
  capacity: Generated<number>;
  oversell_capacity: Generated<number>;
  used_capacity: Generated<number>;
  min_price: number | null;
  min_price_fees: Generated<number>;
  cancelled: Generated<boolean>;
  /** When staff stopped selling its tickets; null while it is on sale. */
  sales_closed_at: Generated<string | null>;
  /** A note by staff, for staff. */
  note: Generated<string | null>;
  /** When buyers were notified that it is cancelled; null before that. */
  buyers_told_at: Generated<string | null>;
  retired: Generated<boolean>;
};

/** Capacity of a session that staff reserve, or seats that they block. */
export type HouseHoldTable = {
  seller_id: string;
  id: string;
  event_session_id: string;
  kind: "kept" | "blocked";
  name: string;
  reason: string;
  /** The number of places that count towards the session's capacity. */
  places: number;
  staff_id: string;
  created_at: Timestamp;
};

/** A seat of a house hold. */
export type HouseSeatTable = {
  seller_id: string;
  event_session_id: string;
  seat_id: string;
  house_hold_id: string;
  counts: boolean;
};

export type TicketGroupTable = {
  seller_id: string;
  id: string;
  key: string;
  event_template_id: string;
  name: string;
  summary: string | null;
  description: string | null;
  handler: Generated<Handler>;
  hidden_type: Generated<HiddenType>;
  start_policy: "fixedfrom" | "fixedto" | null;
  start_policy_date: string | null;
  duration_new: string | null;
  min_tickets_per_order: Generated<number>;
  max_tickets_per_order: Generated<number>;
  color: string | null;
  sales_start: string | null;
  sales_end: string | null;
  available: Generated<boolean>;
  capacity: Generated<number>;
  oversell_capacity: Generated<number>;
  used_capacity: Generated<number>;
  exclude_from_event_capacity: Generated<boolean>;
  additional_info_spec: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  meta: Json;
  payment_plan: JSONColumnType<
    { basis_points: number; due_days: number }[] | null,
    string | null | undefined,
    string | null
  >;
  seat_zones: Generated<string[]>;
  rank: Generated<number>;
  limits_changed_at: Timestamp;
  membership_program_id: Generated<string | null>;
  physical_card: Generated<boolean>;
  gift_code_group_id: Generated<string | null>;
  retired: Generated<boolean>;
};

export type TicketTypeTable = {
  seller_id: string;
  id: string;
  key: string;
  ticket_group_id: string;
  name: string;
  summary: string | null;
  description: string | null;
  currency_amount: number;
  currency_amount_min: number | null;
  currency_amount_max: number | null;
  fee_fixed_outside: Generated<number>;
  fee_percent_outside: Generated<number>;
  tax: JSONColumnType<TicketTax | null, string | null | undefined, string | null>;
  available: Generated<boolean>;
  member_event_ticket_type: string | null;
  rank: Generated<number>;
  membership_role_id: Generated<string | null>;
  retired: Generated<boolean>;
};

export type SessionPriceTable = { seller_id: string; event_session_id: string; ticket_type_id: string; amount: number };

export type PriceLogTable = {
  seller_id: string;
  ticket_type_id: string;
  amount: number;
  amount_min: number | null;
  amount_max: number | null;
  since: Timestamp;
};
