import { addressFields, type IdentityField } from "../../forms/identityFields.ts";
import type { IdentityAnswers } from "../../forms/identityAnswers.ts";
import { splitName } from "../../forms/attendees.ts";

/** What a wallet says about its owner. All of it is text; the country is a code of two letters. */
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
  /** A code such as 'NY', or the name. */
  readonly state: string;
  readonly postal_code: string;
};

const isBlank = (answer: IdentityAnswers[string]): boolean => String(answer ?? "").trim() === "";

/** A single name is a first name; the last name is then asked for. */
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
 * The answers of a form that a wallet gives: only to what the form asks and what is still empty, so that nothing typed is
 * lost. An address is taken whole or, where a part of it is typed, not at all. The country alone counts as empty: the
 * form preselects it.
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

/** A wallet's sheet showed an amount; more than that is never charged with it. Both in minor units. */
export const isWithinWallet = (shown: number, remaining: number): boolean => remaining > 0 && remaining <= shown;
