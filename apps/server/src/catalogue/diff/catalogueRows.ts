import type { TicketTax } from "@foyer/contract/shop/tax.ts";
/** Rows of the catalogue as an import reads, compares and writes them. Money is in minor units, times are ISO strings. */
import type { PlanShare } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { PreparedSeat } from "../validate/preparedSeat.ts";

type Json = Readonly<Record<string, unknown>>;

export type SellerRow = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly locale: string;
  readonly timezone: string;
  readonly meta: Json;
  readonly theme: Json;
  readonly strings: Json;
  readonly web: Json;
  readonly configuration: Json;
};

export type CatalogueImageRow = {
  readonly id: string;
  readonly key: string;
  readonly sha256: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string | null;
  readonly focus_x: number | null;
  readonly focus_y: number | null;
};

export type VenueRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly address: string | null;
};

export type CatalogueEventRow = {
  readonly id: string;
  readonly key: string;
  readonly venue_id: string | null;
  readonly name: string;
  readonly subtitle: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly event_type: string;
  readonly hidden_type: string;
  readonly timezone: string;
  readonly rank: number;
  readonly meta: Json;
  readonly config: Json;
  readonly seat_map_id: string | null;
  readonly retired: boolean;
};

export type CatalogueSeatMapRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly other_elements: readonly object[];
  readonly map_geometry: readonly object[];
  readonly retired: boolean;
};

export type CatalogueSeatRow = Omit<PreparedSeat, "previous" | "next"> & {
  readonly id: string;
  readonly seat_map_id: string;
  readonly previous_id: string | null;
  readonly next_id: string | null;
  readonly retired: boolean;
};

export type CatalogueGroupRow = {
  readonly id: string;
  readonly key: string;
  readonly event_template_id: string;
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly handler: Handler;
  readonly hidden_type: string;
  readonly start_policy: string | null;
  readonly start_policy_date: string | null;
  readonly duration_new: string | null;
  readonly min_tickets_per_order: number;
  readonly max_tickets_per_order: number;
  readonly color: string | null;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly available: boolean;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly exclude_from_event_capacity: boolean;
  readonly additional_info_spec: Json | null;
  readonly meta: Json;
  readonly seat_zones: readonly string[];
  readonly membership_program_id: string | null;
  readonly physical_card: boolean;
  readonly gift_code_group_id: string | null;
  readonly payment_plan: readonly PlanShare[] | null;
  readonly rank: number;
  readonly retired: boolean;
};

export type CatalogueTypeRow = {
  readonly id: string;
  readonly key: string;
  readonly ticket_group_id: string;
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly currency_amount: number;
  readonly currency_amount_min: number | null;
  readonly currency_amount_max: number | null;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
  readonly tax: TicketTax | null;
  readonly available: boolean;
  readonly member_event_ticket_type: string | null;
  readonly membership_role_id: string | null;
  readonly rank: number;
  readonly retired: boolean;
};

export type CatalogueSessionRow = {
  readonly id: string;
  readonly event_template_id: string;
  readonly start_datetime: string;
  /** Null if it begins as planned. Identifies the session within its event. */
  readonly planned_start: string | null;
  readonly end_datetime: string;
  readonly local_day: string;
  readonly local_start: string;
  readonly local_end: string;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly min_price: number | null;
  readonly min_price_fees: number;
  readonly cancelled: boolean;
  readonly retired: boolean;
};

export type PriceRow = { readonly event_session_id: string; readonly ticket_type_id: string; readonly amount: number };

export type LoggedPriceRow = {
  readonly ticket_type_id: string;
  readonly amount: number;
  readonly amount_min: number | null;
  readonly amount_max: number | null;
};

export type MessageRow = {
  readonly id: string;
  readonly event_template_id: string;
  readonly key: string;
  readonly actions: Json;
  readonly triggers: Json;
  readonly rank: number;
};

export type MemberRuleRow = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly party_role: string;
  readonly named: string;
  readonly emailed: string;
  readonly min: number;
  readonly max: number;
};

export type ProgramRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly rank: number;
  readonly retired: boolean;
};

export type RoleRow = {
  readonly id: string;
  readonly membership_program_id: string;
  readonly key: string;
  readonly name: string;
  readonly rank: number;
  readonly benefits: Readonly<Record<string, number>>;
  readonly member_event_purchase_limit: number;
  readonly retired: boolean;
};

export type CodeGroupRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly max_uses: number;
  readonly max_uses_each: number;
  readonly activates: readonly string[];
  readonly rank: number;
  readonly retired: boolean;
};

export type CatalogueDiscountRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly code_group_ids: readonly string[];
  readonly benefit: object;
  readonly per: string;
  readonly scopes: readonly object[];
  readonly min_tickets: number;
  readonly max_tickets: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly visit_from: string | null;
  readonly visit_until: string | null;
  readonly stacking: string;
  readonly rank: number;
  readonly retired: boolean;
};

export type CatalogueCodeRow = {
  readonly id: string;
  readonly code_group_id: string;
  readonly code: string;
  readonly normalized: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly max_uses: number;
  readonly retired: boolean;
};

export type RuleRow = {
  readonly id: string;
  readonly event_template_id: string | null;
  readonly key: string;
  readonly description: string;
  readonly blocks: string;
  readonly code_group_id: string | null;
  readonly conditions: readonly object[];
  readonly rank: number;
};

/** A counter that only sales write; an import reads it. */
export type UsedCapacity = { readonly used_capacity: number };

/** A seller's catalogue as rows. */
export type CatalogueRows = {
  readonly seller: SellerRow;
  readonly images: readonly CatalogueImageRow[];
  readonly venues: readonly VenueRow[];
  readonly seatMaps: readonly CatalogueSeatMapRow[];
  readonly seats: readonly CatalogueSeatRow[];
  readonly events: readonly CatalogueEventRow[];
  readonly groups: readonly CatalogueGroupRow[];
  readonly types: readonly CatalogueTypeRow[];
  readonly sessions: readonly CatalogueSessionRow[];
  readonly prices: readonly PriceRow[];
  readonly messages: readonly MessageRow[];
  readonly programs: readonly ProgramRow[];
  readonly roles: readonly RoleRow[];
  readonly memberRules: readonly MemberRuleRow[];
  readonly codeGroups: readonly CodeGroupRow[];
  readonly codes: readonly CatalogueCodeRow[];
  readonly discounts: readonly CatalogueDiscountRow[];
  readonly rules: readonly RuleRow[];
};
