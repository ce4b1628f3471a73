import { queryOptions } from "@tanstack/react-query";
import {
  compareMerge,
  findPersons,
  type ComparedPerson,
  type MergeCandidate,
  type MergeComparison,
  type PersonCounts,
} from "@foyer/contract/office/members/mergePersons.ts";
import { proposedChoice, type MergeChoice, type MergeSide } from "@foyer/rules/membership/party/mergePersons.ts";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";

export const foundPersonsQuery = (slug: string, membership_id: string, q: string) =>
  queryOptions({
    queryKey: ["merge-persons", slug, membership_id, q],
    queryFn: () => callOffice(findPersons, { membership_id, q }, slug),
    enabled: q !== "",
  });

export const comparisonQuery = (slug: string, membership_id: string, other: string) =>
  queryOptions({
    queryKey: ["merge-comparison", slug, membership_id, other],
    queryFn: () => callOffice(compareMerge, { membership_id, other }, slug),
    // A comparison from an earlier visit is not shown, since fields are chosen by it.
    staleTime: 0,
    gcTime: 0,
  });

export const personKindNames: Readonly<Record<MergeCandidate["kind"], string>> = {
  account: "Account",
  guest: "Guest without an account",
  card: "Card without an account",
};

const countNames = {
  memberships: "membership",
  orders: "order",
  gift_cards: "gift card",
  notes: "note",
  open_carts: "open cart",
  payment_methods: "saved payment card",
  renewals: "automatic renewal",
  logins: "login",
} as const satisfies Readonly<Record<keyof PersonCounts, string>>;
type Counted = keyof typeof countNames;

/** '1 membership, 2 orders'; zero counts are left out. */
export const countsIn = (counts: PersonCounts, names: readonly Counted[]): string =>
  names
    .filter((name) => counts[name] > 0)
    .map((name) => count(counts[name], countNames[name]))
    .join(", ");

export const sidesOf = (comparison: MergeComparison, keep: MergeSide) => {
  const { one, other } = comparison;
  return keep === "one" ? { kept: one, merged: other } : { kept: other, merged: one };
};

export const proposedFor = (comparison: MergeComparison, keep: MergeSide): MergeChoice => {
  const { kept, merged } = sidesOf(comparison, keep);
  return proposedChoice(kept, merged, merged);
};

/** Why two persons cannot be merged, and what can be done instead. */
export const problemTexts: Readonly<Record<NonNullable<MergeComparison["problem"]>, string>> = {
  same_person: "This is the same person.",
  no_account: "Neither person has an account. Give one of the cards an email address first.",
  two_passwords:
    "Both accounts have a password, so both may be in use. Ask which one the person uses. Then change the email address of the cards in the other account to that one: the cards move, and the orders stay where they are.",
  too_many_rows: "This person has more records than can be moved at once.",
};

/** How somebody logs in. */
export const loginOf = ({ kind, has_password, external_logins }: ComparedPerson): string => {
  if (kind !== "account") return personKindNames[kind];
  const ways = [has_password && "password", external_logins > 0 && "another provider"].filter(Boolean);
  return ways.length > 0 ? `Account with ${ways.join(" and ")}` : "Account, no password";
};
