import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Id, IdList, Instant, Money } from "../../basics.ts";
import { DeskQuote, EmailChoice, TicketIds } from "./deskActions.ts";
import { ofOrder } from "./orders.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

const move = {
  event_session_id: Id,
  /** The type of the new tickets. If absent, each ticket keeps its type. */
  ticket_type_id: z.optional(Id),
};
/**
 * Whether to sell beyond the session's capacity; needs `order.override`. Without it, a full session is refused with
 * `event_session_sold_out`.
 */
const Oversells = z.optional(z.boolean());

export const DeskMoveQuote = z.object({
  ...DeskQuote.shape,
  /** The price of the new tickets. */
  added: Money,
  /** The amount by which they cost more than the old ones. */
  due: Money,
});
export type DeskMoveQuote = z.infer<typeof DeskMoveQuote>;

export const quoteDeskMove = staffEndpoint({
  name: "quoteDeskMove",
  method: "GET",
  path: "/orders/:order_number/move_quote",
  summary: "What moving tickets comes to. Changes nothing.",
  can: "order.exchange",
  audits: null,
  params: ofOrder,
  query: z.strictObject({
    ...move,
    oversells: z.optional(z.enum(["true"])),
    /** How a difference is settled, which changes the e-mail: paid by a link, or waived. */
    difference: z.optional(z.enum(["link", "waived"])),
    tickets: IdList,
    money: z.enum(["refund", "waive_fee"]),
  }),
  reply: DeskMoveQuote,
});

/** Which tickets move where, whether at once or when the difference is paid. */
const movedTickets = {
  ...move,
  version: Version,
  tickets: TicketIds,
  money: z.enum(["refund", "waive_fee"]),
  oversells: Oversells,
  reason: Reason,
  email: z.optional(EmailChoice),
};

/**
 * Moves tickets to another session, by the same hold as buyers: all of them or none, and the old ones stay valid until the
 * move is complete. A dearer session needs `waive_difference`, which goes beyond the policy.
 */
export const moveDeskTickets = staffEndpoint({
  name: "moveDeskTickets",
  method: "POST",
  path: "/orders/:order_number/move",
  summary: "Move tickets of an order to another session",
  can: "order.exchange",
  audits: "order.moved",
  params: ofOrder,
  body: z.strictObject({
    ...movedTickets,
    waive_difference: z.boolean(),
  }),
  reply: Nothing,
});

/** Minutes for which the dearer tickets are held until the difference is paid. */
export const offerMinutes = 30;

/**
 * Moves tickets to dearer ones whose difference is paid. `link`: the new tickets are held for 30 minutes, and the purchaser
 * gets a link to the ordinary checkout; the tickets are moved once it is paid, and the old ones stay valid until then.
 * `gift_card`: the difference is paid at once, in full, with the given card. `due` is the difference shown; if it differs
 * or is zero, the call is refused with `payment_incorrect_amount`.
 */
export const offerDeskMove = staffEndpoint({
  name: "offerDeskMove",
  method: "POST",
  path: "/orders/:order_number/offer_move",
  summary: "Move tickets of an order to dearer ones, to be paid",
  can: "order.exchange",
  audits: "order.move_offered",
  params: ofOrder,
  body: z.strictObject({
    ...movedTickets,
    due: Money,
    pay_by: z.discriminatedUnion("means", [
      z.strictObject({ means: z.literal("link") }),
      z.strictObject({
        means: z.literal("gift_card"),
        number: z.string().check(z.trim(), z.minLength(1), z.maxLength(70)),
      }),
    ]),
  }),
  /** `expires_at`: when the link expires; null if already paid. */
  reply: z.object({ expires_at: z.nullable(Instant) }),
});

/** Releases the tickets held for a link. Refused with `payment_in_progress` while somebody is paying for them. */
export const withdrawDeskOffer = staffEndpoint({
  name: "withdrawDeskOffer",
  method: "POST",
  path: "/orders/:order_number/withdraw_offer",
  summary: "Release the tickets that wait to be paid",
  can: "order.exchange",
  audits: "order.offer_withdrawn",
  params: ofOrder,
  body: z.strictObject({ version: Version }),
  reply: Nothing,
});
