import type { GatewayFee, PageGateway } from "../pageGateway.ts";
import { ProviderRefusal } from "../ProviderRefusal.ts";
import { loadStripeFor } from "./loadStripe.ts";
import { StripeWalletButtons } from "./StripeWalletButtons.tsx";
import { canContinueIntent, intentOf, isTestKey } from "./stripe.ts";
import { useStripeForm } from "./useStripeForm.tsx";

/** Also undefined if the script does not load: the server then asks Stripe itself. */
const checkReturn = async (secret: string, fee: GatewayFee | undefined): Promise<ProviderRefusal | undefined> => {
  const key = fee?.publishable_key;
  if (!key) return undefined;
  const provider = await loadStripeFor(key).catch(() => undefined);
  if (!provider) return undefined;
  const { paymentIntent, error } = await provider.stripe.retrievePaymentIntent(secret);
  if (paymentIntent && canContinueIntent(paymentIntent.status)) return undefined;
  return new ProviderRefusal(
    error ?? paymentIntent.last_payment_error ?? { type: "card_error", code: "card_declined" },
  );
};

/** Cards, wallets, debits and "buy now, pay later" with Stripe's own fields. Its references are client secrets. */
export const stripePageGateway: PageGateway = {
  isConfigured: ({ publishable_key }) => publishable_key !== null,
  isTestMode: (fee) => isTestKey(fee?.publishable_key),
  redirectHosts: new Set(["hooks.stripe.com", "pm-redirects.stripe.com", "js.stripe.com"]),
  useForm: useStripeForm,
  WalletButtons: StripeWalletButtons,
  isReference: (value) => intentOf(value) !== undefined,
  savedMethodOffer: (saved_payment_method_id, amount) => ({
    gateway_id: "stripe",
    amount,
    gateway_data: { saved_payment_method_id, use_stripe_sdk: true },
  }),
  resumeOffer: (secret, { amount, auto_renew }) => ({
    gateway_id: "stripe",
    amount,
    ...(auto_renew === undefined ? {} : { auto_renew }),
    gateway_data: { payment_intent_id: intentOf(secret) },
  }),
  checkReturn,
};
