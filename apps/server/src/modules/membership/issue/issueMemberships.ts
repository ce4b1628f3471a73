import { ensureUsers, userIdOf } from "../../identity/users/ensureUsers.ts";
import {
  readAutoRenewConsent,
  scheduleAutoRenewals,
  type AutoRenewConsent,
} from "../autoRenewal/scheduleAutoRenewals.ts";
import { queueCardEmails } from "../cards/queueCardEmails.ts";
import { issueGifts } from "../gifts/issueGifts.ts";
import { buildMemberships } from "./buildMemberships.ts";
import { cardUsers, findHolder, payerUser, toCardHolder } from "./cardHolders.ts";
import { countInNextTerm } from "./countInNextTerm.ts";
import type { IssueContext } from "./issueContext.ts";
import { issueLevelChange } from "./issueLevelChange.ts";
import { insertMemberships } from "./issueMemberships.sql.ts";
import { lockRenewalChain, type RenewalChain } from "./renewalChain.sql.ts";
import {
  selectOrderParties,
  selectSoldMemberships,
  type OrderParties,
  type SoldMembership,
} from "./soldMemberships.sql.ts";

/**
 * Turns the membership tickets of an order into memberships, or gifts into codes. Called in the transaction that
 * completes the order, so that nobody is a member without having paid. Repeating it changes nothing.
 */
export const issueMemberships = async (ctx: IssueContext, order_id: string): Promise<void> => {
  const { db, seller } = ctx;
  const sold = await selectSoldMemberships(db, seller.id, order_id);
  if (sold.length === 0) return;
  const parties = await selectOrderParties(db, seller.id, order_id);
  const [gifts, own] = [sold.filter(isGift), sold.filter((ticket) => !isGift(ticket))];
  if (gifts.length > 0) await issueGifts(ctx, order_id, gifts, parties);
  const changes = own.filter(({ ordered }) => ordered?.changes_id !== undefined);
  if (changes.length > 0) return issueLevelChange(ctx, order_id, changes, parties);
  // A cart has only one level today, but each level has its own holder and its own renewals.
  for (const level of Map.groupBy(own, ({ ticket_group_id }) => ticket_group_id).values())
    await issueLevel(ctx, order_id, level, parties);
};

const isGift = ({ ordered }: SoldMembership): boolean => ordered?.gift === true;

const issueLevel = async (
  ctx: IssueContext,
  order_id: string,
  sold: readonly SoldMembership[],
  parties: OrderParties,
): Promise<void> => {
  const { db, seller } = ctx;
  const consent = await readAutoRenewConsent(ctx, order_id);
  const isAutoRenewal = consent?.auto !== undefined;
  const renewed = await lockRenewed(ctx, sold[0], parties, consent);
  const holder = findHolder(sold, parties, renewed?.own);
  if (!holder) return;
  const cardHolders = sold.map((ticket) => toCardHolder(ticket, ticket === holder, parties));
  const payer = consent && !parties.owner_is_user ? payerUser(parties) : [];
  const users = await ensureUsers(
    db,
    seller.id,
    isAutoRenewal ? [] : [...cardUsers(cardHolders, holder, parties), ...payer],
  );
  const memberships = buildMemberships({ order_id, holder, cardHolders, parties, isAutoRenewal, users, renewed });
  await insertMemberships(db, seller.id, memberships);
  await countInNextTerm(ctx, memberships, "no_term");
  const own = memberships.find(({ ticket_id }) => ticket_id === holder.ticket_id);
  const guestPayerId = userIdOf(users, parties.email ?? "");
  await scheduleAutoRenewals(ctx, memberships, own, {
    consent,
    payer_id: consent?.auto?.identity_id ?? (parties.owner_is_user ? parties.owner_id : guestPayerId),
    timezone: holder.timezone,
    now: holder.now,
  });
  await queueCardEmails(ctx, { memberships, holder_ticket_id: holder.ticket_id, level: holder, sold, parties });
};

/**
 * The memberships that the order renews. Undefined if the renewed membership was cancelled, or transferred to another
 * account since the cart was filled: then a new membership starts.
 */
const lockRenewed = async (
  { db, seller }: IssueContext,
  first: SoldMembership | undefined,
  { owner_id }: OrderParties,
  consent: AutoRenewConsent | undefined,
): Promise<RenewalChain | undefined> => {
  const ordered = first?.ordered;
  const renews_id = ordered?.action === "renew" ? ordered.renews_id : undefined;
  const chain = renews_id === undefined ? undefined : await lockRenewalChain(db, seller.id, renews_id);
  const isAutoRenewal = consent?.auto !== undefined;
  return isAutoRenewal || chain?.own.identity_id === owner_id ? chain : undefined;
};
