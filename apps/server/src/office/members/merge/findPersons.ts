import type { Seller } from "@foyer/contract/shop/seller.ts";
import { maxFoundPersons, type findPersons } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { readSearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { countryOfCurrency } from "@foyer/rules/values/countries.ts";
import { getCountryCallingCode, type CountryCode } from "libphonenumber-js/max";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { wantedMembers } from "../listMembers.ts";
import { requireCardMember } from "../memberTransaction.ts";
import { findPersonIds, personOfMembership, searchPersons, type SoughtPersons } from "./mergePersons.sql.ts";

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
  const address = q.trim().toLowerCase();
  const sought = { ...wanted.terms, email: isEmail(address) ? address : null, ...soughtSpellings(q, seller) };
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

/** The maximum number of words of a name that are searched for. */
const mostWords = 6;
/** Fewer digits would match too many telephone numbers. */
const leastDigits = 5;

/** The words of a name, or the digits of a telephone number, that may match an account. */
const soughtSpellings = (
  q: string,
  { default_currency_code }: Pick<Seller, "default_currency_code">,
): Pick<SoughtPersons, "name_words" | "phone_beginnings"> => {
  const { names, phone } = readSearchTerms(q);
  // Words without letters or digits are dropped: the collation ignores such characters, so they would match every name.
  const words =
    names.length > 0
      ? q
          .trim()
          .split(/\s+/)
          .filter((word) => /[\p{L}\p{N}]/u.test(word))
      : [];
  return {
    name_words: words.slice(0, mostWords),
    phone_beginnings:
      phone === undefined ? [] : phoneBeginnings(q.replace(/\D/g, ""), countryOfCurrency(default_currency_code)),
  };
};

/** The forms in which people write a number: with and without the country code, and with and without a leading zero. */
const phoneBeginnings = (digits: string, country: string): readonly string[] => {
  const significant = digits.replace(/^0+/, "");
  const code = getCountryCallingCode(country as CountryCode);
  const national = significant.startsWith(code) ? significant.slice(code.length).replace(/^0+/, "") : significant;
  const written = [digits, significant, ...[significant, national].flatMap((one) => [one, `0${one}`, `${code}${one}`])];
  return [...new Set(written)].filter((one) => one.replace(/^0+/, "").length >= leastDigits);
};
