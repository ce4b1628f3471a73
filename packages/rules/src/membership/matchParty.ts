/** A person on a membership, with what identifies them. */
export type PartyPerson = {
  readonly id: string;
  readonly ticket_type_id: string;
  readonly party_role: string;
  readonly name: string | null;
  readonly email: string | null;
};

const normalizeText = (text: string | null): string | null =>
  text === null ? null : text.normalize("NFKC").trim().toLowerCase() || null;

/** From the most to the least certain: same e-mail, same name, same ticket type. */
const matchers: readonly ((one: PartyPerson, other: PartyPerson) => boolean)[] = [
  (one, other) => one.email !== null && normalizeText(one.email) === normalizeText(other.email),
  (one, other) => one.name !== null && normalizeText(one.name) === normalizeText(other.name),
  // Two different names are two people.
  (one, other) => one.ticket_type_id === other.ticket_type_id && (one.name === null || other.name === null),
];

/**
 * Matches the people of a renewed membership: for each of the new party, by id, the id of the member whose next term
 * it is. `holder` and `renewed` are the membership's owner in the new and the old party and always match. All others
 * are matched within their role, each once; unmatched people are new.
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
      const found = before.find(
        (other) => !taken.has(other.id) && other.party_role === one.party_role && matches(one, other),
      );
      if (!found) continue;
      matched.set(one.id, found.id);
      taken.add(found.id);
    }
  return matched;
};
