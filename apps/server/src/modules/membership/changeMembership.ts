import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { changeMembership as changeMembershipCall } from "@foyer/contract/membership.ts";
import { judgeAttendees, splitName } from "@foyer/rules/attendees.ts";
import { ownRule, partyAsk, type PartyRule } from "@foyer/rules/membershipLevel.ts";
import { isExpired } from "@foyer/rules/membershipTerm.ts";
import { newId } from "../../db/newId.ts";
import { statementPlannedAnew } from "../../db/statement.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { keepUsers, userOf } from "../identity/keepUsers.ts";
import { takeQuota, tooMany } from "../identity/tries.ts";
import { cardLetter } from "./cardLetter.ts";
import { cardsById } from "./cards.sql.ts";
import { lockMine, memberships, rewriteCard, type MineRow } from "./mine.sql.ts";
import { isOthers, myMembership } from "./myMembership.ts";
import { newMemberNumber, newScanCode } from "./numbers.ts";

type Sent = Received<typeof changeMembershipCall>;

/**
 * Whoever holds a membership says who the others on it are; their own name is at the house's desk alone. A card that goes
 * to another address gets another number and another code, and a letter there: whoever had it before has it no more.
 */
export const changeMembership = async (ask: Ask, sent: Sent): Promise<Reply<typeof changeMembershipCall>> => {
  const identity_id = ask.visitor?.strength === "full" ? ask.visitor.member_id : null;
  if (identity_id === null) throw noMembership();
  await countLetter(ask, { identity_id, ...sent });
  await transact(ask, async (ask) => {
    const row = await lockMine(ask.db, ask.seller.id, { identity_id, membership_id: sent.membership_id });
    if (!row) throw noMembership();
    if (!isOthers(row) || isExpired(row, Temporal.Instant.from(row.now)))
      throw new Refused({ code: "access_denied", context: "membership" });
    await rewrite(ask, identity_id, row, await judged(ask, row, sent));
  });
  return myMembership(ask);
};

/** A card that goes to another address is a letter to whomever is named: so many in a while (T79). */
const countLetter = async (
  ask: Ask,
  { identity_id, membership_id, holder_email }: Pick<Sent, "membership_id" | "holder_email"> & { identity_id: string },
): Promise<void> => {
  const mine = await memberships(ask.db, ask.seller.id, { identity_id, full: true });
  const row = mine.find(({ id }) => id === membership_id);
  if (!row || holder_email === null || !goesTo(row, holder_email)) return;
  const quota = await takeQuota(ask, "card", identity_id);
  if (quota.over) throw tooMany(quota.wait);
};
const goesTo = (row: Pick<MineRow, "holder_email">, email: string | null): boolean =>
  (email ?? "").trim().toLowerCase() !== (row.holder_email ?? "").toLowerCase();

/** One that is not there and somebody else's are told apart by nobody. */
export const noMembership = (): Refused => new Refused({ code: "not_found", context: "membership" });

type Holder = { readonly name: string | null; readonly email: string | null };

/** As it would be judged if it were bought now. */
const judged = async ({ db, seller }: Ask, row: MineRow, { holder_name, holder_email }: Sent): Promise<Holder> => {
  const [rule = ownRule] = await statementPlannedAnew<PartyRule>(
    db,
    `select party_role, named, emailed, min, max from membership_rule where seller_id = $1 and ticket_type_id = $2`,
    [seller.id, row.ticket_type_id],
  );
  const verdict = judgeAttendees(partyAsk(rule, false), {
    quantity: 1,
    admit_names: holder_name === null ? [] : [holder_name],
    admit_emails: holder_email === null ? [] : [holder_email],
  });
  if ("problem" in verdict) {
    const { field, message } = verdict.problem;
    const fields = [field === "admit_names" ? "holder_name" : "holder_email"];
    throw new Refused({ code: "validation_failed", context: "membership", extra: { fields, message } });
  }
  return { name: verdict.admit_names[0] ?? null, email: verdict.admit_emails[0] ?? null };
};

const rewrite = async (ask: Ask, by_id: string, row: MineRow, { name, email }: Holder): Promise<void> => {
  const { db, seller, outside } = ask;
  const moves = goesTo(row, email);
  const { first, last } = splitName(name ?? "") ?? { first: name ?? "", last: "" };
  const users =
    moves && email !== null
      ? await keepUsers(db, seller.id, [{ email, first_name: first, last_name: last }])
      : new Map<string, string>();
  await rewriteCard(db, seller.id, {
    by_id,
    member_number: row.member_number,
    holder_name: name,
    holder_email: email,
    identity_id: moves ? (email === null ? null : (userOf(users, email) ?? null)) : row.identity_id,
    new_number: moves ? newMemberNumber() : row.member_number,
    new_code: moves ? newScanCode() : row.scan_code,
  });
  if (!moves || email === null) return;
  const [own] = await cardsById(db, seller.id, [row.id]);
  if (!own) return;
  const { level_name, timezone } = own;
  await queueLetter(ask, {
    kind: "membership_card",
    ref_id: row.id,
    occasion: newId(),
    to_address: email,
    letter: cardLetter(seller, outside.origin, {
      level_name,
      timezone,
      physical_card: row.physical_card,
      renewed: false,
      own,
      others: [],
    }),
  });
};
