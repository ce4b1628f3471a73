import * as z from "zod/mini";
import { Id, Money } from "../basics.ts";

/**
 * The payer agrees that the membership in the cart renews automatically: the payment method is saved with its
 * provider and charged for each new term until they cancel. Refused (`validation_failed`, fields `auto_renew`) if the
 * seller or the cart does not offer automatic renewal.
 */
const auto_renew = z.optional(z.boolean());

/** A payment with one card gateway. `gateway_data` is what its page sends: references, never the number of a card. */
const cardPayment = <I extends string, D extends z.ZodMiniType>(gateway_id: I, gateway_data: D) =>
  z.strictObject({ gateway_id: z.literal(gateway_id), amount: Money, gateway_data, auto_renew });

/** An id from Stripe, such as 'pm_1N…', which the payer's page received from Stripe directly. */
const stripeId = (prefix: string) =>
  z.optional(z.string().check(z.regex(new RegExp(`^${prefix}_\\w{1,200}$`), `must begin with ${prefix}_`)));

/**
 * A card saved by the account, by our id (`GET my/identity/saved_payment_method`). Only its owner can pay with it, logged
 * in and for their own cart; for anybody else it is not found. It cannot be combined with `auto_renew`.
 */
const saved_payment_method_id = z.optional(Id);

/**
 * The gateways that take cards, with what each of them is paid with. This is the one list: their ids, the payments that
 * the API accepts, the fees of a cart and the registries of server and page derive from it.
 */
export const cardPayments = [
  cardPayment(
    "test",
    z.strictObject({
      card: z.optional(
        z.strictObject({
          number: z.string().check(z.maxLength(30)),
          expiry: z.string().check(z.maxLength(7)),
          cvc: z.string().check(z.maxLength(4)),
        }),
      ),
      /** The payment to continue after an extra step. */
      payment_id: z.optional(Id),
      saved_payment_method_id,
    }),
  ),
  cardPayment(
    "stripe",
    z.strictObject({
      /** The payment method: one of the two. */
      payment_method_id: stripeId("pm"),
      confirmation_token_id: stripeId("ctoken"),
      /** The payer's page handles further steps itself, with the `client_secret` of the refusal. */
      use_stripe_sdk: z.optional(z.boolean()),
      /** The payment to continue after a further step, by our id or Stripe's. */
      payment_id: z.optional(Id),
      payment_intent_id: stripeId("pi"),
      saved_payment_method_id,
    }),
  ),
] as const;

export type CardGatewayId = z.infer<(typeof cardPayments)[number]>["gateway_id"];
/** A seller has one of them. */
export const CardGatewayId = z.enum(cardPayments.map(({ shape }) => shape.gateway_id.def.values[0]) as CardGatewayId[]);
/** Means that the box office takes: cash, and cards at a terminal that is not connected. */
export type CounterGatewayId = "cash" | "terminal";
/** Every gateway; `ledger` takes the seller's own gift cards. */
export type GatewayId = CardGatewayId | "ledger" | CounterGatewayId;
