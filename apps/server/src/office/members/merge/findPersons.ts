import { mostFoundPersons, type findPersons } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { readSearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { wantedMembers } from "../listMembers.ts";
import { requireCardMember } from "../memberTransaction.ts";
import { findPersonIds, personOfMembership, searchPersons, type SoughtPersons } from "./mergePersons.sql.ts";

/** People who may be the same as a member: other members, and buyers with and without an account. */
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
  const address = q.trim().toLowerCase();
  const sought = { ...wanted.terms, email: isEmail(address) ? address : null, ...soughtNames(q) };
  const rows = await searchPersons(db, seller.id, sought, mostFoundPersons + 1);
  const others = rows.filter(({ id }) => id !== own_id && !own?.identity_ids.includes(id));
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

/** Words of a name that are looked for at most. */
const mostWords = 6;

/** As typed, and as people write names: 'lovelace', 'Lovelace', 'LOVELACE'. */
const spellings = (word: string): readonly string[] => {
  const lower = word.toLowerCase();
  return [...new Set([word, lower, lower.slice(0, 1).toUpperCase() + lower.slice(1), word.toUpperCase()])];
};

/** A name of an account that a search may mean; nothing for numbers and addresses. */
const soughtNames = (q: string): Pick<SoughtPersons, "name_beginnings" | "name_parts"> => {
  const isName = readSearchTerms(q).names.length > 0;
  const words = isName ? q.normalize("NFC").trim().split(/\s+/).slice(0, mostWords) : [];
  return { name_beginnings: words.flatMap(spellings), name_parts: words.map((word) => word.toLowerCase()) };
};
