import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What a membership is now. `active` has not ended, also where its term begins later; `cancelled` was ended before its time. */
export const memberStates = ["active", "ended", "cancelled"] as const;
export type MemberState = (typeof memberStates)[number];

/** Of the automatic renewal of a term: `none` has never been agreed to. */
export const memberRenewals = ["scheduled", "failed", "cancelled", "none"] as const;
export type MemberRenewal = (typeof memberRenewals)[number];

/** `level`: a ticket group that sells memberships. Days of the end by the clock of the seller, both included. */
export const memberFilters = {
  level: z.optional(Id),
  state: z.optional(z.enum(memberStates)),
  ends_from: z.optional(Day),
  ends_to: z.optional(Day),
  renewal: z.optional(z.enum(memberRenewals)),
};

/** The last term of a card: one that was renewed is not listed. */
export const MemberListRow = z.object({
  id: Id,
  member_number: z.string(),
  /** Whoever is on the card; the account's name where the card has none. Empty once erased. */
  name: z.string(),
  email: z.nullable(z.string()),
  level: z.string(),
  /** As what somebody is on it: 'Second adult'. */
  type: z.string(),
  state: z.enum(memberStates),
  valid_from: Instant,
  /** Exclusive; null: it has no end. */
  valid_to: z.nullable(Instant),
  renewal: z.enum(memberRenewals),
  order_number: z.int(),
});
export type MemberListRow = z.infer<typeof MemberListRow>;

export const memberPageSize = 50;

export const memberList = {
  name: "name",
  columns: {
    name: { label: "Member" },
    member_number: { label: "Number" },
    level: { label: "Level" },
    valid_to: { label: "Until" },
    state: { label: "State" },
    valid_from: { label: "From", isExtra: true },
    email: { label: "Email", isExtra: true },
    renewal: { label: "Renewal", isExtra: true },
    order_number: { label: "Order", isExtra: true },
  },
  sorts: { name: "ascending", member_number: "ascending", valid_to: "descending", valid_from: "descending" },
  usual: "-valid_to",
} as const satisfies ListShape;

/** Where the page after a row begins: what it is sorted by, and its id. */
const Cursor = z.string().check(z.maxLength(300), z.regex(/_[\da-f-]{36}$/));

/**
 * Members, whose term ends last first without a `sort`. `q`: the beginnings of names, an e-mail address, a telephone number, a post code, the
 * number of an order, or the whole number or code of a card, also one that was replaced. `exact`: the only card that was meant.
 */
export const listMembers = staffEndpoint({
  name: "listMembers",
  method: "GET",
  path: "/members",
  summary: "Find members",
  can: "member.read",
  audits: null,
  query: z.strictObject({
    ...memberFilters,
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    sort: sortOf(memberList),
    after: z.optional(Cursor),
  }),
  reply: z.object({
    members: z.array(MemberListRow),
    next: z.nullable(z.string()),
    too_short: z.boolean(),
    exact: z.nullable(Id),
  }),
});

/** A type of a level, with how many people of it there are on a membership, and what is asked of each. */
export const LevelOfMembers = z.object({
  id: Id,
  name: z.string(),
  /** It can still be bought, and given away. */
  is_sold: z.boolean(),
  types: z.array(
    z.object({
      id: Id,
      name: z.string(),
      min: z.int(),
      max: z.int(),
      named: z.enum(["no", "yes", "optional"]),
      emailed: z.enum(["no", "yes", "optional"]),
      is_holder: z.boolean(),
      /** With fees; a place that costs nothing can be added to a membership. */
      price: Money,
      currency: Currency,
    }),
  ),
});
export type LevelOfMembers = z.infer<typeof LevelOfMembers>;

/** The levels that members can be filtered by. */
export const listMemberLevels = staffEndpoint({
  name: "listMemberLevels",
  method: "GET",
  path: "/member_levels",
  summary: "List the levels of membership",
  can: "member.read",
  audits: null,
  reply: z.object({ levels: z.array(LevelOfMembers) }),
});
