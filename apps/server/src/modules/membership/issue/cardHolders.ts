import { splitName } from "@foyer/rules/forms/attendees.ts";
import { findRenewedPerson, type PartyPerson } from "@foyer/rules/membership/party/matchParty.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import type { UserToEnsure } from "../../identity/users/ensureUsers.ts";
import type { RenewableMembership } from "./renewalChain.sql.ts";
import type { OrderParties, SoldMembership } from "./soldMemberships.sql.ts";

/** A sold card with the person on it. */
export type CardHolder = {
  readonly ticket: SoldMembership;
  readonly name: string | null;
  readonly email: string | null;
};

const roleOf = ({ rule }: SoldMembership): string => (rule ?? defaultPartyRule).party_role;

/** The person of a sold card as the rules compare them, before the buyer's name and address replace missing ones. */
export const partyPerson = (ticket: SoldMembership): PartyPerson => ({
  id: ticket.ticket_id,
  ticket_type_id: ticket.ticket_type_id,
  party_role: roleOf(ticket),
  name: ticket.admit_name,
  email: ticket.admit_email,
});

/**
 * The card that holds the membership. In a renewal, it is that of the person whose membership is renewed, whatever their
 * role. If several have the role, it is the one with the buyer's address, or else the first.
 */
export const findHolder = (
  sold: readonly SoldMembership[],
  { owner_is_user, owner_email, email }: OrderParties,
  renewed: RenewableMembership | undefined,
): SoldMembership | undefined => {
  const person =
    renewed &&
    findRenewedPerson(sold.map(partyPerson), { ...renewed, name: renewed.holder_name, email: renewed.holder_email });
  const ofRole = (role: string) => sold.filter((ticket) => roleOf(ticket) === role);
  const ofRenewed = renewed ? ofRole(renewed.party_role) : [];
  const members = ofRenewed.length > 0 ? ofRenewed : ofRole("member");
  const own = (owner_is_user ? owner_email : email)?.toLowerCase();
  return (
    sold.find(({ ticket_id }) => ticket_id === person?.id) ??
    members.find(({ admit_email }) => own !== undefined && admit_email?.toLowerCase() === own) ??
    members[0] ??
    sold[0]
  );
};

/** If the form does not ask for the holder's name and address, the buyer's are used. */
export const toCardHolder = (ticket: SoldMembership, isHolder: boolean, parties: OrderParties): CardHolder => {
  if (!isHolder) return { ticket, name: ticket.admit_name, email: ticket.admit_email };
  const buyer = [parties.first_name, parties.last_name].filter(Boolean).join(" ");
  return {
    ticket,
    name: ticket.admit_name ?? (buyer === "" ? null : buyer),
    email: ticket.admit_email ?? (parties.owner_is_user ? parties.owner_email : null) ?? parties.email,
  };
};

/** Whether a card belongs to the logged-in buyer, who keeps their account, whatever address they entered for themselves. */
export const isOwner = ({ ticket, email }: CardHolder, holder: SoldMembership, parties: OrderParties): boolean =>
  parties.owner_is_user &&
  (ticket === holder || (email !== null && email.toLowerCase() === parties.owner_email?.toLowerCase()));

/** The people who need an account: everybody with an address, except the owner. */
export const cardUsers = (
  cardHolders: readonly CardHolder[],
  holder: SoldMembership,
  parties: OrderParties,
): readonly UserToEnsure[] =>
  cardHolders.flatMap((person): UserToEnsure[] => {
    const { email, name } = person;
    if (email === null || isOwner(person, holder, parties)) return [];
    const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
    return [{ email, first_name: first, last_name: last }];
  });

/** A guest who agrees to automatic renewal needs an account where they can cancel it. */
export const payerUser = ({ email, first_name, last_name }: OrderParties): readonly UserToEnsure[] =>
  email === null ? [] : [{ email, first_name: first_name ?? "", last_name: last_name ?? "" }];
