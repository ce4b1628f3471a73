import type { Generated, JSONColumnType } from "kysely";
import type { Json, Moment } from "./columns.ts";
import type { PaymentTable, TestGatewayIntentTable } from "./schemaMoney.ts";
import type { IdentityTable, VisitorSessionTable } from "./schemaPeople.ts";
import type {
  ImageAssetTable,
  MembershipRuleTable,
  MessageRuleTable,
  SellerTable,
  VenueTable,
} from "./schemaSeller.ts";

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
  start_datetime: Moment;
  end_datetime: Moment;
  local_day: string;
  local_start: string;
  local_end: string;
  capacity: Generated<number>;
  oversell_capacity: Generated<number>;
  used_capacity: Generated<number>;
  min_price: number | null;
  min_price_fees: Generated<number>;
  cancelled: Generated<boolean>;
  retired: Generated<boolean>;
};

export type TicketGroupTable = {
  seller_id: string;
  id: string;
  key: string;
  event_template_id: string;
  name: string;
  summary: string | null;
  description: string | null;
  handler: Generated<"tickets" | "passes" | "codes" | "seated" | "ledger" | "donation" | "membership">;
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
  seat_zones: Generated<string[]>;
  rank: Generated<number>;
  limits_changed_at: Moment;
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
  available: Generated<boolean>;
  member_event_ticket_type: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type SeatMapTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  width: number;
  height: number;
  other_elements: Json<object[]>;
  map_geometry: Json<object[]>;
  retired: Generated<boolean>;
};

export type SeatTable = {
  seller_id: string;
  id: string;
  seat_map_id: string;
  key: string;
  section: string;
  row: string;
  label: string;
  name: string;
  zone: string;
  x: number;
  y: number;
  r: number;
  note: string | null;
  previous_id: string | null;
  next_id: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type SessionPriceTable = { seller_id: string; event_session_id: string; ticket_type_id: string; amount: number };

export type PriceLogTable = {
  seller_id: string;
  ticket_type_id: string;
  amount: number;
  amount_min: number | null;
  amount_max: number | null;
  since: Moment;
};

export type CartTable = {
  seller_id: string;
  id: string;
  cart_number: Generated<number>;
  state: Generated<"pending" | "expired" | "completed">;
  identity_id: string;
  purchaser_identity_id: string | null;
  terms_version: string | null;
  created_at: Moment;
  expires_at: string;
  hold_until_at_most: string;
  extensions: Generated<number>;
  paying_until: string | null;
  version: Generated<number>;
  channel_id: Generated<string>;
  campaign: Json<Record<string, string>>;
  additional_info: Json;
};

export type TicketOrderTable = {
  seller_id: string;
  id: string;
  order_number: Generated<number>;
  identity_id: string;
  owner_identity_id: string;
  cart_id: string;
  currency: string;
  scan_code: string;
  total: number;
  created_at: Moment;
};

export type TicketTable = {
  seller_id: string;
  id: string;
  state: "held" | "in_cart" | "booked" | "redeemed" | "cancelled" | "unbooked";
  cart_id: string;
  ticket_order_id: string | null;
  ticket_type_id: string;
  ticket_group_id: string;
  event_template_id: string;
  event_session_id: string | null;
  seat_id: string | null;
  face_value: number;
  adjusted_value: number;
  fee_fixed: Generated<number>;
  fee_percent: Generated<number>;
  admit_name: string | null;
  admit_email: string | null;
  handler_data: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  scan_code: string | null;
  valid_from: string | null;
  valid_to: string | null;
  voucher: string | null;
  needs_anchor: Generated<boolean>;
  created_at: Moment;
};

export type TransitionTable = {
  seller_id: string;
  id: Generated<number>;
  entity: string;
  entity_id: string;
  from_state: string;
  to_state: string;
  at: Moment;
};

export type OutboxTable = {
  seller_id: string;
  id: string;
  kind: string;
  ref_id: string;
  occasion: Generated<string>;
  to_address: string;
  message: Json;
  state: Generated<"queued" | "sending" | "sent" | "kept" | "dead">;
  attempts: Generated<number>;
  next_at: Moment;
  created_at: Moment;
  sent_at: string | null;
  last_error: string | null;
};

export type CodeGroupTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  description: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type CodeTable = {
  seller_id: string;
  id: string;
  code_group_id: string;
  code: string;
  folded: string;
  valid_from: string | null;
  valid_to: string | null;
  max_uses: Generated<number>;
  used: Generated<number>;
  retired: Generated<boolean>;
};

export type CartCodeTable = { seller_id: string; cart_id: string; code_id: string; created_at: Moment };

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

export type HouseSecretTable = { name: string; value: Buffer };

export type HouseNoteTable = { name: string; value: string };

/** Rows as the driver gives them: uuids and moments as strings ('2026-11-21T17:00:00Z'), days as '2026-11-21', bigint as number. */
export type Schema = {
  seller: SellerTable;
  image_asset: ImageAssetTable;
  venue: VenueTable;
  event_template: EventTemplateTable;
  event_session: EventSessionTable;
  ticket_group: TicketGroupTable;
  ticket_type: TicketTypeTable;
  seat_map: SeatMapTable;
  seat: SeatTable;
  session_price: SessionPriceTable;
  price_log: PriceLogTable;
  message_rule: MessageRuleTable;
  membership_rule: MembershipRuleTable;
  identity: IdentityTable;
  visitor_session: VisitorSessionTable;
  cart: CartTable;
  ticket_order: TicketOrderTable;
  ticket: TicketTable;
  payment: PaymentTable;
  test_gateway_intent: TestGatewayIntentTable;
  transition: TransitionTable;
  outbox: OutboxTable;
  code_group: CodeGroupTable;
  code: CodeTable;
  cart_code: CartCodeTable;
  checkout_rule: CheckoutRuleTable;
  house_secret: HouseSecretTable;
  house_note: HouseNoteTable;
};
