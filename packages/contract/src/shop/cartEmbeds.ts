import * as z from "zod/mini";
import { Day, Id, Money, JsonObject, embed, commaList, rows } from "../basics.ts";
import { EventTemplate, TicketGroup, TicketType, Venue } from "./catalog.ts";
import { Identity } from "./identity.ts";
import { Seller } from "./seller.ts";
import { EventSession } from "./sessions.ts";
import { TicketOrder } from "./ticketOrder.ts";

/** A part of the price that is due on a day of its own. Paid parts are not listed. */
export const ScheduledPayment = z.object({
  id: Id,
  due_date: Day,
  amount: Money,
  status: z.enum(["Upcoming", "Overdue"]),
});

/** What a cart's reply can bring along. Its tickets are always there; of people and orders only the cart's own visitor is told. */
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
  "scheduled_payment",
  "seller",
  "ticket_order",
);

/** Narrows the rows of `config` to these keys. */
export const cartConfigKeys = commaList("config.image", "web.session_picker_tabs");

/** Rows of what the tickets in the cart are of, each once; a list is there when `_embed` names it. */
export const embeddedRows = {
  /** The purchaser kept with the cart. */
  identity: z.optional(rows(Identity)),
  /** How the purchaser is reached. */
  contact: z.optional(
    rows(z.object({ identity_id: Id, email: z.nullable(z.string()), phone: z.nullable(z.string()) })),
  ),
  ticket_type: z.optional(rows(TicketType)),
  ticket_group: z.optional(rows(TicketGroup)),
  event_session: z.optional(rows(EventSession)),
  event_template: z.optional(rows(EventTemplate)),
  venue: z.optional(rows(Venue)),
  /** Of events and of groups. */
  meta: z.optional(rows(z.object({ resource_id: Id, meta: JsonObject }))),
  /** Of events; `image` is the id of the event's picture. */
  config: z.optional(rows(z.object({ resource_id: Id, config: JsonObject }))),
  scheduled_payment: z.optional(rows(ScheduledPayment)),
  seller: z.optional(
    rows(
      z.pick(Seller, { id: true, slug: true, name: true, default_currency_code: true, locale: true, timezone: true }),
    ),
  ),
  ticket_order: z.optional(rows(TicketOrder)),
};
