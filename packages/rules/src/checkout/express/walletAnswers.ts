import { addressFields, type IdentityField } from "../../forms/identityFields.ts";
import type { IdentityAnswers } from "../../forms/identityAnswers.ts";
import { splitName } from "../../forms/attendees.ts";

/** The owner's details as the wallet reports them, all as text; the country is a two-letter code. */
export type WalletOwner = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: WalletAddress | undefined;
};
export type WalletAddress = {
  readonly country: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  /** A code such as 'NY', or the full name. */
  readonly state: string;
  readonly postal_code: string;
};

const isBlank = (answer: IdentityAnswers[string]): boolean => String(answer ?? "").trim() === "";

/** A single word is taken as the first name; the form then asks for the last name. */
const nameAnswers = (name: string): IdentityAnswers => {
  const { first, last } = splitName(name) ?? { first: name.trim(), last: "" };
  return { first_name: first, last_name: last };
};

const addressAnswers = ({ country, line1, line2, city, state, postal_code }: WalletAddress): IdentityAnswers => ({
  country: country.toUpperCase(),
  address: line1,
  address_more: line2,
  city,
  state,
  region: state,
  zip_code: postal_code,
});

/**
 * The form answers that a wallet supplies: only fields that the form asks for and that are still empty, so that typed text
 * is never lost. An address is taken as a whole, or not at all if part of it is typed. The country alone counts as empty,
 * because the form preselects it.
 */
export const walletAnswers = (
  { name, email, phone, address }: WalletOwner,
  fields: readonly IdentityField[],
  answers: IdentityAnswers,
): Readonly<Record<string, string>> => {
  const isAddressEmpty = addressFields.every((field) => field === "country" || isBlank(answers[field]));
  const isEmailEmpty = isBlank(answers.email);
  const offered: IdentityAnswers = {
    ...(name !== undefined && isBlank(answers.first_name) && isBlank(answers.last_name) && nameAnswers(name)),
    ...(email !== undefined && isEmailEmpty && { email, email_confirm: email }),
    ...(phone !== undefined && isBlank(answers.phone) && { phone }),
    ...(address && isAddressEmpty && addressAnswers(address)),
  };
  const asked = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(offered).flatMap(([field, value]) => {
      const text = String(value ?? "").trim();
      const found = asked.get(field);
      return found && !found.isLocked && text !== "" && text.length <= found.maxLength ? [[field, text] as const] : [];
    }),
  );
};

/** Whether something is due and not more than the wallet's sheet showed. Both amounts in minor units. */
export const isWithinWallet = (shown: number, remaining: number): boolean => remaining > 0 && remaining <= shown;
