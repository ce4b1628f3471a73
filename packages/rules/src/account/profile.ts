import type { User } from "@foyer/contract/shop/login.ts";
import { addressFields, type IdentityField } from "../forms/identityFields.ts";
import type { IdentityAnswers } from "../forms/identityAnswers.ts";

type Account = User["identity"];

/** Fields that identify an account and cannot be changed in a form. */
const lockedFieldNames: readonly string[] = ["first_name", "last_name", "email"];
const profileFieldNames: readonly string[] = [...lockedFieldNames, "phone", ...addressFields];

/** An account's details as form answers; unknown details are left out. */
export const profileAnswers = (account: Account): IdentityAnswers => {
  const own = profileFieldNames.flatMap((name) => {
    const value = account[name as keyof Account];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  const custom = Object.entries(account.additional_info ?? {}).filter(
    (entry): entry is [string, string | number | boolean] => ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return {
    ...Object.fromEntries(custom),
    ...Object.fromEntries(own),
    ...(account.gift_aid_eligible === true && { gift_aid_eligible: true }),
  };
};

const isKnownToAccount = (account: Account, name: string): boolean =>
  name === "email_confirm" ||
  (lockedFieldNames.includes(name) &&
    typeof account[name as keyof Account] === "string" &&
    account[name as keyof Account] !== "");

/** The fields for which the account has no value. */
export const withoutKnownFields = (fields: readonly IdentityField[], account: Account): readonly IdentityField[] =>
  fields.filter(({ name }) => !isKnownToAccount(account, name));

/** The fields of the profile form: name and e-mail are locked, the e-mail is not asked twice, and the state is optional. */
export const profileFields = (fields: readonly IdentityField[]): readonly IdentityField[] =>
  fields
    .filter(({ name }) => name !== "email_confirm")
    .map((field): IdentityField => {
      if (lockedFieldNames.includes(field.name)) return { ...field, isLocked: true, required: false };
      return field.name === "state" ? { ...field, required: false } : field;
    });
