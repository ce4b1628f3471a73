import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The state of a membership. `active`: not ended, including terms that begin later. `cancelled`: ended before its time. */
export const memberStates = ["active", "ended", "cancelled"] as const;
export type MemberState = (typeof memberStates)[number];

/** The automatic renewal of a term. `none`: never agreed to. */
export const memberRenewals = ["scheduled", "failed", "cancelled", "none"] as const;
export type MemberRenewal = (typeof memberRenewals)[number];

/** `level`: a ticket group that sells memberships. The days of the end are in the seller's time zone, both included. */
export const memberFilters = {
  level: z.optional(Id),
  state: z.optional(z.enum(memberStates)),
  ends_from: z.optional(Day),
  ends_to: z.optional(Day),
  renewal: z.optional(z.enum(memberRenewals)),
};

/** The last term of a card. Terms that were renewed are not listed. */
export const MemberListRow = z.object({
  id: Id,
  member_number: z.string(),
  /** The person on the card, or the account's name if the card has none. Empty once erased. */
  name: z.string(),
  email: z.nullable(z.string()),
  level: z.string(),
  /** The ticket type as which the person is on it: 'Second adult'. */
  type: z.string(),
  state: z.enum(memberStates),
  valid_from: Instant,
  /** Exclusive; null if it has no end. */
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

/** The position of the last row of the previous page: the value sorted by, and the id. */
const Cursor = z.string().check(z.maxLength(300), z.regex(/_[\da-f-]{36}$/));

/**
 * Members, sorted by latest end of term unless `sort` is set. `q`: the beginnings of names, an e-mail address, a telephone
 * number, a postcode, an order number, or the full number or code of a card, including a replaced one. `exact`: the only
 * card that matches exactly.
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

/** A level with its ticket types: how many people of each type a membership can have, and which details are asked for. */
export const LevelOfMembers = z.object({
  id: Id,
  name: z.string(),
  /** Whether it can still be bought and given away. */
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
      /** With fees. A place that costs nothing can be added to a membership. */
      price: Money,
      currency: Currency,
    }),
  ),
});
export type LevelOfMembers = z.infer<typeof LevelOfMembers>;

/** The levels by which members can be filtered. */
export const listMemberLevels = staffEndpoint({
  name: "listMemberLevels",
  method: "GET",
  path: "/member_levels",
  summary: "List the levels of membership",
  can: "member.read",
  audits: null,
  reply: z.object({ levels: z.array(LevelOfMembers) }),
});
