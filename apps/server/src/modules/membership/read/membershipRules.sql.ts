import { sql } from "kysely";
import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

export const selectPartyRule = async (
  db: Pipeline,
  seller_id: string,
  ticket_type_id: string,
): Promise<PartyRule | undefined> => {
  const [rule] = await statementWithFreshPlan<PartyRule>(
    db,
    `select party_role, named, emailed, min, max from membership_rule where seller_id = $1 and ticket_type_id = $2`,
    [seller_id, ticket_type_id],
  );
  return rule;
};

/**
 * Without `type_ids`, groups and events that can only be found by their link are left out, because their ids are the
 * link.
 */
export const selectMembershipRules = (
  { db, seller }: RequestContext,
  type_ids: readonly string[] | undefined,
  limit: number,
) => {
  const query = db
    .selectFrom("membership_rule as r")
    .innerJoin("ticket_type as t", (join) =>
      join.onRef("t.seller_id", "=", "r.seller_id").onRef("t.id", "=", "r.ticket_type_id"),
    )
    .innerJoin("ticket_group as g", (join) =>
      join.onRef("g.seller_id", "=", "r.seller_id").onRef("g.id", "=", "r.ticket_group_id"),
    )
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "g.seller_id").onRef("e.id", "=", "g.event_template_id"),
    )
    .select(["r.ticket_group_id", "r.ticket_type_id", "r.party_role", "r.named", "r.emailed", "r.min", "r.max"])
    .select("g.event_template_id")
    .where("r.seller_id", "=", seller.id)
    .where("t.retired", "=", false)
    .where("g.retired", "=", false)
    .where("e.retired", "=", false)
    .orderBy("e.rank")
    .orderBy("g.rank")
    .orderBy("t.rank")
    .orderBy("r.ticket_type_id")
    .orderBy("r.party_role")
    .limit(limit);
  return type_ids
    ? query.where("r.ticket_type_id", "=", sql<string>`any(${type_ids})`).execute()
    : query.where("g.hidden_type", "!=", "public_link_only").where("e.hidden_type", "!=", "public_link_only").execute();
};
