import * as z from "zod/mini";
import { Day, Id, IdList, Instant, Limit, embed, rows } from "../basics.ts";
import { Ticket } from "./cart.ts";
import { EventTemplate, TicketGroup, TicketType } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";
import { MembershipProgram } from "./membershipLevel.ts";
import { TicketOrder } from "./orders/ticketOrder.ts";

/**
 * The rule for the people on a membership: each ticket type of a level has one. A negative `max` means 10. A type
 * without a rule is one person with name and e-mail in the role `member`.
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
  summary: "The rules of membership ticket types.",
  cached: true,
  query: z.strictObject({ "ticket_type.id._in": z.optional(IdList), _embed: embed("ticket_type"), _limit: Limit }),
  reply: z.object({ membership_rules: rows(MembershipRule), ticket_type: z.optional(rows(TicketType)) }),
});

export const MembershipRole = z.object({ id: Id, name: z.string(), rank: z.int(), membership_program_id: Id });

/** The number of tickets per visit, by name of a ticket type or '*' for any. Negative means unlimited. */
export const Benefits = z.record(z.string(), z.int());
export type Benefits = z.infer<typeof Benefits>;

/**
 * A membership. In a limited session `scan_code`, `member_number`, `ticket_order_id` and the holder are null. So are
 * the first two of a card in another account that a number opens.
 */
export const Membership = z.object({
  id: Id,
  /**
   * It belongs to the visitor's own account. False for other people on a membership that the visitor holds, which
   * only a full login shows.
   */
  own: z.boolean(),
  scan_code: z.nullable(z.string()),
  member_number: z.nullable(z.string()),
  role_id: z.nullable(Id),
  role: z.nullable(MembershipRole),
  party_role: z.string(),
  membership_program_id: z.nullable(Id),
  membership_program: z.nullable(MembershipProgram),
  /** The name of the level at the time of sale. */
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
  /** The last valid day in the venue's zone; null without end. */
  last_day: z.nullable(Day),
  /** The end of the last renewal that follows without a gap; else `valid_to`. */
  renewed_to: z.nullable(Instant),
  /** The first day on which it can be renewed; null if it cannot. */
  renewable_from: z.nullable(Day),
  is_valid: z.boolean(),
  is_expired: z.boolean(),
  is_renewable: z.boolean(),
  /** `none`: not enrolled. */
  auto_renew_state: z.enum(["scheduled", "cancelled", "none"]),
  /**
   * The state of a failed automatic renewal: it is tried again, or the member has to renew. Only shown to a full
   * login.
   */
  auto_renew_trouble: z.nullable(z.enum(["retrying", "stopped"])),
  benefits: Benefits,
  /** The maximum number of tickets per event in the whole term; -1: no limit. */
  member_event_purchase_limit: z.int(),
  /** Members of this level get a plastic card by post. */
  physical_card: z.boolean(),
  /** This session may change the names on it. */
  editable: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

/** The visitor's memberships, the best valid one first. Empty without login. */
export const MembershipReply = z.object({ membership: rows(Membership) });
export type MembershipReply = z.infer<typeof MembershipReply>;

/** Resources of the visitor's memberships, each once. A list is present if `_embed` names it. */
const membershipEmbeds = {
  role: z.optional(rows(MembershipRole)),
  membership_program: z.optional(rows(MembershipProgram)),
  /** The memberships that include the visitor's own identity. */
  identity_link: z.optional(rows(z.object({ membership_id: Id, identity_id: Id, party_role: z.string() }))),
  /** Like orders, only for a full login, and only one's own. */
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
  summary: "The visitor's memberships, including expired ones.",
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
 * Changes the names and e-mail addresses of the people on a membership. The holder may change the others; their own
 * card and an expired one are refused with `access_denied`. Values against the rule are refused with
 * `validation_failed` and `fields` (holder_name, holder_email). A new address gets a new number and code by e-mail.
 */
export const changeMembership = endpoint({
  name: "changeMembership",
  method: "PATCH",
  path: "/my/membership/:membership_id",
  summary: "Changes a person on a membership, within its rule.",
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
  summary: "The membership card's QR code as an image. Never stored by shared caches.",
  raw: true,
  params: z.strictObject({ membership_id: Id }),
  query: z.strictObject({ margin: z.optional(z.string().check(z.regex(/^(?:1?\d|20)$/))) }),
  reply: z.unknown(),
});

/** For the owner, or with the order's link (`token`). Refused with `auto_renew_not_scheduled` (409). */
export const cancelAutoRenew = endpoint({
  name: "cancelAutoRenew",
  method: "DELETE",
  path: "/ticket_order/:ticket_order_id/auto_renew",
  summary: "Cancels the automatic renewal of the order's membership.",
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))) }),
  reply: MembershipReply,
});

/** What one membership still allows for an event on the day of a visit. */
export const MemberAllowance = z.object({
  membership_id: Id,
  level_name: z.string(),
  /** Tickets left, by name of a ticket type or '*'. */
  left: Benefits,
  /** Tickets of the event left in the whole term; null without a limit. */
  event_left: z.nullable(z.int()),
});
export type MemberAllowance = z.infer<typeof MemberAllowance>;

export const myAllowance = endpoint({
  name: "myAllowance",
  method: "GET",
  path: "/my/allowance/:event_template_id",
  summary: "What the visitor's memberships still allow for a session of an event, after the tickets in their cart.",
  params: z.strictObject({ event_template_id: Id }),
  query: z.strictObject({
    /** Absent for tickets without a session. */
    event_session_id: z.optional(Id),
  }),
  reply: z.object({ allowance: rows(MemberAllowance) }),
});
