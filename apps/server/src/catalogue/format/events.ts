import * as z from "zod";
import { Handler } from "@foyer/contract/handlers.ts";
import { GroupMeta, HiddenType } from "@foyer/contract/shop/catalog.ts";
import { EventConfig, EventMetaInFile } from "@foyer/contract/shop/settings/eventSettings.ts";
import { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { CatalogueCheckoutRule } from "./rules.ts";
import { CatalogueMessageRule, PriceRule, Schedule, SingleSession } from "./schedule.ts";
import { CatalogueMembershipRule } from "./memberships.ts";
import { Amount, CapacityField, Count, HtmlField, Key, Moment, Percent, TypeTax, text } from "./fields.ts";

const descriptionFields = { summary: text(1000).optional(), description: HtmlField.optional() };

export const CatalogueTicketType = z.strictObject({
  key: Key,
  name: text(200),
  ...descriptionFields,
  price: Amount,
  price_min: Amount.optional().describe("With price_max: the visitor chooses what to pay, and `price` is suggested."),
  price_max: Amount.optional(),
  fees: z
    .strictObject({ fixed: Amount.optional(), percent: Percent.optional() })
    .optional()
    .describe("On top of the price, for each ticket: an amount, a percentage of its price, or both."),
  tax: TypeTax.optional(),
  available: z.boolean().optional(),
  member_event_ticket_type: z.string().max(200).optional(),
  role: Key.optional().describe("For a membership level: the role in the program that holders of this type have."),
  membership_rule: CatalogueMembershipRule.optional().describe(
    "By default: one `member` with name and e-mail address, once in the order.",
  ),
});
export type CatalogueTicketType = z.infer<typeof CatalogueTicketType>;

const OrderLimit = z.int().min(-1).max(1000);

export const CatalogueTicketGroup = z.strictObject({
  key: Key,
  name: text(200),
  ...descriptionFields,
  handler: z.optional(Handler).describe("tickets by default"),
  hidden_type: z.optional(HiddenType).describe("public_browsable by default"),
  start_policy: z.enum(["fixedfrom", "fixedto"]).optional(),
  start_policy_date: Moment.optional(),
  duration_new: z
    .string()
    .regex(/^P(?=\d)(?:\d{1,3}Y)?(?:\d{1,3}M)?(?:\d{1,3}W)?(?:\d{1,4}D)?$/, "must be an ISO 8601 duration, like P1Y")
    .optional()
    .describe("How long a pass or a membership is valid, like P1Y."),
  min_tickets_per_order: OrderLimit.optional(),
  max_tickets_per_order: OrderLimit.optional().describe("-1 is no limit."),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "must be a colour, like #0b5d4e")
    .optional(),
  sales_start: Moment.optional(),
  sales_end: Moment.optional(),
  available: z.boolean().optional(),
  capacity: CapacityField.optional(),
  oversell_capacity: Count.optional(),
  exclude_from_event_capacity: z.boolean().optional(),
  additional_info_spec: z.optional(SurveySpec),
  seat_zones: z
    .array(Key)
    .min(1, "must name a zone")
    .optional()
    .describe("The zones of the event's seat map that a seated group sells."),
  payment_plan: z
    .array(
      z.strictObject({
        percent: Percent,
        due_days: z
          .int({ error: "must be a number of days" })
          .min(0, "must not be negative")
          .max(730, "is more than two years")
          .optional()
          .describe("Days after the first payment; left out for the first part, which is due at once."),
      }),
    )
    .min(2, "must have two parts or more")
    .max(24, "has more than 24 parts")
    .optional()
    .describe("Its tickets may be paid in parts. The order is placed and the tickets are issued with the last part."),
  program: Key.optional().describe("For a membership level: the program that it belongs to."),
  physical_card: z
    .boolean()
    .optional()
    .describe("Plastic cards are sent by post; buyers are told that it takes 3 to 5 weeks."),
  gift_codes: Key.optional().describe(
    "The code group of gifts of this level; its discount is the value of a gift. Without it the level cannot be given as a gift.",
  ),
  meta: z.optional(GroupMeta),
  types: z.array(CatalogueTicketType).min(1, "must have a type"),
});
export type CatalogueTicketGroup = z.infer<typeof CatalogueTicketGroup>;

export const CatalogueEvent = z.strictObject({
  key: Key,
  venue: Key.optional().describe("The key of a venue; not needed when there is only one."),
  name: text(300),
  subtitle: text(300).optional(),
  ...descriptionFields,
  category: text(100).optional(),
  event_type: z.enum(["single", "repeating", "other"]).optional().describe("repeating by default"),
  hidden_type: z.optional(HiddenType).describe("public_browsable by default"),
  meta: z.optional(EventMetaInFile).describe("image_cover and image_profile name an image by its key."),
  seat_map: Key.optional().describe("The key of the seat map that its seated groups sell from."),
  config: z.optional(EventConfig).describe("price_display names its ticket types as 'group/type'."),
  groups: z.array(CatalogueTicketGroup).optional(),
  schedules: z.array(Schedule).optional(),
  sessions: z.array(SingleSession).optional(),
  prices: z.array(PriceRule).optional(),
  messages: z.array(CatalogueMessageRule).optional(),
  rules: z.array(CatalogueCheckoutRule).optional(),
});
export type CatalogueEvent = z.infer<typeof CatalogueEvent>;
