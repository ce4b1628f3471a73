import type { ComparedPerson, compareMerge, MergeComparison } from "@foyer/contract/office/members/mergePersons.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { judgeMerge, type MergeJudgement, type MergePerson } from "@foyer/rules/membership/party/mergePersons.ts";
import { createHash } from "node:crypto";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { membershipNotFound } from "../../../modules/membership/cards/updateCardHolder.ts";
import {
  findPersonIds,
  personOfMembership,
  readPersonFacts,
  type PersonFacts,
  type PersonIds,
} from "./mergePersons.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;
export type PersonPair = { readonly one: PersonIds; readonly other: PersonIds };

/** The person on a card, and the one who may be the same. A person of another seller is not found. */
export const findPair = async (
  { db, seller }: Desk,
  { membership_id, other: other_id }: StaffReceived<typeof compareMerge>,
): Promise<PersonPair> => {
  const one_id = await personOfMembership(db, seller.id, membership_id);
  if (one_id === undefined) throw membershipNotFound();
  const one = await findPersonIds(db, seller.id, one_id);
  if (!one) throw membershipNotFound();
  const other = await findPersonIds(db, seller.id, (await personOfMembership(db, seller.id, other_id)) ?? other_id);
  if (!other) throw notFoundHere();
  return { one, other };
};

const notFoundHere = (): Refused =>
  new Refused({
    code: "validation_failed",
    context: "membership",
    description: "This seller has no such person.",
    extra: { fields: ["other"], message: "not_found" },
  });

export type MergeFacts = {
  readonly one: PersonFacts;
  readonly other: PersonFacts;
  readonly version: string;
  readonly judgement: MergeJudgement;
};

/** What belongs to both persons, and whether they can be merged. */
export const readPair = async ({ db, seller }: Desk, { one, other }: PersonPair): Promise<MergeFacts> => {
  const [first, second] = [await readPersonFacts(db, seller.id, one), await readPersonFacts(db, seller.id, other)];
  const version = createHash("sha256")
    .update(JSON.stringify([one, first.version, other, second.version]))
    .digest("base64url");
  return { one: first, other: second, version, judgement: judgeMerge(judged(one, first), judged(other, second)) };
};

const judged = ({ id, kind }: PersonIds, { has_password, has_verified_email, rows }: PersonFacts): MergePerson => ({
  id,
  kind,
  has_password,
  has_verified_email,
  rows,
});

/** Compares two persons, and changes nothing. */
export const comparePersons = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof compareMerge>,
): Promise<MergeComparison> => {
  const pair = await findPair(ctx, sent);
  const { one, other, version, judgement } = await readPair(ctx, pair);
  if ("problem" in judgement && judgement.problem === "same_person") throw samePerson();
  return {
    version,
    one: presentPerson(pair.one, one),
    other: presentPerson(pair.other, other),
    problem: "problem" in judgement ? judgement.problem : null,
    keepable: "problem" in judgement ? [] : [...judgement.keepable],
  };
};

export const samePerson = (): Refused =>
  new Refused({
    code: "validation_failed",
    context: "membership",
    description: "This is the same person.",
    extra: { fields: ["other"], message: "same_person" },
  });

const textOf = (...parts: readonly (string | null)[]): string | null => parts.filter(Boolean).join(" ") || null;

const presentPerson = ({ id, kind }: PersonIds, facts: PersonFacts): ComparedPerson => ({
  id,
  kind,
  name: facts.holder_name ?? textOf(facts.first_name, facts.last_name),
  email: facts.email,
  phone: textOf(facts.phone),
  address: textOf(facts.address),
  has_password: facts.has_password,
  has_verified_email: facts.has_verified_email,
  external_logins: facts.external_logins,
  counts: personCountsOf(facts),
});

export const personCountsOf = ({
  memberships,
  orders,
  gift_cards,
  notes,
  open_carts,
  payment_methods,
  renewals,
  logins,
}: PersonFacts): ComparedPerson["counts"] => ({
  memberships,
  orders,
  gift_cards,
  notes,
  open_carts,
  payment_methods,
  renewals,
  logins,
});

/** The values of a person's fields, as the rules compare them. */
export const valuesOf = (facts: PersonFacts) => ({
  name: facts.holder_name ?? textOf(facts.first_name, facts.last_name),
  email: facts.email,
  phone: textOf(facts.phone),
  address: textOf(facts.address),
});
