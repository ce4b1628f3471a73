import * as z from "zod/mini";
import { Id, Money, rows } from "../basics.ts";
import { Cart, Ticket } from "./cart.ts";
import { cartEmbeds, embeddedRows } from "./cartEmbeds.ts";
import { endpoint } from "../endpoint.ts";
import { IdentityInput } from "./identity.ts";
import { TicketOrder } from "./ticketOrder.ts";

/**
 * Its payer agrees that the membership in the cart renews itself: what they pay with is kept by its provider, and charged
 * for each next term until they cancel. Refused (`validation_failed`, fields auto_renew) where the seller, or what is in the
 * cart, does not renew itself.
 */
const auto_renew = z.optional(z.boolean());
/** What cannot be charged again renews nothing. */
const noAutoRenew = z.optional(z.literal(false));

/** One of Stripe's names, as 'pm_1N…': what the payer's page got from Stripe itself. */
const stripeId = (prefix: string) =>
  z.optional(z.string().check(z.regex(new RegExp(`^${prefix}_\\w{1,200}$`), `must begin with ${prefix}_`)));

/**
 * A payment offered. `test` stands in for the card provider outside production: its data is a card of the vendor's
 * well-known test numbers. `stripe` answers `not_configured` for a seller without keys. `ledger` is a gift card; several
 * may be offered before one card that pays the rest.
 */
export const PaymentInput = z.discriminatedUnion("gateway_id", [
  z.strictObject({
    gateway_id: z.literal("free"),
    amount: Money,
    gateway_data: z.optional(z.strictObject({})),
    auto_renew: noAutoRenew,
  }),
  z.strictObject({
    gateway_id: z.literal("test"),
    amount: Money,
    gateway_data: z.strictObject({
      card: z.optional(
        z.strictObject({
          number: z.string().check(z.maxLength(30)),
          expiry: z.string().check(z.maxLength(7)),
          cvc: z.string().check(z.maxLength(4)),
        }),
      ),
      /** After an extra step: the payment to go on with. */
      payment_id: z.optional(Id),
    }),
    auto_renew,
  }),
  z.strictObject({
    gateway_id: z.literal("stripe"),
    amount: Money,
    gateway_data: z.strictObject({
      /** What is paid with: one of the two. */
      payment_method_id: stripeId("pm"),
      confirmation_token_id: stripeId("ctoken"),
      /** The payer's page goes through a further step by itself, with the `client_secret` of the refusal. */
      use_stripe_sdk: z.optional(z.boolean()),
      /** After a further step: the payment to go on with, by our name or by Stripe's. */
      payment_id: z.optional(Id),
      payment_intent_id: stripeId("pi"),
    }),
    auto_renew,
  }),
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

/** The `decline_code` of an attempt that was given up because its payer pays with something else: said again, it pays. */
export const otherMethodDeclineCode = "other_means";

export const PaymentState = z.enum(["created", "processing", "authorized", "captured", "voided", "failed", "refunded"]);
export type PaymentState = z.infer<typeof PaymentState>;

/** A payment as its payer may see it. */
export const Payment = z.object({
  id: Id,
  state: PaymentState,
  amount: Money,
  gateway_id: z.string(),
  /** Where the payer has to go before the payment can be taken (3-D Secure); null otherwise. */
  action_url: z.nullable(z.string()),
});
export type Payment = z.infer<typeof Payment>;

const cartParams = z.strictObject({ cart_id: Id });

/**
 * Pays. Refused with `intent_requires_action` (extra: payment_id, action_url, client_secret) when the bank wants a further step, with
 * `card_declined` and its relatives when the card is refused, and with `payment_incorrect_amount` when the sum is not
 * what is due. A payment that clears later answers with state `processing`.
 */
export const payCart = endpoint({
  name: "payCart",
  method: "POST",
  path: "/my/cart/:cart_id/pay",
  summary: "Pays for the visitor's cart.",
  params: cartParams,
  body: z.array(PaymentInput).check(z.minLength(1), z.maxLength(10)),
  reply: z.object({ payment: rows(Payment), cart: rows(Cart) }),
});
export const payLinkedCart = endpoint({ ...payCart, name: "payLinkedCart", path: "/cart/:cart_id/pay" });

export const CheckoutReply = z.object({
  ...embeddedRows,
  /** completed: the order exists. pending: a payment is still clearing. partial: a part is paid, the rest is due later. */
  outcome: z.enum(["completed", "pending", "partial"]),
  cart: rows(Cart),
  ticket_order: rows(TicketOrder),
  ticket: rows(Ticket),
});
export type CheckoutReply = z.infer<typeof CheckoutReply>;

const guestBody = z.strictObject({
  /** May be left out when the purchaser was saved before, as after a bank's redirect. */
  identity: z.optional(IdentityInput),
  /** The purchaser that was saved with this cart; any other is not there. With `giver_identity_id`, whoever it is given to. */
  guest_identity_id: z.optional(Id),
  /** Of a gift: the purchaser that was saved with this cart. */
  giver_identity_id: z.optional(Id),
  terms_accepted: z.optional(z.boolean()),
  terms_version: z.optional(z.string()),
  /** False: no confirmation is sent. Said by the buyer, and kept with them until the order is there. */
  send_email: z.optional(z.boolean()),
});

/** Turns a paid cart into an order. Said twice, it answers with the same order. */
export const checkoutAsGuest = endpoint({
  name: "checkoutAsGuest",
  method: "POST",
  path: "/my/cart/:cart_id/guest_checkout",
  summary: "The guest's last step: the paid cart becomes an order.",
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
  terms_version: z.optional(z.string()),
});

/** The purchaser's details, kept with the cart before paying so that a payment that clears later finds its buyer. */
export const savePurchaser = endpoint({
  name: "savePurchaser",
  method: "POST",
  path: "/my/cart/:cart_id/purchaser",
  summary: "Keeps the purchaser's details with the cart.",
  params: cartParams,
  body: purchaserBody,
  reply: z.object({ identity_id: Id }),
});
export const saveLinkedCartPurchaser = endpoint({
  ...savePurchaser,
  name: "saveLinkedCartPurchaser",
  path: "/cart/:cart_id/purchaser",
  summary: "Keeps the details of whoever pays for a cart that a link opened, where it has no purchaser yet.",
});
