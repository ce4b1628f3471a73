import * as z from "zod/mini";
import { Id, Instant, Money, rows } from "../basics.ts";
import { Cart, Ticket } from "./cart.ts";
import { cardPayments } from "./cardGateways.ts";
import { cartEmbeds, embeddedRows } from "./cartEmbeds.ts";
import { endpoint } from "../endpoint.ts";
import { AnswersOfGroups } from "./forms/survey.ts";
import { IdentityInput } from "./identity.ts";
import { TicketOrder } from "./orders/ticketOrder.ts";

/** A method that cannot be charged again cannot renew a membership. */
const noAutoRenew = z.optional(z.literal(false));

/**
 * A payment by one method. `test` replaces the card provider outside production; its data is a well-known test card
 * number. A gateway whose keys the seller lacks answers `not_configured`. `ledger` is a gift card; several may precede
 * one card that pays the rest.
 */
export const PaymentInput = z.discriminatedUnion("gateway_id", [
  z.strictObject({
    gateway_id: z.literal("free"),
    amount: Money,
    gateway_data: z.optional(z.strictObject({})),
    auto_renew: noAutoRenew,
  }),
  ...cardPayments,
  z.strictObject({
    gateway_id: z.literal("ledger"),
    amount: Money,
    gateway_data: z.strictObject({
      number: z.string().check(z.maxLength(70)),
      ledger_id: z.string().check(z.maxLength(64)),
    }),
    auto_renew: noAutoRenew,
  }),
]);
export type PaymentInput = z.infer<typeof PaymentInput>;

/**
 * The `decline_code` of an attempt that was cancelled because the payer switched to another method. Repeating the
 * call pays.
 */
export const otherMethodDeclineCode = "other_means";

export const PaymentState = z.enum(["created", "processing", "authorized", "captured", "voided", "failed", "refunded"]);
export type PaymentState = z.infer<typeof PaymentState>;

/** A payment as the payer sees it. */
export const Payment = z.object({
  id: Id,
  state: PaymentState,
  amount: Money,
  gateway_id: z.string(),
  /** Where the payer confirms the payment (3-D Secure); else null. */
  action_url: z.nullable(z.string()),
});
export type Payment = z.infer<typeof Payment>;

const cartParams = z.strictObject({ cart_id: Id });

/** The start of a session in the cart that the payer was shown. */
export const SeenStart = z.object({ event_session_id: Id, start_datetime: Instant });
export type SeenStart = z.infer<typeof SeenStart>;

const parseStarts = (text: string) =>
  text.split(",").map((one) => {
    const [event_session_id = "", start_datetime = ""] = one.split("@");
    return { event_session_id: event_session_id.toLowerCase(), start_datetime };
  });

const payQuery = z.strictObject({
  /** A comma-separated list of at most 50 sessions, each with the start that the payer was shown: `id@start`. */
  starts: z.optional(
    z.pipe(
      z.string().check(
        z.maxLength(3500),
        z.refine((text) => {
          const starts = parseStarts(text);
          return starts.length <= 50 && starts.every((start) => SeenStart.safeParse(start).success);
        }),
      ),
      z.transform(parseStarts),
    ),
  ),
});

/**
 * Pays for a cart. Refused with `intent_requires_action` (extra: payment_id, action_url, client_secret) if the bank
 * requires a further step, with `card_declined` and related codes if the card is declined, and with
 * `payment_incorrect_amount` if the sum is not the amount due. A payment that clears later is returned in state
 * `processing`. With `starts`, it is refused with `event_session_moved` if a session now begins at another time (extra:
 * event_session_id, start_datetime, event, time).
 */
export const payCart = endpoint({
  name: "payCart",
  method: "POST",
  path: "/my/cart/:cart_id/pay",
  summary: "Pays for the visitor's cart.",
  params: cartParams,
  query: payQuery,
  body: z.array(PaymentInput).check(z.minLength(1), z.maxLength(10)),
  reply: z.object({ payment: rows(Payment), cart: rows(Cart) }),
});
export const payLinkedCart = endpoint({ ...payCart, name: "payLinkedCart", path: "/cart/:cart_id/pay" });

export const CheckoutReply = z.object({
  ...embeddedRows,
  /**
   * completed: the order exists. pending: a payment is still clearing. partial: one part is paid, the rest is due
   * later.
   */
  outcome: z.enum(["completed", "pending", "partial"]),
  cart: rows(Cart),
  ticket_order: rows(TicketOrder),
  ticket: rows(Ticket),
});
export type CheckoutReply = z.infer<typeof CheckoutReply>;

/**
 * Answers to the survey questions of the checkout, by ticket group id. A group that is left out keeps its earlier answers.
 * Refused with `additional_info_validation_failed` (extra: ticket_group_id, problems) if a required answer is missing.
 */
export const checkoutAnswers = z.optional(AnswersOfGroups);

const guestBody = z.strictObject({
  /** Optional if the purchaser was saved before, as after a redirect to the bank. */
  identity: z.optional(IdentityInput),
  /**
   * The purchaser saved with this cart; any other id is not found. Together with `giver_identity_id`, the recipient
   * of the gift.
   */
  guest_identity_id: z.optional(Id),
  /** For a gift: the purchaser saved with this cart. */
  giver_identity_id: z.optional(Id),
  terms_accepted: z.optional(z.boolean()),
  terms_version: z.optional(z.string().check(z.maxLength(254))),
  /** Stored together with `identity`. */
  additionalInfo: checkoutAnswers,
  /** False: no confirmation is sent. The choice is stored until the order exists. */
  send_email: z.optional(z.boolean()),
});

/** Turns a paid cart into an order. A repeated call replies with the same order. */
export const checkoutAsGuest = endpoint({
  name: "checkoutAsGuest",
  method: "POST",
  path: "/my/cart/:cart_id/guest_checkout",
  summary: "Completes a guest's checkout: the paid cart becomes an order.",
  params: cartParams,
  query: z.strictObject({ _embed: cartEmbeds }),
  body: guestBody,
  reply: CheckoutReply,
});
export const checkoutLinkedCart = endpoint({
  ...checkoutAsGuest,
  name: "checkoutLinkedCart",
  path: "/cart/:cart_id/guest_checkout",
});

const purchaserBody = z.strictObject({
  identity: IdentityInput,
  terms_accepted: z.optional(z.boolean()),
  terms_version: z.optional(z.string().check(z.maxLength(254))),
  additionalInfo: checkoutAnswers,
});

/** Saved before the payment, so that a payment that clears later finds its purchaser. */
export const savePurchaser = endpoint({
  name: "savePurchaser",
  method: "POST",
  path: "/my/cart/:cart_id/purchaser",
  summary: "Saves the purchaser's details with the cart.",
  params: cartParams,
  body: purchaserBody,
  reply: z.object({ identity_id: Id }),
});
export const saveLinkedCartPurchaser = endpoint({
  ...savePurchaser,
  name: "saveLinkedCartPurchaser",
  path: "/cart/:cart_id/purchaser",
  summary: "Saves the purchaser's details with a cart opened by its link, if it has no purchaser yet.",
});
