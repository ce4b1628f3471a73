import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../modules/audit/audit.ts";
import { lockMemberCard } from "../../modules/membership/cards/lockMemberCard.ts";
import { membershipNotFound } from "../../modules/membership/cards/updateCardHolder.ts";
import { lastMemberChange } from "./history/memberHistory.sql.ts";
import { findCardPerson, memberVersion, type PersonRow } from "./memberPerson.sql.ts";

export const memberEntity = (id: string) => ({ kind: "member", id }) as const;

/** The person on a card. Refuses if any of their memberships has changed since the version that the page shows. */
export const requireCardMember = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  membership_id: string,
  version?: string,
): Promise<PersonRow> => {
  const person = await findCardPerson(db, seller.id, membership_id);
  if (!person) throw membershipNotFound();
  if (version === undefined || (await memberVersion(db, seller.id, person)) === version) return person;
  const last = await lastMemberChange(db, seller.id, membership_id);
  throw new Refused({ code: "stale_version", context: "membership", extra: { ...last } });
};

/** `emailOptions`: what staff chose for the e-mail that the change sends. */
export type MemberContext = StaffContext & Pick<RequestContext, "emailOptions">;

type MemberChange<R> = { readonly result: R; readonly record: Omit<AuditRecord, "entity"> };

/**
 * A change of a membership in one transaction: locks it, compares its version, changes it and writes the audit log entry.
 */
export const changingMember = <R>(
  staff: MemberContext,
  { membership_id, version }: { readonly membership_id: string; readonly version?: string },
  work: (ctx: MemberContext, person: PersonRow) => Promise<MemberChange<R>>,
): Promise<R> =>
  changing(staff, async (ctx) => {
    // The second of two concurrent changes sees the result of the first.
    await lockMemberCard(ctx.db, ctx.seller.id, membership_id);
    await pause("member_locked");
    const person = await requireCardMember(ctx, membership_id, version);
    const { result, record } = await work(ctx, person);
    await audit(ctx, { ...record, entity: memberEntity(membership_id) });
    return result;
  });
