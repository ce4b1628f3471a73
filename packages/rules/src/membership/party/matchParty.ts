/** A person on a membership, with the fields that identify them. */
export type PartyPerson = {
  readonly id: string;
  readonly ticket_type_id: string;
  readonly party_role: string;
  readonly name: string | null;
  readonly email: string | null;
};

const normalizeText = (text: string | null): string | null =>
  text === null ? null : text.normalize("NFKC").trim().toLowerCase() || null;

type Matcher = (one: PartyPerson, other: PartyPerson) => boolean;
const hasSameEmail: Matcher = (one, other) =>
  one.email !== null && normalizeText(one.email) === normalizeText(other.email);
const hasSameName: Matcher = (one, other) => one.name !== null && normalizeText(one.name) === normalizeText(other.name);
const hasSameRole: Matcher = (one, other) => one.party_role === other.party_role;

/** From the most to the least certain. */
const matchers: readonly Matcher[] = [
  (one, other) => hasSameRole(one, other) && hasSameEmail(one, other),
  (one, other) => hasSameRole(one, other) && hasSameName(one, other),
  // Two different names mean two different people.
  (one, other) =>
    hasSameRole(one, other) &&
    one.ticket_type_id === other.ticket_type_id &&
    (one.name === null || other.name === null),
  // The role may change. Both must match, because a family may share an address, and father and son a name.
  (one, other) => hasSameEmail(one, other) && hasSameName(one, other),
];

/**
 * The person in the new party whose term continues the renewed membership: the one with its e-mail address or name,
 * preferably with its role. Undefined if there is none.
 */
export const findRenewedPerson = (
  party: readonly PartyPerson[],
  renewed: Omit<PartyPerson, "ticket_type_id">,
): PartyPerson | undefined => {
  const before = { ...renewed, ticket_type_id: "" };
  const resembles: readonly Matcher[] = [hasSameEmail, hasSameName];
  const sameRole = resembles.map(
    (matches): Matcher =>
      (one, other) =>
        hasSameRole(one, other) && matches(one, other),
  );
  for (const matches of [...sameRole, ...resembles]) {
    const found = party.find((one) => matches(one, before));
    if (found) return found;
  }
  return undefined;
};

/**
 * Matches the people of a renewed membership: for each person of the new party, by id, the id of the member whose term
 * continues. `holder` and `renewed` are the renewing person in the new and the old party, and always match. Everybody else
 * is matched once, within their role unless both name and address are the same; unmatched people are new.
 */
export const matchParty = (
  party: readonly PartyPerson[],
  before: readonly PartyPerson[],
  { holder, renewed }: { readonly holder: string; readonly renewed: string },
): ReadonlyMap<string, string> => {
  const matched = new Map([[holder, renewed]]);
  const taken = new Set([renewed]);
  for (const matches of matchers)
    for (const one of party) {
      if (matched.has(one.id)) continue;
      const found = before.find((other) => !taken.has(other.id) && matches(one, other));
      if (!found) continue;
      matched.set(one.id, found.id);
      taken.add(found.id);
    }
  return matched;
};
