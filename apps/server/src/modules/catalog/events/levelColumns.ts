import type { MembershipProgram } from "@foyer/contract/shop/membershipLevel.ts";
import { defaultPartyRule, type PartyType } from "@foyer/rules/membership/partyRule.ts";

/** Of a group that is a level: its program, and who may stand on it, in the order in which it is listed. */
export type LevelColumns = { program: MembershipProgram | null; party: PartyType[] | null };

/** Of a group `g`; null of every other handler. What a type says nothing of is as in rules/membershipLevel. */
export const partyColumn = `case when g.handler = 'membership' then (
  select coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'rule', case when r.ticket_type_id is null then '${JSON.stringify(defaultPartyRule)}'::json
      else json_build_object('party_role', r.party_role, 'named', r.named, 'emailed', r.emailed, 'min', r.min, 'max', r.max) end) order by y.rank, y.name, y.id), '[]')
  from ticket_type y left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
  where y.seller_id = g.seller_id and y.ticket_group_id = g.id and y.available and not y.retired) end`;

export const programColumn = `case when g.handler = 'membership' then (
  select json_build_object('id', p.id, 'name', p.name, 'rank', p.rank) from membership_program p
  where p.seller_id = g.seller_id and p.id = g.membership_program_id) end`;
