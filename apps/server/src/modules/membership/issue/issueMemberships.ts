import { splitName } from "@foyer/rules/forms/attendees.ts";
import { defaultPartyRule } from "@foyer/rules/membership/partyRule.ts";
import { matchParty, type PartyPerson } from "@foyer/rules/membership/matchParty.ts";
import { firstTerm, nextTerm } from "@foyer/rules/membership/term.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { ensureUsers, userIdOf, type UserToEnsure } from "../../identity/users/ensureUsers.ts";
import { readAutoRenewConsent, scheduleAutoRenewals } from "../autoRenewal/scheduleAutoRenewals.ts";
import { issueGifts } from "../gifts/issueGifts.ts";
import { insertMemberships, type NewMembership } from "./issueMemberships.sql.ts";
import { newMemberNumber, newScanCode } from "./memberNumbers.ts";
import { queueCardEmails } from "../cards/queueCardEmails.ts";
import { lockRenewalChain, type RenewableMembership } from "./renewalChain.sql.ts";
import {
  selectOrderParties,
  selectSoldMemberships,
  type OrderParties,
  type SoldMembership,
} from "./soldMemberships.sql.ts";

export type MembershipContext = Pick<RequestContext, "db" | "seller" | "providers">;

/**
 * Every membership ticket of an order that was just booked becomes a membership, or, if it is a present, a code that
 * somebody else redeems. In the transaction of the order, so nobody is a member who has not paid; said again, it makes no
 * other. Called where an order holds memberships, and nowhere else.
 */
export const issueMemberships = async (ctx: MembershipContext, order_id: string): Promise<void> => {
  const { db, seller } = ctx;
  const sold = await selectSoldMemberships(db, seller.id, order_id);
  if (sold.length === 0) return;
  const parties = await selectOrderParties(db, seller.id, order_id);
  const [gifts, own] = [sold.filter(isGift), sold.filter((ticket) => !isGift(ticket))];
  if (gifts.length > 0) await issueGifts(ctx, order_id, gifts, parties);
  // One level is in a cart; were there ever several, each has its own holder and its own chain.
  for (const level of Map.groupBy(own, ({ ticket_group_id }) => ticket_group_id).values())
    await issueLevel(ctx, order_id, level, parties);
};

const isGift = ({ ordered }: SoldMembership): boolean => ordered?.gift === true;

