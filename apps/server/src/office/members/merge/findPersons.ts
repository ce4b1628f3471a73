import { mostFoundPersons, type findPersons } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { wantedMembers } from "../listMembers.ts";
import { requireCardMember } from "../memberTransaction.ts";
import { personOfMembership, searchPersons } from "./mergePersons.sql.ts";

/** People who may be the same as a member: other members, and buyers with and without an account. */
export const findOtherPersons = async (
  ctx: StaffContext,
  { membership_id, q }: StaffReceived<typeof findPersons>,
): Promise<StaffReply<typeof findPersons>> => {
  const { db, seller } = ctx;
  await requireCardMember(ctx, membership_id);
  const wanted = await wantedMembers(ctx, { q });
  if (!wanted?.terms) return { persons: [], too_short: true };
  const own = await personOfMembership(db, seller.id, membership_id);
  const address = q.trim().toLowerCase();
  const sought = { ...wanted.terms, email: isEmail(address) ? address : null };
  const rows = await searchPersons(db, seller.id, sought, mostFoundPersons + 1);
  const others = rows.filter(({ id }) => id !== own);
  const accounts = new Set(others.flatMap(({ kind, email }) => (kind === "account" ? [email?.toLowerCase()] : [])));
  return {
    // Guests of an address come along with its account.
    persons: others
      .filter(({ kind, email }) => kind !== "guest" || !accounts.has(email?.toLowerCase()))
      .slice(0, mostFoundPersons)
      .map((row) => ({ ...row, name: row.name ?? "" })),
    too_short: false,
  };
};
