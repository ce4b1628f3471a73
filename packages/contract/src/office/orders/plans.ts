import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { Reason, Version } from "../changes.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { EmailChoice, EmailPreview } from "./deskActions.ts";

const CartNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.transform((text) => Number(text)),
);
/** A cart that is paid in instalments, by the number that its buyer sees. */
const ofPlan = z.strictObject({ cart_number: CartNumber });

const Instalments = z.array(z.object({ due_date: Day, amount: Money }));

/** A cart with a payment plan whose last instalment is not paid yet. It holds its tickets and is not an order. */
export const PlanPage = z.object({
  cart_number: z.int(),
  version: z.string(),
  /** The purchaser; null where nothing is known. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  currency: Currency,
  /** Captured money minus refunds. */
  paid: Money,
  outstanding: Money,
  /** The amount of `paid` that its payer disputes, which is not refunded. */
  disputed: Money,
  lines: z.array(
    z.object({
      event_template_id: Id,
      event_session_id: z.nullable(Id),
      event: z.string(),
      start_datetime: z.nullable(Instant),
      all_day: z.boolean(),
      timezone: z.string(),
      types: z.array(z.object({ name: z.string(), count: z.int() })),
    }),
  ),
  /** The open instalments. */
  instalments: Instalments,
  /** What the venue has changed, earliest first. */
  changes: z.array(
    z.object({
      at: Instant,
      kind: z.enum(["cancel", "move"]),
      tickets: z.int(),
      refund: Money,
      reason: z.nullable(z.string()),
      by: z.nullable(z.string()),
    }),
  ),
});
export type PlanPage = z.infer<typeof PlanPage>;

/** A cart that is not, or no longer, paid in instalments is not found. */
export const readPlan = staffEndpoint({
  name: "readPlan",
  method: "GET",
  path: "/plans/:cart_number",
  summary: "Read a cart that is paid in instalments",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  params: ofPlan,
  reply: PlanPage,
});

/** What moving all tickets of the session's event comes to. Nothing but the open instalments changes, or too much was paid. */
export const PlanMoveQuote = z.object({
  tickets: z.int(),
  currency: Currency,
  /** The price of the cart before and after. */
  before: Money,
  price: Money,
  refund: Money,
  instalments: Instalments,
  /** Nothing remains to be paid, so the move makes the order. */
  is_paid: z.boolean(),
});
export type PlanMoveQuote = z.infer<typeof PlanMoveQuote>;

/** The e-mail about the change, and those sent later. */
const planEmails = {
  /** Null if the purchaser has no address. */
  email: z.nullable(EmailPreview),
  /** Further e-mails to them: about the refund, once a provider has accepted it, and the order that the change makes. */
  notices: z.array(EmailPreview),
};

export const quotePlanMove = staffEndpoint({
  name: "quotePlanMove",
  method: "GET",
  path: "/plans/:cart_number/move_quote",
  summary: "What moving the tickets of a payment plan comes to. Changes nothing.",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  params: ofPlan,
  query: z.strictObject({ event_session_id: Id }),
  reply: z.object({ ...PlanMoveQuote.shape, ...planEmails }),
});

/**
 * Moves the plan's tickets of the session's event to that session: all or none. Payments count for the new tickets, and the
 * open instalments shrink or grow. `price` is the one shown; if it differs, the call is refused with
 * `payment_incorrect_amount`. Refused with `payment_in_progress` while an instalment is being paid.
 */
export const movePlan = staffEndpoint({
  name: "movePlan",
  method: "POST",
  path: "/plans/:cart_number/move",
  summary: "Move the tickets of a payment plan to another session",
  can: "bulk.run",
  audits: "plan.moved",
  params: ofPlan,
  body: z.strictObject({
    version: Version,
    event_session_id: Id,
    price: Money,
    reason: Reason,
    email: z.optional(EmailChoice),
  }),
  reply: PlanMoveQuote,
});

const EndedPlan = z.object({ refunded: Money, disputed: Money, currency: Currency });

export const quotePlanCancel = staffEndpoint({
  name: "quotePlanCancel",
  method: "GET",
  path: "/plans/:cart_number/cancel_quote",
  summary: "What cancelling a payment plan comes to. Changes nothing.",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  params: ofPlan,
  reply: z.object({ ...EndedPlan.shape, ...planEmails }),
});

/**
 * Cancels a payment plan: its tickets are free again, and every instalment is refunded without a fee, except for disputed
 * money. Refused with `payment_in_progress` while an instalment is being paid.
 */
export const cancelPlanAtDesk = staffEndpoint({
  name: "cancelPlanAtDesk",
  method: "POST",
  path: "/plans/:cart_number/cancel",
  summary: "Cancel a payment plan and refund its instalments",
  can: "bulk.run",
  audits: "plan.cancelled",
  params: ofPlan,
  body: z.strictObject({ version: Version, reason: Reason, email: z.optional(EmailChoice) }),
  reply: EndedPlan,
});
