import { splitName } from "@foyer/rules/attendees.ts";
import { ownRule } from "@foyer/rules/membershipLevel.ts";
import { matchParty, type PartyMember } from "@foyer/rules/membershipParty.ts";
import { firstTerm, nextTerm } from "@foyer/rules/membershipTerm.ts";
import { guardStands } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import type { Ask } from "../../http/ask.ts";
import { keepUsers, userOf, type WantedUser } from "../identity/keepUsers.ts";
import { agreedFor, enrolRenewals } from "./enrolRenewals.ts";
import { giveGifts } from "./giveGifts.ts";
import { insertMemberships, type NewMembership } from "./issue.sql.ts";
import { newMemberNumber, newScanCode } from "./numbers.ts";
import { queueCards } from "./queueCards.ts";
import { lockRenewed, type Renewed } from "./renewed.sql.ts";
import { partiesOf, soldMemberships, type Parties, type SoldMembership } from "./sold.sql.ts";

export type Shop = Pick<Ask, "db" | "seller" | "outside">;

/**
 * Every membership ticket of an order that was just booked becomes a membership, or, if it is a present, a code that
 * somebody else redeems. In the transaction of the order, so nobody is a member who has not paid; said again, it makes no
 * other. Called where an order holds memberships, and nowhere else.
 */
export const issueMemberships = async (shop: Shop, order_id: string): Promise<void> => {
  const { db, seller } = shop;
  const sold = await soldMemberships(db, seller.id, order_id);
  if (sold.length === 0) return;
  const parties = await partiesOf(db, seller.id, order_id);
  const [given, own] = [sold.filter(isGiven), sold.filter((ticket) => !isGiven(ticket))];
  if (given.length > 0) await giveGifts(shop, order_id, given, parties);
  // One level is in a cart; were there ever several, each has its own holder and its own chain.
  for (const level of Map.groupBy(own, ({ ticket_group_id }) => ticket_group_id).values())
    await issueLevel(shop, order_id, level, parties);
};

const isGiven = ({ ordered }: SoldMembership): boolean => ordered?.gift === true;

const issueLevel = async (
  shop: Shop,
  order_id: string,
  sold: readonly SoldMembership[],
  parties: Parties,
): Promise<void> => {
  const { db, seller } = shop;
  const holder = holderOf(sold, parties);
  if (!holder) return;
  const people = sold.map((ticket) => personOf(ticket, ticket === holder, parties));
  const agreed = await agreedFor(shop, order_id);
  const goesOnAsItIs = agreed?.auto !== undefined;
  const renews_id = holder.ordered?.action === "renew" ? holder.ordered.renews_id : undefined;
  const chain = renews_id === undefined ? undefined : await lockRenewed(db, seller.id, renews_id);
  // Somebody else's by now, as when its holder gave the card to another meanwhile: what was paid for begins anew.
  const isTheirs = goesOnAsItIs || chain?.own.identity_id === parties.owner_id || !guardStands("renewal_of_owner");
  const renewed = isTheirs ? chain : undefined;

  // Whoever is logged in while they buy is known already, by whatever address.
  const isOwner = ({ email, ticket }: Person): boolean =>
    parties.owner_is_user &&
    (ticket === holder || (email !== null && email.toLowerCase() === parties.owner_email?.toLowerCase()));
  const wanted = people.flatMap((person): WantedUser[] => {
    const { email, name } = person;
    if (email === null || isOwner(person)) return [];
    const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
    return [{ email, first_name: first, last_name: last }];
  });
  const payer = agreed && !goesOnAsItIs && !parties.owner_is_user ? payerOf(parties) : [];
  const users = await keepUsers(db, seller.id, goesOnAsItIs ? [] : [...wanted, ...payer]);
  const before = renewed ? goesOn(people, holder, renewed) : new Map<string, Renewed>();

  const now = Temporal.Instant.from(holder.now);
  const term = renewed
    ? nextTerm(holder, renewed.own.valid_to, now, holder.timezone)
    : firstTerm(holder, now, holder.timezone);
  const memberships = people.map((person): NewMembership => {
    const { ticket, email, name } = person;
    const last = before.get(ticket.ticket_id);
    const { party_role } = ticket.rule ?? ownRule;
    // With nobody there nothing is told anew: everybody on it stays who they are.
    const stays = goesOnAsItIs && last !== undefined;
    const linked =
      stays || (goesOnAsItIs && ticket !== holder)
        ? null
        : goesOnAsItIs || isOwner(person)
          ? parties.owner_id
          : email === null
            ? undefined
            : userOf(users, email);
    const identity_id = linked ?? last?.identity_id ?? null;
    // A card that goes into another account has another number: whoever had it before knows this one.
    const card = last && (last.identity_id === identity_id || !guardStands("card_of_account")) ? last : undefined;
    return {
      id: newId(),
      ticket_id: ticket.ticket_id,
      ticket_order_id: order_id,
      event_template_id: ticket.event_template_id,
      ticket_group_id: ticket.ticket_group_id,
      ticket_type_id: ticket.ticket_type_id,
      membership_program_id: ticket.membership_program_id,
      membership_role_id: ticket.membership_role_id,
      level_name: ticket.level_name,
      party_role,
      benefits: ticket.benefits,
      purchase_limit: ticket.purchase_limit,
      identity_id,
      holder_name: (stays ? undefined : name) ?? last?.holder_name ?? null,
      holder_email: (stays ? undefined : email) ?? last?.holder_email ?? null,
      scan_code: card?.scan_code ?? newScanCode(),
      member_number: card?.member_number ?? newMemberNumber(),
      ...term,
      renews_id: last?.id ?? null,
    };
  });
  await insertMemberships(db, seller.id, memberships);
  await enrolRenewals(
    shop,
    memberships,
    memberships.find(({ ticket_id }) => ticket_id === holder.ticket_id),
    {
      agreed,
      payer_id:
        agreed?.auto?.identity_id ?? (parties.owner_is_user ? parties.owner_id : userOf(users, parties.email ?? "")),
      timezone: holder.timezone,
      now: holder.now,
    },
  );
  await queueCards(shop, { memberships, holder_ticket_id: holder.ticket_id, level: holder, sold, parties });
};

