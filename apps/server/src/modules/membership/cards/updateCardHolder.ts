import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { changeMembership } from "@foyer/contract/shop/membership.ts";
import { checkAttendees, splitName } from "@foyer/rules/forms/attendees.ts";
import { defaultPartyRule, partyFields } from "@foyer/rules/membership/party/partyRule.ts";
import { isExpired } from "@foyer/rules/membership/term.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { queueOrdersOfTickets } from "../../../providers/search/queueForSearch.sql.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { ensureUsers, userIdOf } from "../../identity/users/ensureUsers.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { cardEmail } from "./cardEmail.ts";
import { cardsById } from "./cards.sql.ts";
import { savePassedCodes, setTicketCodes } from "./lostNumber.sql.ts";
import { lockMembership, selectMemberships, transferCard, type MembershipRow } from "../read/memberships.sql.ts";
import { selectPartyRule } from "../read/membershipRules.sql.ts";
import { canEditHolder, readMemberships } from "../read/readMemberships.ts";
import { newMemberNumber, newScanCode } from "../issue/memberNumbers.ts";

type Sent = Received<typeof changeMembership>;

/**
 * Lets the holder of a membership change the people on its other cards; their own card can only be changed by staff. A
 * card that moves to another e-mail address gets a new number and code and is sent there, so its previous owner can no
 * longer use it.
 */
export const updateCardHolder = async (ctx: RequestContext, sent: Sent): Promise<Reply<typeof changeMembership>> => {
  const identity_id = ctx.visitor?.strength === "full" ? ctx.visitor.member_id : null;
  if (identity_id === null) throw membershipNotFound();
  await countCardTransfer(ctx, { identity_id, ...sent });
  await transact(ctx, async (ctx) => {
    const row = await lockMembership(ctx.db, ctx.seller.id, { identity_id, membership_id: sent.membership_id });
    if (!row) throw membershipNotFound();
    if (!canEditHolder(row) || isExpired(row, Temporal.Instant.from(row.now)))
      throw new Refused({ code: "access_denied", context: "membership" });
    await saveHolder(ctx, identity_id, row, await validateHolder(ctx, row, sent));
  });
  return readMemberships(ctx);
};

/** A transfer sends an e-mail to an address that the visitor chose, so their number is limited. */
const countCardTransfer = async (
  ctx: RequestContext,
  { identity_id, membership_id, holder_email }: Pick<Sent, "membership_id" | "holder_email"> & { identity_id: string },
): Promise<void> => {
  const visible = await selectMemberships(ctx.db, ctx.seller.id, { identity_id, full: true });
  const row = visible.find(({ id }) => id === membership_id);
  if (!row || holder_email === null || !changesEmail(row, holder_email)) return;
  const quota = await consumeQuota(ctx, "card_transfer", identity_id);
  if (quota.exceeded) throw tooManyRequests(quota.wait);
};
const changesEmail = (row: Pick<MembershipRow, "holder_email">, email: string | null): boolean =>
  (email ?? "").trim().toLowerCase() !== (row.holder_email ?? "").toLowerCase();

/** Used for another person's membership too, so that the answer does not reveal that it exists. */
export const membershipNotFound = (): Refused => new Refused({ code: "not_found", context: "membership" });

type Holder = { readonly name: string | null; readonly email: string | null };

/** Validates by the same rule as a purchase. */
const validateHolder = async (
  { db, seller }: RequestContext,
  row: MembershipRow,
  { holder_name, holder_email }: Sent,
): Promise<Holder> => {
  const rule = (await selectPartyRule(db, seller.id, row.ticket_type_id)) ?? defaultPartyRule;
  const result = checkAttendees(partyFields(rule, false), {
    quantity: 1,
    admit_names: holder_name === null ? [] : [holder_name],
    admit_emails: holder_email === null ? [] : [holder_email],
  });
  if ("problem" in result) {
    const { field, message } = result.problem;
    const fields = [field === "admit_names" ? "holder_name" : "holder_email"];
    throw new Refused({ code: "validation_failed", context: "membership", extra: { fields, message } });
  }
  return { name: result.admit_names[0] ?? null, email: result.admit_emails[0] ?? null };
};

const saveHolder = async (
  ctx: RequestContext,
  changed_by_id: string,
  row: MembershipRow,
  { name, email }: Holder,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const isTransferred = changesEmail(row, email);
  const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
  const users =
    isTransferred && email !== null
      ? await ensureUsers(db, seller.id, [{ email, first_name: first, last_name: last }])
      : new Map<string, string>();
  const ticket_ids = await transferCard(db, seller.id, {
    changed_by_id,
    member_number: row.member_number,
    holder_name: name,
    holder_email: email,
    identity_id: isTransferred ? (email === null ? null : (userIdOf(users, email) ?? null)) : row.identity_id,
    new_number: isTransferred ? newMemberNumber() : row.member_number,
    new_code: isTransferred ? newScanCode() : row.scan_code,
  });
  if (isTransferred) {
    await savePassedCodes(db, seller.id, { ticket_ids, member_number: row.member_number, scan_code: row.scan_code });
    await setTicketCodes(
      db,
      seller.id,
      ticket_ids.map((id) => ({ id, scan_code: newScanCode() })),
    );
  }
  await markPassesChanged(db, seller.id, ticket_ids);
  await queueOrdersOfTickets(db, seller.id, ticket_ids);
  if (!isTransferred || email === null) return;
  const [own] = await cardsById(db, seller.id, [row.id]);
  if (!own) return;
  const { level_name, timezone } = own;
  await queueEmail(ctx, {
    kind: "membership_card",
    ref_id: row.id,
    occasion: newId(),
    to_address: email,
    email: cardEmail(seller, providers.origin, {
      level_name,
      timezone,
      physical_card: row.physical_card,
      renewed: false,
      own,
      others: [],
    }),
  });
};
