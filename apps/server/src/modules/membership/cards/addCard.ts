import { splitName } from "@foyer/rules/forms/attendees.ts";
import type { OnCard } from "@foyer/rules/membership/party/changedHolder.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { ensureUsers, userIdOf } from "../../identity/users/ensureUsers.ts";
import { insertMemberships } from "../issue/issueMemberships.sql.ts";
import { newMemberNumber, newScanCode } from "../issue/memberNumbers.ts";
import { selectSoldMemberships } from "../issue/soldMemberships.sql.ts";
import {
  countParty,
  insertAddedTicket,
  isPartyBeingRenewed,
  lockParty,
  readPartyCard,
  takeLevelPlace,
  type PartyCardRow,
} from "./addCard.sql.ts";

export type { PartyCardRow } from "./addCard.sql.ts";

/** The membership that a card belongs to. */
export const partyOfCard = ({ db, seller }: SellerContext, membership_id: string): Promise<PartyCardRow | undefined> =>
  readPartyCard(db, seller.id, membership_id);

/** People on a membership, by type. Cancelled cards are left out. */
export const peopleByType = (
  { db, seller }: SellerContext,
  party: PartyCardRow,
): Promise<ReadonlyMap<string, number>> => countParty(db, seller.id, party);

/**
 * Locks a membership that a person is added to or removed from. The caller has locked its order. A renewal that is being
 * paid for or has been made covers only those already on it.
 */
export const lockChangeableParty = async (
  { db, seller }: SellerContext,
  membership_id: string,
): Promise<PartyCardRow> => {
  const seen = await readPartyCard(db, seller.id, membership_id);
  if (seen) await lockParty(db, seller.id, seen);
  await pause("party_locked");
  const card = seen && (await readPartyCard(db, seller.id, membership_id));
  if (!card?.is_in_force || card.is_renewed)
    throw new Refused({
      code: "ticket_state_incorrect",
      context: "membership",
      description: "This term has ended, was cancelled or was renewed. Change its last term.",
    });
  if (await isPartyBeingRenewed(db, seller.id, card))
    throw new Refused({ code: "payment_in_progress", context: "membership" });
  return card;
};

/**
 * Adds a card to a membership that the caller has locked and checked: a booked ticket of the order without a price, with
 * the same term as the others.
 */
export const addCard = async (
  { db, seller }: SellerContext,
  party: PartyCardRow,
  added: OnCard & { readonly ticket_type_id: string; readonly order_change_id: string },
): Promise<{ readonly membership_id: string; readonly member_number: string }> => {
  const { ticket_type_id, name, email } = added;
  if (!(await takeLevelPlace(db, seller.id, party.ticket_group_id)))
    throw new Refused({
      code: "ticket_group_sold_out",
      context: "membership",
      extra: { ticket_group_id: party.ticket_group_id, group: party.level_name },
    });
  const ticket_id = newId();
  await insertAddedTicket(db, seller.id, {
    id: ticket_id,
    beside: party.ticket_id,
    ticket_type_id,
    admit_name: name,
    admit_email: email,
    scan_code: newScanCode(),
    added_by: added.order_change_id,
  });
  const sold = (await selectSoldMemberships(db, seller.id, party.ticket_order_id)).find(
    (one) => one.ticket_id === ticket_id,
  );
  if (!sold) throw new Error("An added card has a ticket");
  const [membership_id, member_number] = [newId(), newMemberNumber()];
  await insertMemberships(db, seller.id, [
    {
      id: membership_id,
      ticket_id,
      ticket_order_id: party.ticket_order_id,
      event_template_id: sold.event_template_id,
      ticket_group_id: sold.ticket_group_id,
      ticket_type_id,
      membership_program_id: sold.membership_program_id,
      membership_role_id: sold.membership_role_id,
      level_name: party.level_name,
      party_role: (sold.rule ?? defaultPartyRule).party_role,
      benefits: sold.benefits,
      purchase_limit: sold.purchase_limit,
      identity_id: await accountOf({ db, seller }, { name, email }),
      holder_name: name,
      holder_email: email,
      scan_code: newScanCode(),
      member_number,
      valid_from: party.valid_from,
      valid_to: party.valid_to,
      renews_id: null,
    },
  ]);
  return { membership_id, member_number };
};

const accountOf = async ({ db, seller }: SellerContext, { name, email }: OnCard): Promise<string | null> => {
  if (email === null) return null;
  const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
  const users = await ensureUsers(db, seller.id, [{ email, first_name: first, last_name: last }]);
  return userIdOf(users, email) ?? null;
};
