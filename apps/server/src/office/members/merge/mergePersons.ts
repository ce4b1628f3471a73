import type { mergePersons } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isChoosable, mergeFields, type MergeProblem } from "@foyer/rules/membership/party/mergePersons.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { queueForSearch, queueOrdersOfPerson } from "../../../providers/search/queueForSearch.sql.ts";
import { lastMemberChange } from "../history/memberHistory.sql.ts";
import { memberEntity } from "../memberTransaction.ts";
import {
  personCountsOf,
  findPair,
  readPair,
  samePerson,
  valuesOf,
  type MergeFacts,
  type PersonPair,
} from "./comparePersons.ts";
import type { PersonFacts, PersonIds } from "./mergePersons.sql.ts";
import {
  hasClaimedRenewal,
  keepGiftAid,
  lockIdentities,
  lockPersonCarts,
  lockPersonTerms,
  markMerged,
  movePersonRows,
  readIdentityFields,
  recordMerge,
  takeFields,
  type IdentityFields,
  type MergedField,
  type MovedRows,
} from "./movePerson.sql.ts";

type Sent = Omit<StaffReceived<typeof mergePersons>, "reason">;
/** A person with what belongs to them. */
type Side = { readonly person: PersonIds; readonly facts: PersonFacts };

/** Merges two persons in one transaction. */
export const mergeTwoPersons = (
  ctx: StaffContext,
  { reason, ...sent }: StaffReceived<typeof mergePersons>,
): Promise<StaffReply<typeof mergePersons>> =>
  changing(ctx, async (ctx) => {
    const pair = await findPair(ctx, sent);
    await lockPair(ctx, pair, sent);
    await pause("persons_locked");
    const facts = await readUnchanged(ctx, pair, sent);
    const { kept, merged } = requireSides(pair, facts, sent.keep);
    const fields = chosenFields(sent.fields, merged);
    const moved = await moveEverything(ctx, kept.person, [merged.person, leavingGuests(kept.person, sent)], fields);
    const counts = personCountsOf(merged.facts);
    const [was, taken] = [valuesOf(kept.facts), valuesOf(merged.facts)];
    await audit(ctx, {
      action: "member.merged",
      entity: memberEntity(sent.membership_id),
      after: { ...counts, rows: moved.reduce((sum, { keys }) => sum + keys.length, 0) },
      personal: {
        identity_id: kept.person.id,
        before: { ...was, merged: taken },
        after: { ...was, ...Object.fromEntries(fields.map((field) => [field, taken[field]])) },
      },
      reason,
    });
    return { moved: counts };
  });

/**
 * Guests with the kept person's address. They are moved into the account if its address changes, since the address then no
 * longer leads to them.
 */
const leavingGuests = (kept: PersonIds, { fields }: Pick<Sent, "fields">): PersonIds => ({
  id: kept.id,
  kind: "guest",
  identity_ids: fields.email === "merged" ? kept.identity_ids.filter((id) => id !== kept.id) : [],
  member_number: null,
});

/**
 * Locks carts, memberships, renewals and then the identities, in the order of purchases. New rows cannot refer to the
 * merged identity meanwhile.
 */
const lockPair = async ({ db, seller }: StaffContext, { one, other }: PersonPair, sent: Sent): Promise<void> => {
  const [kept, person] = sent.keep === "one" ? [one, other] : [other, one];
  const merged_ids = [...person.identity_ids, ...leavingGuests(kept, sent).identity_ids];
  const merged = { ...person, identity_ids: merged_ids };
  await lockPersonCarts(db, seller.id, merged);
  await lockPersonTerms(db, seller.id, merged);
  await lockIdentities(db, seller.id, { kept: kept.id, merged_ids });
  // Locked again, to include carts begun before the identities were locked.
  const { is_paying } = await lockPersonCarts(db, seller.id, merged);
  if (is_paying || (await hasClaimedRenewal(db, seller.id, [...one.identity_ids, ...other.identity_ids])))
    throw new Refused({
      code: "payment_in_progress",
      context: "membership",
      description: "One of the two persons is paying at the moment. Try again in a few minutes.",
    });
};