const issueLevel = async (
  ctx: MembershipContext,
  order_id: string,
  sold: readonly SoldMembership[],
  parties: OrderParties,
): Promise<void> => {
  const { db, seller } = ctx;
  const holder = findHolder(sold, parties);
  if (!holder) return;
  const cardHolders = sold.map((ticket) => toCardHolder(ticket, ticket === holder, parties));
  const consent = await readAutoRenewConsent(ctx, order_id);
  const isAutoRenewal = consent?.auto !== undefined;
  const renews_id = holder.ordered?.action === "renew" ? holder.ordered.renews_id : undefined;
  const chain = renews_id === undefined ? undefined : await lockRenewalChain(db, seller.id, renews_id);
  // Somebody else's by now, as when its holder gave the card to another meanwhile: what was paid for begins anew.
  const isOwnersChain =
    isAutoRenewal || chain?.own.identity_id === parties.owner_id || !guardStands("renewal_of_owner");
  const renewed = isOwnersChain ? chain : undefined;

  // Whoever is logged in while they buy is known already, by whatever address.
  const isOwner = ({ email, ticket }: CardHolder): boolean =>
    parties.owner_is_user &&
    (ticket === holder || (email !== null && email.toLowerCase() === parties.owner_email?.toLowerCase()));
  const usersToEnsure = cardHolders.flatMap((person): UserToEnsure[] => {
    const { email, name } = person;
    if (email === null || isOwner(person)) return [];
    const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
    return [{ email, first_name: first, last_name: last }];
  });
  const payer = consent && !isAutoRenewal && !parties.owner_is_user ? payerUser(parties) : [];
  const users = await ensureUsers(db, seller.id, isAutoRenewal ? [] : [...usersToEnsure, ...payer]);
  const previous = renewed ? matchRenewedCards(cardHolders, holder, renewed) : new Map<string, RenewableMembership>();

  const now = Temporal.Instant.from(holder.now);
  const term = renewed
    ? nextTerm(holder, renewed.own.valid_to, now, holder.timezone)
    : firstTerm(holder, now, holder.timezone);
  const memberships = cardHolders.map((person): NewMembership => {
    const { ticket, email, name } = person;
    const last = previous.get(ticket.ticket_id);
    const { party_role } = ticket.rule ?? defaultPartyRule;
    // With nobody there nothing is told anew: everybody on it stays who they are.
    const isUnchanged = isAutoRenewal && last !== undefined;
    const linkedIdentityId =
      isUnchanged || (isAutoRenewal && ticket !== holder)
        ? null
        : isAutoRenewal || isOwner(person)
          ? parties.owner_id
          : email === null
            ? undefined
            : userIdOf(users, email);
    const identity_id = linkedIdentityId ?? last?.identity_id ?? null;
    // A card that goes into another account has another number: whoever had it before knows this one.
    const reusedCard = last && (last.identity_id === identity_id || !guardStands("card_of_account")) ? last : undefined;
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
      holder_name: (isUnchanged ? undefined : name) ?? last?.holder_name ?? null,
      holder_email: (isUnchanged ? undefined : email) ?? last?.holder_email ?? null,
      scan_code: reusedCard?.scan_code ?? newScanCode(),
      member_number: reusedCard?.member_number ?? newMemberNumber(),
      ...term,
      renews_id: last?.id ?? null,
    };
  });
  await insertMemberships(db, seller.id, memberships);
  await scheduleAutoRenewals(
    ctx,
    memberships,
    memberships.find(({ ticket_id }) => ticket_id === holder.ticket_id),
    {
      consent,
      payer_id:
        consent?.auto?.identity_id ?? (parties.owner_is_user ? parties.owner_id : userIdOf(users, parties.email ?? "")),
      timezone: holder.timezone,
      now: holder.now,
    },
  );
  await queueCardEmails(ctx, { memberships, holder_ticket_id: holder.ticket_id, level: holder, sold, parties });
};

/** In whose account the membership is: of several who may hold it whoever has the buyer's address. */
const findHolder = (sold: readonly SoldMembership[], { owner_is_user, owner_email, email }: OrderParties) => {
  const members = sold.filter(({ rule }) => (rule ?? defaultPartyRule).party_role === "member");
  const own = (owner_is_user ? owner_email : email)?.toLowerCase();
  return (
    members.find(({ admit_email }) => own !== undefined && admit_email?.toLowerCase() === own) ?? members[0] ?? sold[0]
  );
};

/** Whoever pays for renewals has an account where they see it, as the buyer said who they are. */
const payerUser = ({ email, first_name, last_name }: OrderParties): UserToEnsure[] =>
  email === null ? [] : [{ email, first_name: first_name ?? "", last_name: last_name ?? "" }];

type CardHolder = { readonly ticket: SoldMembership; readonly name: string | null; readonly email: string | null };

/** Whoever buys a membership for themselves is who they said at the till, where the form of the level does not ask. */
const toCardHolder = (ticket: SoldMembership, isHolder: boolean, parties: OrderParties): CardHolder => {
  if (!isHolder) return { ticket, name: ticket.admit_name, email: ticket.admit_email };
  const buyer = [parties.first_name, parties.last_name].filter(Boolean).join(" ");
  return {
    ticket,
    name: ticket.admit_name ?? (buyer === "" ? null : buyer),
    email: ticket.admit_email ?? (parties.owner_is_user ? parties.owner_email : null) ?? parties.email,
  };
};

/** Whose cards go on, by ticket: numbers and codes stay the same, so that a card of plastic does too. */
const matchRenewedCards = (
  cardHolders: readonly CardHolder[],
  holder: SoldMembership,
  renewed: { readonly own: RenewableMembership; readonly party: readonly RenewableMembership[] },
): ReadonlyMap<string, RenewableMembership> => {
  const party = cardHolders.map(({ ticket, name, email }): PartyPerson => ({
    id: ticket.ticket_id,
    ticket_type_id: ticket.ticket_type_id,
    party_role: (ticket.rule ?? defaultPartyRule).party_role,
    name,
    email,
  }));
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
