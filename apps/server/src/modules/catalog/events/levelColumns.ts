import type { MembershipProgram } from "@foyer/contract/shop/membershipLevel.ts";
import { defaultPartyRule, type PartyType } from "@foyer/rules/membership/party/partyRule.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";

/** For a membership level: its program, and its party of people in listing order. */
export type LevelColumns = { program: MembershipProgram | null; party: PartyType[] | null };

/**
 * For a group `g`; null unless it is a membership level. Types without a rule get the default of
 * rules/membership/partyRule.
 */
export const partyColumn = `case when g.handler in ${handlerList(isMembership)} then (
  select coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'rule', case when r.ticket_type_id is null then '${JSON.stringify(defaultPartyRule)}'::json
      else json_build_object('party_role', r.party_role, 'named', r.named, 'emailed', r.emailed, 'min', r.min, 'max', r.max) end) order by y.rank, y.name, y.id), '[]')
  from ticket_type y left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
  where y.seller_id = $1 and y.ticket_group_id = g.id and y.available and not y.retired) end`;

export const programColumn = `case when g.handler in ${handlerList(isMembership)} then (
  select json_build_object('id', p.id, 'name', p.name, 'rank', p.rank) from membership_program p
  where p.seller_id = $1 and p.id = g.membership_program_id) end`;
