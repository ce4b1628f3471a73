import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Id } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/**
 * `account`: a person who can log in. `guest`: a person who bought without an account, with all orders of their address.
 * `card`: a person on a card that belongs to no account.
 */
export const mergeKinds = ["account", "guest", "card"] as const;

/** The numbers of records that belong to a person. */
export const PersonCounts = z.object({
  memberships: z.int(),
  orders: z.int(),
  gift_cards: z.int(),
  notes: z.int(),
  /** Carts that hold tickets now. */
  open_carts: z.int(),
  /** Saved cards to which renewals are charged. */
  payment_methods: z.int(),
  /** Automatic renewals that the person pays for. */
  renewals: z.int(),
  /** Browsers in which the person is logged in. */
  logins: z.int(),
});
export type PersonCounts = z.infer<typeof PersonCounts>;

/**
 * Somebody who may be the same person. `id` is that of their identity, or of a membership if their card belongs to no
 * account.
 */
export const MergeCandidate = z.object({
  id: Id,
  kind: z.enum(mergeKinds),
  name: z.string(),
  email: z.nullable(z.string()),
  memberships: z.int(),
  orders: z.int(),
});
export type MergeCandidate = z.infer<typeof MergeCandidate>;

/** The maximum number of people that a search returns. */
export const maxFoundPersons = 20;

/** `q` as in the list of members; this search also finds buyers who are not members. */
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
  /** The address as one line. */
  address: z.nullable(z.string()),
  has_password: z.boolean(),
  has_verified_email: z.boolean(),
  /** Logins with external providers. They lead to the kept person afterwards. */
  external_logins: z.int(),
  counts: PersonCounts,
});
export type ComparedPerson = z.infer<typeof ComparedPerson>;

export const mergeProblems = ["same_person", "no_account", "two_passwords", "too_many_rows"] as const;
const Side = z.enum(["one", "other"]);

export const MergeComparison = z.object({
  /** A version of both persons together. */
  version: z.string(),
  one: ComparedPerson,
  other: ComparedPerson,
  /** Why they cannot be merged; null if they can. */
  problem: z.nullable(z.enum(mergeProblems)),
  /** Which of the two can be kept, the proposed one first. Empty if they cannot be merged. */
  keepable: z.array(Side),
});
export type MergeComparison = z.infer<typeof MergeComparison>;

/** `one` is the person on the card. A person of another seller, or the same person twice, is refused with 422. */
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
 * Merges two persons: everything that belongs to one is transferred to the one who is kept, in one transaction. Automatic
 * renewals keep their consent and card, and open carts are transferred. All logins of the other person end, and their
 * address no longer logs anybody in. Refused with `stale_version` if either has changed since the comparison, with
 * `not_mergeable` (`reason`) if they cannot be merged at all or in this direction, and with `payment_in_progress` while
 * either is paying or being charged.
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
    /** Whose value of each field is kept. */
    fields: z.strictObject({ name: Source, email: Source, phone: Source, address: Source }),
    reason: Reason,
  }),
  /** The numbers of records that were transferred. */
  reply: z.object({ moved: PersonCounts }),
});
