import type { Database } from "../../db/connections.ts";
import type { UsedCapacity, GroupRow, LoggedPriceRow, SessionRow, CatalogueRows } from "./catalogueRows.ts";

/** What the database holds of a seller's catalogue, retired things included. */
export type StoredCatalogue = Omit<CatalogueRows, "sessions" | "groups"> & {
  readonly sessions: readonly (SessionRow & UsedCapacity)[];
  readonly groups: readonly (GroupRow & UsedCapacity)[];
  readonly priceLog: readonly LoggedPriceRow[];
};

export const readStoredCatalogue = async (db: Database, slug: string): Promise<StoredCatalogue | undefined> => {
  const seller = await db
    .selectFrom("seller")
    .select([
      "id",
      "slug",
      "name",
      "currency",
      "locale",
      "timezone",
      "meta",
      "theme",
      "strings",
      "web",
      "configuration",
    ])
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (!seller) return undefined;
  const { id } = seller;
  const images = await db
    .selectFrom("image_asset")
    .select(["id", "key", "sha256", "mime", "width", "height", "alt"])
    .where("seller_id", "=", id)
    .execute();
  const venues = await db
    .selectFrom("venue")
    .select(["id", "key", "name", "timezone", "address"])
    .where("seller_id", "=", id)
    .execute();
  const seatMaps = await db
    .selectFrom("seat_map")
    .select(["id", "key", "name", "width", "height", "other_elements", "map_geometry", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const seats = await db
    .selectFrom("seat")
    .select(["id", "seat_map_id", "key", "section", "row", "label", "name", "zone", "x", "y", "r", "note"])
    .select(["previous_id", "next_id", "rank", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const events = await db
    .selectFrom("event_template")
    .select([
      "id",
      "key",
      "venue_id",
      "name",
      "subtitle",
      "summary",
      "description",
      "category",
      "event_type",
      "hidden_type",
      "timezone",
      "rank",
      "meta",
      "config",
      "seat_map_id",
      "retired",
    ])
    .where("seller_id", "=", id)
    .execute();
  const groups = await db
    .selectFrom("ticket_group")
    .select([
      "id",
      "key",
      "event_template_id",
      "name",
      "summary",
      "description",
      "handler",
      "hidden_type",
      "start_policy",
      "start_policy_date",
      "duration_new",
    ])
    .select([
      "min_tickets_per_order",
      "max_tickets_per_order",
      "color",
      "sales_start",
      "sales_end",
      "available",
      "capacity",
      "oversell_capacity",
      "used_capacity",
    ])
    .select([
      "exclude_from_event_capacity",
      "additional_info_spec",
      "meta",
      "seat_zones",
      "membership_program_id",
      "physical_card",
      "gift_code_group_id",
      "payment_plan",
      "rank",
      "retired",
    ])
    .where("seller_id", "=", id)
    .execute();
  const types = await db
    .selectFrom("ticket_type")
    .select([
      "id",
      "key",
      "ticket_group_id",
      "name",
      "summary",
      "description",
      "currency_amount",
      "currency_amount_min",
      "currency_amount_max",
    ])
    .select(["fee_fixed_outside", "fee_percent_outside", "available", "member_event_ticket_type", "rank", "retired"])
    .select("membership_role_id")
    .where("seller_id", "=", id)
    .execute();
  const sessions = await db
    .selectFrom("event_session")
    .select([
      "id",
      "event_template_id",
      "start_datetime",
      "end_datetime",
      "local_day",
      "local_start",
      "local_end",
      "capacity",
      "oversell_capacity",
    ])
    .select(["used_capacity", "min_price", "min_price_fees", "cancelled", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const prices = await db
    .selectFrom("session_price")
    .select(["event_session_id", "ticket_type_id", "amount"])
    .where("seller_id", "=", id)
    .execute();
  const priceLog = await db
    .selectFrom("price_log")
    .select(["ticket_type_id", "amount", "amount_min", "amount_max"])
    .where("seller_id", "=", id)
    .execute();
  const messages = await db
    .selectFrom("message_rule")
    .select(["id", "event_template_id", "key", "actions", "triggers", "rank"])
    .where("seller_id", "=", id)
    .execute();
  const programs = await db
    .selectFrom("membership_program")
    .select(["id", "key", "name", "rank", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const roles = await db
    .selectFrom("membership_role")
    .select([
      "id",
      "membership_program_id",
      "key",
      "name",
      "rank",
      "benefits",
      "member_event_purchase_limit",
      "retired",
    ])
    .where("seller_id", "=", id)
    .execute();
  const memberRules = await db
    .selectFrom("membership_rule")
    .select(["ticket_type_id", "ticket_group_id", "party_role", "named", "emailed", "min", "max"])
    .where("seller_id", "=", id)
    .execute();
  const codeGroups = await db
    .selectFrom("code_group")
    .select(["id", "key", "name", "description", "max_uses", "max_uses_each", "activates", "rank", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const discounts = await db
    .selectFrom("discount")
    .select(["id", "key", "name", "description", "code_group_ids", "benefit", "per", "scopes"])
    .select(["min_tickets", "max_tickets", "valid_from", "valid_to", "visit_from", "visit_until", "stacking"])
    .select(["rank", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const codes = await db
    .selectFrom("code")
    .where("is_gift", "=", false)
    .select(["id", "code_group_id", "code", "folded", "valid_from", "valid_to", "max_uses", "retired"])
    .where("seller_id", "=", id)
    .execute();
  const rules = await db
    .selectFrom("checkout_rule")
    .select(["id", "event_template_id", "key", "description", "blocks", "code_group_id", "conditions", "rank"])
    .where("seller_id", "=", id)
    .execute();
  const catalogue = {
    seller,
    images,
    venues,
    seatMaps,
    seats,
    events,
    groups,
    types,
    sessions,
    prices,
    priceLog,
    messages,
    memberRules,
  };
  return { ...catalogue, programs, roles, codeGroups, codes, discounts, rules };
};
