import { useEffect, useState } from "react";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { useSeller } from "../../../../shared/seller/seller.tsx";
import type { GatewayForm, GatewayFormOptions } from "../pageGateway.ts";
import { ProviderRefusal } from "../ProviderRefusal.ts";
import type { FieldControls } from "./fieldControls.ts";
import { loadStripeFor, type LoadedStripe } from "./loadStripe.ts";
import { requiresAddress, walletOf } from "./stripe.ts";
import { StripeFieldsFrame } from "./StripeFieldsFrame.tsx";

/** Stripe's script for a key: undefined while it loads, `hasFailed` if it did not. */
const useStripe = (key: string | null) => {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly provider: LoadedStripe }>();
  const [failedKey, setFailedKey] = useState<string>();
  useEffect(() => {
    if (key === null) return undefined;
    let isCancelled = false;
    loadStripeFor(key).then(
      (provider) => isCancelled || setLoaded({ key, provider }),
      () => isCancelled || setFailedKey(key),
    );
    return () => void (isCancelled = true);
  }, [key]);
  return {
    provider: loaded?.key === key ? loaded?.provider : undefined,
    hasFailed: key !== null && failedKey === key,
    fail: () => setFailedKey(key ?? undefined),
  };
};

/** Stripe's fields on this page: whether they are loaded, what is chosen in them, and how to submit them. */
export const useStripeForm = ({
  isActive,
  needsDetails,
  fee,
  remaining,
  currency,
  isAutoRenewed,
}: GatewayFormOptions): GatewayForm => {
  const { locale } = useSeller();
  const key = isActive ? (fee?.publishable_key ?? null) : null;
  const { provider, hasFailed, fail } = useStripe(key);
  const [isReady, setReady] = useState(false);
  const [chosen, setChosen] = useState<{ readonly type: string; readonly isComplete: boolean }>();
  const type = chosen?.type;
  const [controls, setControls] = useState<FieldControls | null>(null);

  const requireControls = (): FieldControls => {
    if (!controls) throw new ProviderRefusal({ type: "not_ready" });
    return controls;
  };
  return {
    fields: (
      <StripeFieldsFrame isLoading={needsDetails && !isReady}>
        {provider && needsDetails && (
          <provider.StripeFields
            stripe={provider.stripe}
            amount={toStripeAmount(remaining, currency)}
            currency={currency}
            pmc_id={fee?.pmc_id ?? null}
            renews={isAutoRenewed}
            locale={locale}
            onControls={(given) => {
              setControls(given);
              if (given) return;
              setReady(false);
              setChosen(undefined);
            }}
            onReady={() => setReady(true)}
            onChange={setChosen}
            onFailed={fail}
          />
        )}
      </StripeFieldsFrame>
    ),
    isReady,
    hasFailed,
    wallet: walletOf(type),
    needsAddress: requiresAddress(type),
    // Stripe's fields show their problems themselves.
    hasProblems: false,
    isComplete: chosen?.isComplete ?? false,
    check: () => true,
    submit: async () => requireControls().submit(),
    offer: async (payer) => ({
      gateway_id: "stripe",
      amount: toDecimal(remaining, currency),
      gateway_data: { confirmation_token_id: await requireControls().createToken(payer, type), use_stripe_sdk: true },
      ...(isAutoRenewed && { auto_renew: true }),
    }),
    handleNextAction: async (clientSecret) => {
      if (key === null) throw new ProviderRefusal({ type: "not_ready" });
      const { stripe } = await loadStripeFor(key);
      const { error } = await stripe.handleNextAction({ clientSecret });
      return error && new ProviderRefusal(error);
    },
    clear: () => controls?.clear(),
  };
};
