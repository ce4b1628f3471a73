import type { changeUser, User } from "@foyer/contract/shop/login.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import type { IdentityField } from "@foyer/rules/forms/identityFields.ts";
import { identityFromAnswers, type IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";

export type ChangedDetails = Sent<typeof changeUser>["identity"];

/**
 * The changed details for the server, without the account's name and e-mail address. Cleared fields are sent as empty, a
 * cleared state as null.
 */
export const changedDetails = (
  fields: readonly IdentityField[],
  answers: IdentityAnswers,
  previous: User["identity"],
): ChangedDetails => {
  const { first_name: _, last_name: __, email: ___, ...given } = identityFromAnswers(fields, answers);
  const isAnswered = (name: string): boolean => Object.hasOwn(given.additional_info ?? {}, name);
  const open = fields.filter(({ isStandard, isLocked }) => isStandard && !isLocked);
  const emptied = open.flatMap(({ name, kind }) => {
    const known = previous[name as keyof User["identity"]];
    const isEmptied = kind !== "checkbox" && !Object.hasOwn(given, name) && typeof known === "string" && known !== "";
    return isEmptied ? [[name, name === "state" ? null : ""] as const] : [];
  });
  const emptiedAnswers = fields
    .filter(
      ({ name, isStandard, isLocked, kind }) => !isStandard && !isLocked && kind !== "checkbox" && !isAnswered(name),
    )
    .filter(({ name }) => (previous.additional_info?.[name] ?? "") !== "")
    .map(({ name }) => [name, ""] as const);
  // Clears the state of a previous country when the new one has no list of states.
  const lostState = previous.state && !("state" in given) ? { state: null } : {};
  return {
    ...given,
    ...Object.fromEntries(emptied),
    ...lostState,
    ...(emptiedAnswers.length > 0 && {
      additional_info: { ...given.additional_info, ...Object.fromEntries(emptiedAnswers) },
    }),
  };
};
