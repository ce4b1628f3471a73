import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Id } from "../../basics.ts";
import { EmailChoice, EmailPreview } from "./deskActions.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(50));

const given = {
  event_template_id: Id,
  event_session_id: z.optional(Id),
  tickets: z
    .array(z.strictObject({ ticket_type_id: Id, quantity: z.int().check(z.minimum(1), z.maximum(100)) }))
    .check(z.minLength(1), z.maxLength(20)),
  /** The recipient. Without an e-mail address, no e-mail is sent. */
  first_name: Name,
  last_name: Name,
  email: z.nullable(StaffEmail),
  oversells: z.optional(z.boolean()),
};

/** The e-mail that giving tickets away would send; null without an address. Changes and holds nothing. */
export const previewCompEmail = staffEndpoint({
  name: "previewCompEmail",
  method: "POST",
  path: "/comp_orders/preview",
  summary: "The e-mail of tickets that would be given away. Changes nothing.",
  can: "order.comp",
  audits: null,
  body: z.strictObject(given),
  reply: z.object({ email: z.nullable(EmailPreview) }),
});

/**
 * Gives tickets away: holds them like any sale and books them free of charge. Only tickets that admit to a visit can be
 * given, not memberships, gift cards or donations. Without `order.override`, a person can give at most the seller's
 * `comp_limits` per day (`comp_limit`), and nothing beyond a session's capacity.
 */
export const makeCompOrder = staffEndpoint({
  name: "makeCompOrder",
  method: "POST",
  path: "/comp_orders",
  summary: "Give tickets away",
  can: "order.comp",
  mergesRepeats: true,
  audits: "order.comped",
  body: z.strictObject({
    ...given,
    email_choice: z.optional(EmailChoice),
    reason: Reason,
  }),
  reply: z.object({ order_number: z.int() }),
});
