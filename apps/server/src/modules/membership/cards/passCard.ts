import { splitName } from "@foyer/rules/forms/attendees.ts";
import { changedHolder, type OnCard } from "@foyer/rules/membership/party/changedHolder.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { queueOrdersOfTickets } from "../../../providers/search/queueForSearch.sql.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { closeNumberSessions } from "../../identity/sessions/sessions.ts";
import { ensureUsers, userIdOf } from "../../identity/users/ensureUsers.ts";
import { lockEndings, selectEndings } from "../end/endMemberships.sql.ts";
import { newMemberNumber, newScanCode } from "../issue/memberNumbers.ts";
import { keepReplacedNumber, lockTermsOfNumber, setTicketCodes } from "./lostNumber.sql.ts";
import { passTerms, readPassedCard, type PassedCardRow } from "./passCard.sql.ts";

export type PassedCard = {
  readonly before: PassedCardRow;
  readonly now: OnCard;
  readonly identity_id: string | null;
  readonly member_number: string;
  /** The card has a new number and code. */
  readonly isPassed: boolean;
  readonly term_ids: readonly string[];
};

/**
 * Changes the person on a card, in the caller's transaction, which has locked it. A card that goes to another address or
 * person gets a new number and code, because its former owner knows the old ones.
 */
export const passCard = async (
  ctx: SellerContext,
  membership_id: string,
  { isOtherPerson, ...sent }: OnCard & { readonly isOtherPerson: boolean },
): Promise<PassedCard> => {
  const { db, seller } = ctx;
  const before = await readPassedCard(db, seller.id, membership_id);
  if (!before?.is_in_force) throw notInForce();
  const now = withinLevel(before, sent);
  const isMoved = (now.email ?? "").toLowerCase() !== (before.holder_email ?? "").toLowerCase();
  const isPassed = isMoved || isOtherPerson;
  await lockCard(ctx, before.member_number, isOtherPerson);
  const identity_id = isPassed ? await accountOf(ctx, now) : before.identity_id;
  if (isPassed) await keepReplacedNumber(db, seller.id, before.member_number);
  const member_number = isPassed ? newMemberNumber() : before.member_number;
  const terms = await passTerms(db, seller.id, {
    member_number: before.member_number,
    identity_id,
    holder_name: now.name,
    holder_email: now.email,
    new_number: member_number,
    new_code: isPassed ? newScanCode() : before.scan_code,
  });
  const ticket_ids = terms.map(({ ticket_id }) => ticket_id);
  if (isPassed) {
    const codes = ticket_ids.map((id) => ({ id, scan_code: newScanCode() }));
    await setTicketCodes(db, seller.id, codes);
    if (before.identity_id !== null) await closeNumberSessions(ctx, before.identity_id);
  }
  await markPassesChanged(db, seller.id, ticket_ids);
  await queueOrdersOfTickets(db, seller.id, ticket_ids);
  return { before, now, identity_id, member_number, isPassed, term_ids: terms.map(({ id }) => id) };
};

/**
 * Locks every term of a card and its renewals, as the order of a next term does. Refuses another person while a term is
 * being charged for, because that term would go to whoever is on the card now.
 */
const lockCard = async (
  { db, seller }: SellerContext,
  member_number: string,
  isOtherPerson: boolean,
): Promise<void> => {
  const ticket_ids = (await lockTermsOfNumber(db, seller.id, member_number)).map(({ ticket_id }) => ticket_id);
  await lockEndings(db, seller.id, ticket_ids);
  const endings = await selectEndings(db, seller.id, ticket_ids);
  if (isOtherPerson && endings.some(({ is_being_charged }) => is_being_charged))
    throw new Refused({ code: "payment_in_progress", context: "membership" });
};

const withinLevel = (card: PassedCardRow, sent: OnCard): OnCard => {
  const rule = { named: card.named ?? defaultPartyRule.named, emailed: card.emailed ?? defaultPartyRule.emailed };
  const result = changedHolder(rule, { name: card.holder_name, email: card.holder_email }, sent);
  if (!("problem" in result)) return result;
  const { field, message } = result.problem;
  const limit = { level: card.level_name, type: card.type_name, name: rule.named, email: rule.emailed };
  throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: [field], message, limit } });
};

/** The account with this address; null if there is none. */
const accountOf = async ({ db, seller }: SellerContext, { name, email }: OnCard): Promise<string | null> => {
  if (email === null) return null;
  const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
  const users = await ensureUsers(db, seller.id, [{ email, first_name: first, last_name: last }]);
  return userIdOf(users, email) ?? null;
};

const notInForce = (): Refused =>
  new Refused({
    code: "ticket_state_incorrect",
    context: "membership",
    description: "This term has ended or was cancelled.",
  });
