import type { AuditActor } from "@foyer/contract/office/staff/auditActions.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { changedFields } from "../../../modules/audit/staleVersion.ts";

/** Changes of a whole membership. They are recorded once, at the card from whose page they were made. */
const sharedChanges =
  "('member.lengthened', 'member.level_changed', 'member.renewed', 'member.card_added', 'member.ended')";

/**
 * The entries `e` about memberships (`ids`: their ids, as an SQL array): their own, and those of the whole membership that
 * were made from another card of it. The end of one card alone does not concern the others.
 */
const changesOf = (ids: string): string => `
  e.seller_id = $1 and e.entity_kind = 'member' and e.entity_id = any(array(
    select p.id::text from membership m
    join membership p on p.seller_id = $1 and p.ticket_order_id = m.ticket_order_id and p.ticket_group_id = m.ticket_group_id
    where m.seller_id = $1 and m.id = any(${ids})))
  and (e.entity_id = any(${ids}::text[]) or e.action in ${sharedChanges} and not exists (
    select from audit_entry r where r.seller_id = $1 and r.entity_kind = 'member' and r.entity_id = e.entity_id and r.at = e.at
      and r.action = 'member.card_removed'))`;

/** All memberships of the person on the card $2, on which the version of their page depends. */
const ofSamePerson = `array(
  select m.id from membership one join membership m on m.seller_id = $1 and m.member_number = one.member_number
  where one.seller_id = $1 and one.id = $2
  union select m.id from membership one join membership m on m.seller_id = $1 and m.identity_id = one.identity_id
  where one.seller_id = $1 and one.id = $2)`;

export type LastMemberChange = {
  readonly changed_at: string;
  readonly changed_by: string | null;
  readonly change: string;
  /** The fields that have another value than before. */
  readonly changed_fields: readonly string[];
};

/** Who of the staff changed the memberships of the person on a card last, when and how. */
export const lastMemberChange = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<LastMemberChange | undefined> => {
  const [row] = await statementWithFreshPlan<LastMemberChange>(
    pipeline,
    `select e.at as changed_at, s.name as changed_by, e.action as change, ${changedFields} as changed_fields
     from audit_entry e left join audit_personal p on p.seller_id = $1 and p.audit_entry_id = e.id
     left join staff s on s.id = e.staff_id
     where ${changesOf(ofSamePerson)} and e.action not in ('member.card_resent', 'member.renewal_emailed', 'member.renewal_link_sent', 'member.card_marked')
     order by e.at desc, e.id limit 1`,
    [seller_id, membership_id],
  );
  return row;
};

export type PersonHistoryRow = {
  readonly at: string;
  readonly actor: AuditActor;
  readonly by: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

/** The changes of these memberships, newest first. */
export const historyOfTerms = (
  pipeline: Pipeline,
  seller_id: string,
  ids: readonly string[],
  limit: number,
): Promise<PersonHistoryRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.at, e.actor, s.name as by, e.action, e.reason,
       e.before || coalesce(p.before, '{}') as before, e.after || coalesce(p.after, '{}') as after
     from audit_entry e
     left join audit_personal p on p.seller_id = $1 and p.audit_entry_id = e.id
     left join staff s on s.id = e.staff_id
     where ${changesOf("$2::uuid[]")} order by e.at desc, e.id limit $3`,
    [seller_id, ids, limit],
  );
