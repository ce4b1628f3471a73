import * as z from "zod/mini";
import { Day, Id, IdList, Instant, Limit, embed, rows } from "../basics.ts";
import { Ticket } from "./cart.ts";
import { EventTemplate, TicketGroup, TicketType } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";
import { MembershipProgram } from "./membershipLevel.ts";
import { TicketOrder } from "./ticketOrder.ts";

/**
 * Who may stand on a membership (requirements ENTITY-50): each type of a level has one. A negative max means 10. A type
 * that has none is one person, named and with an address, in the role of `member`.
 */
export const MembershipRule = z.object({
  ticket_group_id: Id,
  ticket_type_id: Id,
  party_role: z.string(),
  named: z.enum(["no", "yes", "optional"]),
  emailed: z.enum(["yes", "no", "optional"]),
  min: z.int(),
  max: z.int(),
});
export type MembershipRule = z.infer<typeof MembershipRule>;

export const listMembershipRules = endpoint({
  name: "listMembershipRules",
  method: "GET",
  path: "/membership_rules",
  summary: "Rules of membership ticket types.",
  cached: true,
  query: z.strictObject({ "ticket_type.id._in": z.optional(IdList), _embed: embed("ticket_type"), _limit: Limit }),
  reply: z.object({ membership_rules: rows(MembershipRule), ticket_type: z.optional(rows(TicketType)) }),
});

export const MembershipRole = z.object({ id: Id, name: z.string(), rank: z.int(), membership_program_id: Id });

/** By name of a ticket type, or '*' for any: how many tickets for one visit (requirements OPEN-38). */
export const Benefits = z.record(z.string(), z.int());
export type Benefits = z.infer<typeof Benefits>;

/**
 * What somebody is a member by (requirements ENTITY-45 to 47). In a limited session `scan_code`, `member_number`,
 * `ticket_order_id` and the holder are null. So are the first two of a card in somebody else's account, where a number opens it.
 */
