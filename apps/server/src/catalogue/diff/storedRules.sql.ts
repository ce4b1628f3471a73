import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** The stored rows of a seller's memberships, codes, discounts and checkout rules, including retired rows. */

export const readStoredPrograms = (db: Database, seller_id: string) =>
  db
    .selectFrom("membership_program")
    .select(["id", "key", "name", "rank", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredRoles = (db: Database, seller_id: string) =>
  db
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
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredMemberRules = (db: Database, seller_id: string) =>
  db
    .selectFrom("membership_rule")
    .select(["ticket_type_id", "ticket_group_id", "party_role", "named", "emailed", "min", "max"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredCodeGroups = (db: Database, seller_id: string) =>
  db
    .selectFrom("code_group")
    .select(["id", "key", "name", "description", "max_uses", "max_uses_each", "activates", "rank", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredDiscounts = (db: Database, seller_id: string) =>
  db
    .selectFrom("discount")
    .select(["id", "key", "name", "description", "code_group_ids", "benefit", "per", "scopes"])
    .select(["min_tickets", "max_tickets", "valid_from", "valid_to", "visit_from", "visit_until", "stacking"])
    .select(["rank", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

export const readStoredCodes = (db: Database, seller_id: string) =>
  db
    .selectFrom("code")
    .where("is_gift", "=", false)
    .where("by_office", "=", false)
    .select(["id", "code_group_id", "code", "normalized", "valid_from", "valid_to", "max_uses", "retired"])
    .where("seller_id", "=", seller_id)
    .execute();

/** Those of the codes that staff have made or changed, or that were sold as gifts: the catalogue file changes none of them. */
export const readCodesOutsideFile = async (
  db: Database,
  seller_id: string,
  normalized: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (normalized.length === 0) return new Set();
  const rows = await db
    .selectFrom("code")
    .select("normalized")
    .where("seller_id", "=", seller_id)
    .where((eb) => eb.or([eb("by_office", "=", true), eb("is_gift", "=", true)]))
    .where("normalized", "=", sql<string>`any(${normalized}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.normalized));
};

export const readStoredRules = (db: Database, seller_id: string) =>
  db
    .selectFrom("checkout_rule")
    .select(["id", "event_template_id", "key", "description", "blocks", "code_group_id", "conditions", "rank"])
    .where("seller_id", "=", seller_id)
    .execute();
