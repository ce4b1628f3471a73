import type { changeUser, User } from "@foyer/contract/shop/login.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import type { IdentityField } from "@foyer/rules/forms/identityFields.ts";
import { identityFromAnswers, type IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";

type Details = Sent<typeof changeUser>["identity"];

/**
 * Details as they are sent: never name or address of the account. What was known and is empty now is sent empty, a state
 * as nothing at all (requirements ACCOUNT-17, 18).
 */
export const changedDetails = (
  fields: readonly IdentityField[],
  answers: IdentityAnswers,
  previous: User["identity"],
): Details => {
  const { first_name: _, last_name: __, email: ___, ...given } = identityFromAnswers(fields, answers);
  const open = fields.filter(({ isStandard, isLocked }) => isStandard && !isLocked);
  const emptied = open.flatMap(({ name, kind }) => {
    const known = previous[name as keyof User["identity"]];
    const isEmptied = kind !== "checkbox" && !Object.hasOwn(given, name) && typeof known === "string" && known !== "";
    return isEmptied ? [[name, name === "state" ? null : ""] as const] : [];
  });
  // A state of the country before is none of the new one's, which may have no list.
  const lostState = previous.state && !("state" in given) ? { state: null } : {};
  return { ...given, ...Object.fromEntries(emptied), ...lostState };
};