export const Membership = z.object({
  id: Id,
  /** It is in the visitor's own account; else that of somebody on a membership which they hold, told to a full login alone. */
  own: z.boolean(),
  scan_code: z.nullable(z.string()),
  member_number: z.nullable(z.string()),
  role_id: z.nullable(Id),
  role: z.nullable(MembershipRole),
  party_role: z.string(),
  membership_program_id: z.nullable(Id),
  membership_program: z.nullable(MembershipProgram),
  /** The level as it was sold. */
  level_name: z.string(),
  ticket_group_id: Id,
  ticket_type_id: Id,
  event_template_id: Id,
  ticket_order_id: z.nullable(Id),
  ticket_id: z.nullable(Id),
  holder_name: z.nullable(z.string()),
  holder_email: z.nullable(z.string()),
  valid_from: Instant,
  valid_to: z.nullable(Instant),
  /** The last day on which it is valid, in the venue's zone; null without end. */
  last_day: z.nullable(Day),
  /** Where renewals follow without a gap, the end of the last of them; else `valid_to`. */
  renewed_to: z.nullable(Instant),
  /** From this day on it can be renewed; null: not at all. */
  renewable_from: z.nullable(Day),
  is_valid: z.boolean(),
  is_expired: z.boolean(),
  is_renewable: z.boolean(),
  /** scheduled, cancelled; anything else is not enrolled. */
  auto_renew_state: z.enum(["scheduled", "cancelled", "none"]),
  /** A renewal that came to nothing so far: it is tried again, or is the member's own to do now. Told to a full login. */
  auto_renew_trouble: z.nullable(z.enum(["retrying", "stopped"])),
  benefits: Benefits,
  /** Tickets of one event in the whole term; -1: no limit. */
  member_event_purchase_limit: z.int(),
  /** Plastic cards of this level come by post. */
  physical_card: z.boolean(),
  /** May this session change the names on it? */
  editable: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

/** The visitor's memberships, the best valid one first; without login no rows. */
export const MembershipReply = z.object({ membership: rows(Membership) });
export type MembershipReply = z.infer<typeof MembershipReply>;

/** What the visitor's memberships are of, each row once; a list is there when `_embed` names it (requirements CALL-01). */
const membershipEmbeds = {
  role: z.optional(rows(MembershipRole)),
  membership_program: z.optional(rows(MembershipProgram)),
  /** Which of them the visitor's own identity stands on. */
  identity_link: z.optional(rows(z.object({ membership_id: Id, identity_id: Id, party_role: z.string() }))),
  /** Only to a full login, like orders, and of these only one's own. */
  ticket: z.optional(rows(Ticket)),
  ticket_order: z.optional(rows(TicketOrder)),
  ticket_type: z.optional(rows(TicketType)),
  event_template: z.optional(rows(EventTemplate)),
  ticket_group: z.optional(rows(TicketGroup)),
};

export const myMembership = endpoint({
  name: "myMembership",
  method: "GET",
  path: "/my/membership",
  summary: "The visitor's memberships, those that are over among them.",
  query: z.strictObject({
    _embed: embed(
      "role",
      "identity_link",
      "ticket",
      "ticket_order",
      "ticket.ticket_type",
      "ticket.event_template",
      "ticket.ticket_group",
      "role.membership_program",
    ),
  }),
  reply: z.object({ ...MembershipReply.shape, ...membershipEmbeds }),
});

/**
 * Names and addresses of those on a membership (requirements OPEN-59). Whoever holds it may change the others on it; their
 * own card, and one that is over, is `access_denied`. What does not fit the rule is `validation_failed` with `fields`
 * (holder_name, holder_email). Another address gets another number and code, and a letter.
 */
export const changeMembership = endpoint({
  name: "changeMembership",
  method: "PATCH",
  path: "/my/membership/:membership_id",
  summary: "Changes who stands on a membership, within its rule.",
  params: z.strictObject({ membership_id: Id }),
  body: z.strictObject({
    holder_name: z.nullable(z.string().check(z.maxLength(101))),
    holder_email: z.nullable(z.string().check(z.maxLength(254))),
  }),
  reply: MembershipReply,
});

export const getMembershipQrCode = endpoint({
  name: "getMembershipQrCode",
  method: "GET",
  path: "/membership/:membership_id/qrcode",
  summary: "The card's QR code as a picture. Never kept by a shared cache.",
  raw: true,
  params: z.strictObject({ membership_id: Id }),
  query: z.strictObject({ margin: z.optional(z.string().check(z.regex(/^(?:1?\d|20)$/))) }),
  reply: z.unknown(),
});

/** Opened by its owner, or by the order's link (`token`). Refused with `auto_renew_not_scheduled` (409). */
export const cancelAutoRenew = endpoint({
  name: "cancelAutoRenew",
  method: "DELETE",
  path: "/ticket_order/:ticket_order_id/auto_renew",
  summary: "The order's membership will not renew itself.",
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))) }),
  reply: MembershipReply,
});

/** What a member may still have of an event, for the visit's day (requirements QTY-08 to 10). */
export const MemberAllowance = z.object({
  membership_id: Id,
  level_name: z.string(),
  /** By name of a ticket type, or '*': still to be had. */
  left: Benefits,
  /** Of the event in the whole term; null without a limit. */
  event_left: z.nullable(z.int()),
});
export type MemberAllowance = z.infer<typeof MemberAllowance>;

export const myAllowance = endpoint({
  name: "myAllowance",
  method: "GET",
  path: "/my/allowance/:event_template_id",
  summary: "What the visitor's memberships still allow for a session of an event, tickets in their cart counted.",
  params: z.strictObject({ event_template_id: Id }),
  query: z.strictObject({ event_session_id: z.optional(Id) }),
  reply: z.object({ allowance: rows(MemberAllowance) }),
});
