import type { MemberTerm } from "@foyer/rules/membership/memberTerms.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import { renewsItself } from "./renewsItself.ts";

export type MemberTermRow = MemberTerm & { readonly identity_id: string };

/** Current and future terms of members. Days are in the time zone of the level's venue. */
const terms = `
  select m.id, m.identity_id, m.level_name, m.benefits, m.purchase_limit, m.renews_id,
    (m.valid_from at time zone e.timezone)::date as first_day,
    ((m.valid_to - interval '1 microsecond') at time zone e.timezone)::date as last_day,
    coalesce(p.rank, 1000) as program_rank, coalesce(r.rank, 1000) as role_rank,
    ${renewsItself} as renews_itself
  from membership m
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  left join membership_program p on p.seller_id = m.seller_id and p.id = m.membership_program_id
  left join membership_role r on r.seller_id = m.seller_id and r.id = m.membership_role_id
  where m.seller_id = $1 and m.identity_id = any($2::uuid[]) and m.state = 'active' and (m.valid_to is null or m.valid_to > app_now())
  order by m.id`;
/** Other transactions may refer to the rows, for example with a renewal, but may not use them for sales. */
const termsForUpdate = `${terms} for no key update of m`;

export const memberTermRows = (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
): Promise<MemberTermRow[]> => statement(pipeline, terms, [seller_id, identity_ids]);

/** The same, locked: their uses stay unchanged until the transaction ends. */
export const lockMemberTerms = (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
): Promise<MemberTermRow[]> => statement(pipeline, termsForUpdate, [seller_id, identity_ids]);
