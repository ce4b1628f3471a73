import * as z from "zod/mini";
import { Day, QueryFlag, Id, IdList, Instant, Money, TimeOfDay, embed, commaList, rows } from "../basics.ts";
import { Handler } from "../handlers.ts";
import { GroupGate } from "./settings/gateSettings.ts";
import { IdentityForm } from "./forms/identityForm.ts";
import { MembershipLevel } from "./membershipLevel.ts";
import { SurveySpec } from "./forms/survey.ts";
import { EventConfig, EventMeta } from "./settings/eventSettings.ts";
import { endpoint } from "../endpoint.ts";

export const HiddenType = z.enum(["public_browsable", "public_link_only", "public_member_only"]);
export type HiddenType = z.infer<typeof HiddenType>;

export const Venue = z.object({
  id: Id,
  name: z.string(),
  timezone: z.string(),
  address: z.nullable(z.string()),
});
export type Venue = z.infer<typeof Venue>;

export const EventTemplate = z.object({
  id: Id,
  seller_id: Id,
  venue_id: z.nullable(Id),
  name: z.string(),
  subtitle: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  /** HTML, sanitised on import and again on output. */
  description: z.nullable(z.string()),
  category: z.nullable(z.string()),
  event_type: z.enum(["single", "repeating", "other"]),
  hidden_type: HiddenType,
  _rank: z.int(),
  meta: EventMeta,
  config: EventConfig,
});
export type EventTemplate = z.infer<typeof EventTemplate>;

/** `hidden`: sold at the counter although it is `public_link_only`. The other rules are not applied at the counter. */
export const CounterExemptions = z.strictObject({
  hidden: z.optional(z.boolean()),
  sales_window: z.optional(z.boolean()),
  order_limits: z.optional(z.boolean()),
});
export type CounterExemptions = z.infer<typeof CounterExemptions>;

export const GroupMeta = z.strictObject({
  admit_names: z.optional(z.enum(["required", "optional"])),
  admit_emails: z.optional(z.enum(["required", "optional"])),
  extra_checkout_fields: z.optional(IdentityForm),
  identity_form: z.optional(IdentityForm),
  /** How often a ticket admits its holder. */
  gate: z.optional(GroupGate),
  /** The rules that limit its sale on the web but not at the counter. */
  counter: z.optional(CounterExemptions),
});
export type GroupMeta = z.infer<typeof GroupMeta>;

/**
 * Tickets sold under one heading with one set of limits. A limit of -1 means unlimited. `left` is the number of
 * tickets available, or null from 100 on, so that exact stock is public only when it is short.
 */
export const TicketGroup = z.object({
  id: Id,
  event_template_id: Id,
  name: z.string(),
  summary: z.nullable(z.string()),
  description: z.nullable(z.string()),
  handler: Handler,
  hidden_type: HiddenType,
  start_policy: z.nullable(z.enum(["fixedfrom", "fixedto"])),
  start_policy_date: z.nullable(Instant),
  /** How long a pass is valid, as an ISO 8601 duration: 'P1Y'. */
  duration_new: z.nullable(z.string()),
  min_tickets_per_order: z.int(),
  max_tickets_per_order: z.int(),
  color: z.nullable(z.string()),
  sales_start: z.nullable(Instant),
  sales_end: z.nullable(Instant),
  available: z.boolean(),
  /**
   * The lowest price among its types, for the session in question; `original_price` is the same before discounts.
   * Null without types.
   */
  price: z.optional(z.nullable(Money)),
  original_price: z.optional(z.nullable(Money)),
  sold_out: z.boolean(),
  /** Tickets left in this group itself; null for 100 or more, or no limit. */
  left: z.nullable(z.int()),
  exclude_from_event_capacity: z.boolean(),
  additional_info_spec: z.nullable(SurveySpec),
  meta: GroupMeta,
  /** Present if and only if `handler` is `membership`. */
  level: z.optional(MembershipLevel),
  _rank: z.int(),
});
export type TicketGroup = z.infer<typeof TicketGroup>;

/** A fee on top of the price: a fixed amount per ticket, or a percentage of its price. */
export const OutsideFee = z.union([
  z.object({ fee_fixed_outside: z.literal(true), fee: Money }),
  z.object({ fee_percent_outside: z.literal(true), /** Percent, '2.5' */ fee: Money }),
]);
export type OutsideFee = z.infer<typeof OutsideFee>;

/** One price of a group. The buyer names the price if both a minimum and a maximum are set. */
export const TicketType = z.object({
  id: Id,
  ticket_group_id: Id,
  name: z.string(),
  summary: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The price before fees: in the session in question, or the base price without a session. */
  currency_amount: Money,
  discounted_amount: Money,
  currency_amount_min: z.nullable(Money),
  currency_amount_max: z.nullable(Money),
  outside_fees: z.array(OutsideFee),
  available: z.boolean(),
  member_event_ticket_type: z.nullable(z.string()),
  event_template_category: z.nullable(z.string()),
  _rank: z.int(),
});
export type TicketType = z.infer<typeof TicketType>;

