import { matchParty, type PartyPerson } from "@foyer/rules/membership/party/matchParty.ts";
import { firstTerm, nextTerm } from "@foyer/rules/membership/term.ts";
import { newId } from "../../../db/newId.ts";
import { userIdOf } from "../../identity/users/ensureUsers.ts";
import { levelOfTicket } from "./levelOfTicket.ts";
import { isOwner, partyPerson, type CardHolder } from "./cardHolders.ts";
import type { NewMembership } from "./issueMemberships.sql.ts";
import { newMemberNumber, newScanCode } from "./memberNumbers.ts";
import type { RenewableMembership, RenewalChain } from "./renewalChain.sql.ts";
import type { OrderParties, SoldMembership } from "./soldMemberships.sql.ts";

/** A level to issue, with everything that is known about its people. */
export type LevelToIssue = {
  readonly order_id: string;
  readonly holder: SoldMembership;
  readonly cardHolders: readonly CardHolder[];
  readonly parties: OrderParties;
  /** Nobody filled in a form, so everybody on the membership stays the same. */
  readonly isAutoRenewal: boolean;
  /** Users by address, for `userIdOf`. */
  readonly users: ReadonlyMap<string, string>;
  /** The memberships that are renewed, if any. */
  readonly renewed: RenewalChain | undefined;
};

/** Builds one membership for each card. They share their term; renewed cards keep number and code. */
export const buildMemberships = (level: LevelToIssue): readonly NewMembership[] => {
  const { holder, renewed, cardHolders } = level;
  const previous = renewed ? matchRenewedCards(cardHolders, holder, renewed) : new Map<string, RenewableMembership>();
  const now = Temporal.Instant.from(holder.now);
  const term = renewed
    ? nextTerm(holder, renewed.own.valid_to, now, holder.timezone)
    : firstTerm(holder, now, holder.timezone);
  return cardHolders.map((person) => buildMembership(level, person, previous.get(person.ticket.ticket_id), term));
};

const buildMembership = (
  level: LevelToIssue,
  person: CardHolder,
  last: RenewableMembership | undefined,
  term: ReturnType<typeof firstTerm>,
): NewMembership => {
  const { ticket, email, name } = person;
  const isUnchanged = level.isAutoRenewal && last !== undefined;
  const identity_id = identityOf(level, person, last);
  // A card that moves to another account gets a new number, because its previous owner knows the old one.
  const reusedCard = last?.identity_id === identity_id ? last : undefined;
  return {
    id: newId(),
    ticket_order_id: level.order_id,
    ...levelOfTicket(ticket),
    identity_id,
    holder_name: (isUnchanged ? undefined : name) ?? last?.holder_name ?? null,
    holder_email: (isUnchanged ? undefined : email) ?? last?.holder_email ?? null,
    scan_code: reusedCard?.scan_code ?? newScanCode(),
    member_number: reusedCard?.member_number ?? newMemberNumber(),
    ...term,
    renews_id: last?.id ?? null,
  };
};

/** The user whose account gets the card; null for a person without an account. */
const identityOf = (
  { isAutoRenewal, holder, parties, users }: LevelToIssue,
  person: CardHolder,
  last: RenewableMembership | undefined,
): string | null => {
  const previousId = last?.identity_id ?? null;
  if (isAutoRenewal) return last || person.ticket !== holder ? previousId : parties.owner_id;
  if (isOwner(person, holder, parties)) return parties.owner_id;
  // A person whose address has not changed keeps their account, even if the account has another address.
  if (previousId !== null && person.email?.toLowerCase() === last?.holder_email?.toLowerCase()) return previousId;
  return (person.email === null ? undefined : userIdOf(users, person.email)) ?? previousId;
};

/** The previous memberships by ticket. Matched cards stay valid, so plastic cards need no replacement. */
const matchRenewedCards = (
  cardHolders: readonly CardHolder[],
  holder: SoldMembership,
  renewed: RenewalChain,
): ReadonlyMap<string, RenewableMembership> => {
  const party = cardHolders.map(({ ticket, name, email }): PartyPerson => ({ ...partyPerson(ticket), name, email }));
  const previousParty = renewed.party.map((one): PartyPerson => ({
    ...one,
    name: one.holder_name,
    email: one.holder_email,
  }));
  const matched = matchParty(party, previousParty, { holder: holder.ticket_id, renewed: renewed.own.id });
  const cardById = new Map(renewed.party.map((one) => [one.id, one]));
  return new Map(
    [...matched].flatMap(([ticket_id, id]) => {
      const found = cardById.get(id);
      return found ? [[ticket_id, found] as const] : [];
    }),
  );
};
