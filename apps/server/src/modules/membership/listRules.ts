import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { listMembershipRules } from "@foyer/contract/membership.ts";
import type { Ask } from "../../http/ask.ts";
import { readCompany } from "../catalog/readCompany.ts";
import { ruleRows } from "./membership.sql.ts";

/** Who may stand on memberships, with their types where those are wished for. */
export const listRules = async (
  ask: Ask,
  { _embed = [], _limit, ...sent }: Received<typeof listMembershipRules>,
): Promise<Reply<typeof listMembershipRules>> => {
  const rows = await ruleRows(ask, sent["ticket_type.id._in"], _limit ?? 1000);
  const rules = rows.map((row) => {
    const { event_template_id: _, ...rule } = row;
    return rule;
  });
  if (!_embed.includes("ticket_type")) return { membership_rules: { _data: rules } };
  const each = (ids: readonly string[]) => [...new Set(ids)];
  const { types } = await readCompany(ask, {
    events: each(rows.map(({ event_template_id }) => event_template_id)),
    groups: each(rows.map(({ ticket_group_id }) => ticket_group_id)),
    types: each(rows.map(({ ticket_type_id }) => ticket_type_id)),
    sessions: [],
  });
  return { membership_rules: { _data: rules }, ticket_type: { _data: [...types] } };
};