/** In whose account the membership is: of several who may hold it whoever has the buyer's address. */
const holderOf = (sold: readonly SoldMembership[], { owner_is_user, owner_email, email }: Parties) => {
  const members = sold.filter(({ rule }) => (rule ?? ownRule).party_role === "member");
  const own = (owner_is_user ? owner_email : email)?.toLowerCase();
  return (
    members.find(({ admit_email }) => own !== undefined && admit_email?.toLowerCase() === own) ?? members[0] ?? sold[0]
  );
};

/** Whoever pays for renewals has an account where they see it, as the buyer said who they are. */
const payerOf = ({ email, first_name, last_name }: Parties): WantedUser[] =>
  email === null ? [] : [{ email, first_name: first_name ?? "", last_name: last_name ?? "" }];

type Person = { readonly ticket: SoldMembership; readonly name: string | null; readonly email: string | null };

/** Whoever buys a membership for themselves is who they said at the till, where the form of the level does not ask. */
const personOf = (ticket: SoldMembership, isHolder: boolean, parties: Parties): Person => {
  if (!isHolder) return { ticket, name: ticket.admit_name, email: ticket.admit_email };
  const buyer = [parties.first_name, parties.last_name].filter(Boolean).join(" ");
  return {
    ticket,
    name: ticket.admit_name ?? (buyer === "" ? null : buyer),
    email: ticket.admit_email ?? (parties.owner_is_user ? parties.owner_email : null) ?? parties.email,
  };
};

/** Whose cards go on, by ticket: numbers and codes stay the same, so that a card of plastic does too. */
const goesOn = (
  people: readonly Person[],
  holder: SoldMembership,
  renewed: { readonly own: Renewed; readonly party: readonly Renewed[] },
): ReadonlyMap<string, Renewed> => {
  const party = people.map(({ ticket, name, email }): PartyMember => ({
    id: ticket.ticket_id,
    ticket_type_id: ticket.ticket_type_id,
    party_role: (ticket.rule ?? ownRule).party_role,
    name,
    email,
  }));
  const before = renewed.party.map((one): PartyMember => ({ ...one, name: one.holder_name, email: one.holder_email }));
  const matched = matchParty(party, before, { holder: holder.ticket_id, renewed: renewed.own.id });
  const known = new Map(renewed.party.map((one) => [one.id, one]));
  return new Map(
    [...matched].flatMap(([ticket_id, id]) => {
      const found = known.get(id);
      return found ? [[ticket_id, found] as const] : [];
    }),
  );
};
