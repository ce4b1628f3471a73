import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { Reason, Version } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/**
 * `account`: somebody who can log in. `guest`: who has bought without an account, with all orders of their address. `card`: on a
 * card that is in no account.
 */
export const mergeKinds = ["account", "guest", "card"] as const;

/** What belongs to a person, by numbers. */
export const PersonCounts = z.object({
  memberships: z.int(),
  orders: z.int(),
  gift_cards: z.int(),
  notes: z.int(),
  /** Carts that hold something now. */
  open_carts: z.int(),
  /** Saved cards that renewals are charged to. */
  payment_methods: z.int(),
  /** Automatic renewals that they pay for. */
  renewals: z.int(),
  /** Browsers in which they are logged in. */
  logins: z.int(),
});
export type PersonCounts = z.infer<typeof PersonCounts>;

/** Somebody who may be the same person: by the id of their identity, or of a membership where a card is in no account. */
export const MergeCandidate = z.object({
  id: Id,
  kind: z.enum(mergeKinds),
  name: z.string(),
  email: z.nullable(z.string()),
  memberships: z.int(),
  orders: z.int(),
});
export type MergeCandidate = z.infer<typeof MergeCandidate>;

/** People that a search finds at most. */
export const mostFoundPersons = 20;

/** `q` as in the list of members, which also finds people who have bought something without being members. */
export const findPersons = staffEndpoint({
  name: "findPersons",
  method: "GET",
  path: "/members/:membership_id/persons",
  summary: "Find people who may be the same person as a member",
  can: "member.merge",
  audits: null,
  params: ofMember,
  query: z.strictObject({ q: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ persons: z.array(MergeCandidate), too_short: z.boolean() }),
});

export const ComparedPerson = z.object({
  id: Id,
  kind: z.enum(mergeKinds),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** In one line. */
  address: z.nullable(z.string()),
  has_password: z.boolean(),
  has_verified_email: z.boolean(),
  /** Logins of another provider, which lead to the kept person afterwards. */
  external_logins: z.int(),
  counts: PersonCounts,
});
export type ComparedPerson = z.infer<typeof ComparedPerson>;

export const mergeProblems = ["same_person", "no_account", "two_passwords", "too_many_rows"] as const;
const Side = z.enum(["one", "other"]);

export const MergeComparison = z.object({
  /** Of both persons. */
  version: z.string(),
  one: ComparedPerson,
  other: ComparedPerson,
  /** Why they cannot be merged; null: they can. */
  problem: z.nullable(z.enum(mergeProblems)),
  /** Who can be kept, the proposed one first. Empty where they cannot be merged. */
  keepable: z.array(Side),
});
export type MergeComparison = z.infer<typeof MergeComparison>;

/** `one` is the person on the card. Somebody who is not at this seller, and a person with themselves: 422. */
export const compareMerge = staffEndpoint({
  name: "compareMerge",
  method: "GET",
  path: "/members/:membership_id/merge",
  summary: "Compare two persons before they are merged. Changes nothing.",
  can: "member.merge",
  audits: null,
  params: ofMember,
  query: z.strictObject({ other: Id }),
  reply: MergeComparison,
});

const Source = z.enum(["kept", "merged"]);

/**
 * Makes two persons one: everything that belongs to the other one belongs to the one who is kept, in one transaction. Automatic
 * renewals keep their consent and card; open carts come along; every login of the other one ends, and their address logs nobody
 * in any more. Refused with `stale_version` where either has changed since the comparison, with `not_mergeable` (`reason`) where
 * they cannot be merged or not in this direction, and with `payment_in_progress` while either pays or is being charged.
 */
export const mergePersons = staffEndpoint({
  name: "mergePersons",
  method: "POST",
  path: "/members/:membership_id/merge",
  summary: "Merge two persons",
  can: "member.merge",
  audits: "member.merged",
  params: ofMember,
  body: z.strictObject({
    other: Id,
    keep: Side,
    version: Version,
    /** Whose value is kept of each field. */
    fields: z.strictObject({ name: Source, email: Source, phone: Source, address: Source }),
    reason: Reason,
  }),
  /** What has moved. */
  reply: z.object({ moved: PersonCounts }),
});
