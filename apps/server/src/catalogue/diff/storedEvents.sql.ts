import type { Database } from "../../db/connections.ts";

/** The stored rows of a seller's events and everything that belongs to them, including retired rows. */

export const readStoredImages = (db: Database, seller_id: string) =>
  db
    .selectFrom("image_asset")
    .select(["id", "key", "sha256", "mime", "width", "height", "alt", "focus_x", "focus_y"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredVenues = (db: Database, seller_id: string) =>
  db
    .selectFrom("venue")
    .select(["id", "key", "name", "timezone", "address"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredSeatMaps = (db: Database, seller_id: string) =>
  db
    .selectFrom("seat_map")
    .select(["id", "key", "name", "width", "height", "other_elements", "map_geometry", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredSeats = (db: Database, seller_id: string) =>
  db
    .selectFrom("seat")
    .select(["id", "seat_map_id", "key", "section", "row", "label", "name", "zone", "x", "y", "r", "kind", "note"])
    .select(["previous_id", "next_id", "rank", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredEvents = (db: Database, seller_id: string) =>
  db
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
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredGroups = (db: Database, seller_id: string) =>
  db
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
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredTypes = (db: Database, seller_id: string) =>
  db
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
    .select([
      "fee_fixed_outside",
      "fee_percent_outside",
      "tax",
      "available",
      "member_event_ticket_type",
      "rank",
      "retired",
    ])
    .select("membership_role_id")
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredSessions = (db: Database, seller_id: string) =>
  db
    .selectFrom("event_session")
    .select([
      "id",
      "event_template_id",
      "start_datetime",
      "planned_start",
      "end_datetime",
      "local_day",
      "local_start",
      "local_end",
      "capacity",
      "oversell_capacity",
    ])
    .select(["used_capacity", "min_price", "min_price_fees", "cancelled", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredPrices = (db: Database, seller_id: string) =>
  db
    .selectFrom("session_price")
    .select(["event_session_id", "ticket_type_id", "amount"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredPriceLog = (db: Database, seller_id: string) =>
  db
    .selectFrom("price_log")
    .select(["ticket_type_id", "amount", "amount_min", "amount_max"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredMessages = (db: Database, seller_id: string) =>
  db
    .selectFrom("message_rule")
    .select(["id", "event_template_id", "key", "actions", "triggers", "rank"])
    .where("seller_id", "=", seller_id)
    .execute();