export const MessageRule = z.object({
  id: Id,
  event_template_id: Id,
  actions: z.strictObject({
    date_annotation: z.optional(z.string()),
    date_message: z.optional(z.string()),
    session_annotation: z.optional(z.string()),
    session_message: z.optional(z.string()),
    quantity_message: z.optional(z.string()),
  }),
  triggers: z.strictObject({
    dateOrSession: z.optional(
      z.strictObject({
        dateInterval: z.optional(z.strictObject({ start: z.optional(Day), end: z.optional(Day) })),
        /** 0 is Sunday, 6 is Saturday. */
        weekdays: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(6)))),
        time_of_day: z.optional(z.strictObject({ start: z.optional(TimeOfDay), end: z.optional(TimeOfDay) })),
      }),
    ),
    quantity: z.optional(
      z.strictObject({
        ticket_group_ids: z.optional(z.array(Id)),
        ticket_group_names: z.optional(z.array(z.string())),
        ticket_type_ids: z.optional(z.array(Id)),
        ticket_type_names: z.optional(z.array(z.string())),
        min: z.optional(z.int()),
        max: z.optional(z.int()),
      }),
    ),
  }),
});
export type MessageRule = z.infer<typeof MessageRule>;

/** A filter: comma-separated hidden types. */
export const hiddenTypes = commaList("public_browsable", "public_link_only", "public_member_only");
export const eventParams = z.strictObject({ event_template_id: Id });

export const EventReply = z.object({
  event_template: rows(EventTemplate),
  venue: z.optional(rows(Venue)),
  ticket_group: z.optional(rows(TicketGroup)),
  ticket_type: z.optional(rows(TicketType)),
  message_rule: z.optional(rows(MessageRule)),
  /** Members can buy more types now than this visitor sees. Which types, and their prices, are not revealed. */
  more_for_members: z.optional(z.boolean()),
});
export type EventReply = z.infer<typeof EventReply>;

export const getEvent = endpoint({
  name: "getEvent",
  method: "GET",
  path: "/events/:event_template_id",
  summary:
    "One event with its groups, types and rules. Groups that are not on sale or not for this visitor are omitted.",
  cached: true,
  params: eventParams,
  query: z.strictObject({
    "ticket_group.id._in": z.optional(IdList),
    "ticket_group.hidden_type": hiddenTypes,
    _embed: embed("meta", "venue", "ticket_group", "ticket_type", "message_rule", "config"),
  }),
  reply: EventReply,
});

export const checkPrices = endpoint({
  name: "checkPrices",
  method: "POST",
  path: "/events/:event_template_id/pricecheck",
  summary: "Prices and availability of ticket types, by their group. Types that this visitor cannot buy are left out.",
  params: eventParams,
  body: z.strictObject({
    ticket_types_required: z.array(z.strictObject({ ticket_type_id: Id })).check(z.maxLength(100)),
  }),
  reply: z.object({
    /** By ticket group id. */
    ticket_group: z.record(z.string(), z.array(TicketType)),
  }),
});

export const getConfig = endpoint({
  name: "getConfig",
  method: "GET",
  path: "/config",
  summary: "Web settings of events. Ticket groups have none: their ids are accepted and left out, like unknown ones.",
  cached: true,
  query: z.strictObject({ "resource_id._in": IdList }),
  reply: z.object({ config: rows(z.object({ resource_id: Id, config: z.record(z.string(), z.unknown()) })) }),
});

export const listEventTemplates = endpoint({
  name: "listEventTemplates",
  method: "GET",
  path: "/event_template",
  summary: "Events by id, for the lines of a cart or an order.",
  cached: true,
  query: z.strictObject({ "id._in": IdList, _embed: embed("meta", "venue") }),
  reply: z.object({ event_template: rows(EventTemplate), venue: z.optional(rows(Venue)) }),
});

export const getTicketGroup = endpoint({
  name: "getTicketGroup",
  method: "GET",
  path: "/ticket_group/:ticket_group_id",
  summary: "One ticket group with its types, such as a donation.",
  cached: true,
  params: z.strictObject({ ticket_group_id: Id }),
  query: z.strictObject({ _embed: embed("ticket_type") }),
  reply: z.object({ ticket_group: rows(TicketGroup), ticket_type: z.optional(rows(TicketType)) }),
});

/** A resized image. The encoding follows the `Accept` header. */
export const getImage = endpoint({
  name: "getImage",
  method: "GET",
  path: "/image/:image_id",
  summary: "An image, resized to fit sizex × sizey; as AVIF or WebP if the browser accepts them.",
  raw: true,
  cached: true,
  params: z.strictObject({ image_id: Id }),
  query: z.strictObject({
    /** The greatest width in pixels. */
    sizex: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
    /** The greatest height in pixels. */
    sizey: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
    /** Never larger than the original. */
    shrinkonly: z.optional(QueryFlag),
    /** For link previews in social networks (1.91:1): cropped around the focal point, or uncropped without one. */
    shape: z.optional(z.enum(["share"])),
    /** Any version of the image: the reply may then be kept for a year. */
    v: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.unknown(),
});
