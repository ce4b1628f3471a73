import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { listMembershipRules } from "@foyer/contract/shop/membership.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readReferencedRows } from "../../catalog/events/readReferencedRows.ts";
import { selectMembershipRules } from "./membershipRules.sql.ts";

/** Who may be on a membership, with the ticket types if `_embed` asks for them. */
export const readMembershipRules = async (
  ctx: RequestContext,
  { _embed = [], _limit, ...sent }: Received<typeof listMembershipRules>,
): Promise<Reply<typeof listMembershipRules>> => {
  const rows = await selectMembershipRules(ctx, sent["ticket_type.id._in"], _limit ?? 1000);
  const rules = rows.map((row) => {
    const { event_template_id: _, ...rule } = row;
    return rule;
  });
  if (!_embed.includes("ticket_type")) return { membership_rules: { _data: rules } };
  const { types } = await readReferencedRows(ctx, {
    events: distinctIds(rows.map(({ event_template_id }) => event_template_id)),
    groups: distinctIds(rows.map(({ ticket_group_id }) => ticket_group_id)),
    types: distinctIds(rows.map(({ ticket_type_id }) => ticket_type_id)),
    sessions: [],
  });
  return { membership_rules: { _data: rules }, ticket_type: { _data: [...types] } };
};