const readUnchanged = async (ctx: StaffContext, pair: PersonPair, sent: Sent): Promise<MergeFacts> => {
  const { db, seller } = ctx;
  const now = await findPair(ctx, sent).catch((error: unknown) => {
    // One of them was merged while waiting for the locks.
    if (error instanceof Refused) return undefined;
    throw error;
  });
  const facts = now && (await readPair(ctx, now));
  if (facts?.version === sent.version && samePeople(now, pair)) return facts;
  if (pair.one.id === pair.other.id) throw samePerson();
  const last = await lastMemberChange(db, seller.id, sent.membership_id);
  throw new Refused({ code: "stale_version", context: "membership", extra: { ...last } });
};

const samePeople = (now: PersonPair | undefined, { one, other }: PersonPair): boolean =>
  JSON.stringify(now && [now.one, now.other]) === JSON.stringify([one, other]);

const reasons: Readonly<Record<Exclude<MergeProblem, "same_person"> | "direction", string>> = {
  two_passwords:
    "Both accounts have a password, so both may be in use. Ask which one the person uses, and change the email address of the cards in the other account to that one instead.",
  no_account: "Neither person has an account. Give one of the cards an email address first.",
  too_many_rows: "This person has more records than can be moved at once.",
  direction: "Keep the account that is used to log in.",
};

const requireSides = ({ one, other }: PersonPair, facts: MergeFacts, keep: Sent["keep"]) => {
  const { judgement } = facts;
  if ("problem" in judgement) {
    if (judgement.problem === "same_person") throw samePerson();
    throw notMergeable(judgement.problem);
  }
  if (!judgement.keepable.includes(keep)) throw notMergeable("direction");
  const first: Side = { person: one, facts: facts.one };
  const second: Side = { person: other, facts: facts.other };
  return keep === "one" ? { kept: first, merged: second } : { kept: second, merged: first };
};

const notMergeable = (reason: keyof typeof reasons): Refused =>
  new Refused({ code: "not_mergeable", context: "membership", description: reasons[reason], extra: { reason } });

/** The fields taken from the merged person. */
const chosenFields = (choice: Sent["fields"], { person, facts }: Side): readonly MergedField[] => {
  const taken = mergeFields.filter((field) => choice[field] === "merged");
  const merged = { kind: person.kind, has_verified_email: facts.has_verified_email };
  const impossible = taken.filter((field) => !isChoosable(field, merged, valuesOf(facts)));
  if (impossible.length === 0) return taken;
  throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: impossible } });
};

const moveEverything = async (
  { db, seller, staff }: StaffContext,
  kept: PersonIds,
  [merged, guests]: readonly [PersonIds, PersonIds],
  fields: readonly MergedField[],
): Promise<readonly MovedRows[]> => {
  const identity_ids = [...merged.identity_ids, ...guests.identity_ids];
  const before = await readIdentityFields(db, seller.id, [kept.id, ...identity_ids]);
  await keepGiftAid(db, seller.id, identity_ids);
  const moved = [
    ...(await movePersonRows(db, seller.id, merged, kept.id)),
    ...(await movePersonRows(db, seller.id, guests, kept.id)),
  ];
  await markMerged(db, seller.id, identity_ids, kept.id);
  if (merged.kind !== "card") {
    await queueOrdersOfPerson(db, seller.id, { identity_id: kept.id, details: takenWords(before[merged.id], fields) });
    await takeFields(db, seller.id, { from: merged.id, to: kept.id, fields });
  }
  const orders = moved.filter(({ column }) => column === "ticket_order.identity_id").flatMap(({ keys }) => keys);
  await queueForSearch(db, seller.id, orders);
  await recordMerge(db, seller.id, { kept_identity_id: kept.id, merged, staff_id: staff.id, before, moved });
  return moved;
};

/** The words by which the kept person's orders are found from now on. */
const takenWords = (from: IdentityFields | undefined, fields: readonly MergedField[]) => ({
  ...(fields.includes("name") && { first_name: from?.first_name ?? null, last_name: from?.last_name ?? null }),
  ...(fields.includes("email") && { email: from?.email ?? null }),
  ...(fields.includes("phone") && { phone: from?.phone ?? null }),
});
