import * as z from "zod/mini";
import type { GatewayKeys } from "../gatewayKeys.ts";

const patternString = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

/** A seller's keys from Stripe. Only the publishable key and the configuration's id may reach a browser. */
export const StripeKeys = z.strictObject({
  publishable_key: patternString(/^pk_(?:test|live)_\w{8,255}$/, "must begin with pk_test_ or pk_live_"),
  secret_key: patternString(
    /^(?:sk|rk)_(?:test|live)_\w{8,255}$/,
    "must begin with sk_test_, sk_live_, rk_test_ or rk_live_",
  ),
  /**
   * Signs webhooks. Contains two secrets, separated by a comma, while one replaces the other. Without it, payments are
   * only reconciled.
   */
  webhook_secret: z.optional(
    patternString(/^whsec_[\w+/=]{8,255}(?:,whsec_[\w+/=]{8,255})?$/, "must begin with whsec_"),
  ),
  payment_method_configuration: z.optional(patternString(/^pmc_\w{4,255}$/, "must begin with pmc_")),
});
export type StripeKeys = z.infer<typeof StripeKeys>;

export const isLive = ({ secret_key }: Pick<StripeKeys, "secret_key">): boolean => /^.k_live_/.test(secret_key);

export const stripeKeys = {
  label: "Stripe",
  format: StripeKeys,
  problem: ({ publishable_key = "", secret_key = "" }) =>
    publishable_key.startsWith("pk_live_") === isLive({ secret_key })
      ? undefined
      : "publishable_key and secret_key: one is live and the other for tests",
  isLive: ({ secret_key = "" }) => isLive({ secret_key }),
} as const satisfies GatewayKeys;
