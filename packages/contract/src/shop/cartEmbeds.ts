import * as z from "zod/mini";
import { Day, Id, Money, JsonObject, embed, commaList, rows } from "../basics.ts";
import { EventTemplate, TicketGroup, TicketType, Venue } from "./catalog.ts";
import { SurveyAnswers } from "./forms/survey.ts";
import { Identity } from "./identity.ts";
import { Seller } from "./seller.ts";
import { EventSession } from "./sessions.ts";
import { TicketOrder } from "./orders/ticketOrder.ts";

/** An installment. Paid installments are not listed. */
export const ScheduledPayment = z.object({
  id: Id,
  due_date: Day,
  amount: Money,
  status: z.enum(["Upcoming", "Overdue"]),
});

/**
 * The resources that a cart's reply can include. Tickets are always included. People, their answers and orders are shown
 * only to the cart's owner.
 */
export const cartEmbeds = embed(
  "identity",
  "contact",
  "ticket",
  "ticket_type",
  "ticket_group",
  "meta",
  "event_session",
  "event_template",
  "venue",
  "config",
  "additional_info",
  "scheduled_payment",
  "seller",
  "ticket_order",
);

/** Limits the rows of `config` to these keys. */
export const cartConfigKeys = commaList("config.image", "web.session_picker_tabs");

/** Resources of the tickets in the cart, each once. A list is present if `_embed` names it. */
export const embeddedRows = {
  /** The purchaser that is saved with the cart. */
  identity: z.optional(rows(Identity)),
  /** The purchaser's contact details. */
  contact: z.optional(
    rows(z.object({ identity_id: Id, email: z.nullable(z.string()), phone: z.nullable(z.string()) })),
  ),
  ticket_type: z.optional(rows(TicketType)),
  ticket_group: z.optional(rows(TicketGroup)),
  event_session: z.optional(rows(EventSession)),
  event_template: z.optional(rows(EventTemplate)),
  venue: z.optional(rows(Venue)),
  /** Meta of events and groups. */
  meta: z.optional(rows(z.object({ resource_id: Id, meta: JsonObject }))),
  /** Config of events; `image` is the id of the event's picture. */
  config: z.optional(rows(z.object({ resource_id: Id, config: JsonObject }))),
  /** The survey answers that are saved with the cart, by ticket group. */
  additional_info: z.optional(rows(z.object({ ticket_group_id: Id, answers: SurveyAnswers }))),
  scheduled_payment: z.optional(rows(ScheduledPayment)),
  seller: z.optional(
    rows(
      z.pick(Seller, { id: true, slug: true, name: true, default_currency_code: true, locale: true, timezone: true }),
    ),
  ),
  ticket_order: z.optional(rows(TicketOrder)),
};
