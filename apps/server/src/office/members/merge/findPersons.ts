import { maxFoundPersons, type findPersons } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { soughtAccounts } from "../accounts/soughtAccounts.ts";
import { wantedMembers } from "../listMembers.ts";
import { requireCardMember } from "../memberTransaction.ts";
import { findPersonIds, personOfMembership, searchPersons } from "./mergePersons.sql.ts";

/** People who may be the same as a member: other members, and buyers with or without an account. */
export const findOtherPersons = async (
  ctx: StaffContext,
  { membership_id, q }: StaffReceived<typeof findPersons>,
): Promise<StaffReply<typeof findPersons>> => {
  const { db, seller } = ctx;
  await requireCardMember(ctx, membership_id);
  const wanted = await wantedMembers(ctx, { q });
  if (!wanted?.terms) return { persons: [], too_short: true };
  const own_id = await personOfMembership(db, seller.id, membership_id);
  const own = own_id === undefined ? undefined : await findPersonIds(db, seller.id, own_id);
  const sought = { ...wanted.terms, ...soughtAccounts(q, seller) };
  const rows = await searchPersons(db, seller.id, sought, maxFoundPersons + 1);
  const others = rows.filter(({ id }) => id !== own_id && !own?.identity_ids.includes(id));
  const accounts = new Set(others.flatMap(({ kind, email }) => (kind === "account" ? [email?.toLowerCase()] : [])));
  return {
    // Guests with an account's address are included in that account.
    persons: others
      .filter(({ kind, email }) => kind !== "guest" || !accounts.has(email?.toLowerCase()))
      .slice(0, maxFoundPersons)
      .map((row) => ({ ...row, name: row.name ?? "" })),
    too_short: false,
  };
};
