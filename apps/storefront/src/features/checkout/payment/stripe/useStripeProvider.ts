import { useEffect, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { useSeller } from "../../../../shared/seller/seller.tsx";
import { loadStripeProvider, type CardFieldControls, type Payer, type StripeProvider } from "./loadStripeProvider.ts";
import type { StripeFieldsProps } from "./StripeFields.tsx";
import { ProviderRefusal, walletOf, requiresAddress } from "./stripe.ts";

type Fee = Pick<Cart["cart_fees"][number], "publishable_key" | "pmc_id">;

/** The card provider's fields on this page: whether they are there, what is chosen in them, and what is done with them. */
export const useStripeProvider = (fee: Fee | undefined, remaining: Minor, currency: string, isAutoRenewed: boolean) => {
  const { locale } = useSeller();
  const key = fee?.publishable_key ?? null;
  const [loaded, setLoaded] = useState<{ key: string; provider: StripeProvider }>();
  const [failed, setFailed] = useState<string>();
  const [isReady, setReady] = useState(false);
  const [type, setType] = useState<string>();
  const [controls, setControls] = useState<CardFieldControls | null>(null);

  useEffect(() => {
    if (key === null) return undefined;
    let isCancelled = false;
    loadStripeProvider(key).then(
      (provider) => isCancelled || setLoaded({ key, provider }),
      () => isCancelled || setFailed(key),
    );
    return () => void (isCancelled = true);
  }, [key]);

  const provider = loaded !== undefined && loaded.key === key ? loaded.provider : undefined;
  const hasFailed = key !== null && failed === key;
  const props: StripeFieldsProps | undefined = provider && {
    stripe: provider.stripe,
    amount: toStripeAmount(remaining, currency),
    currency,
    pmc_id: fee?.pmc_id ?? null,
    renews: isAutoRenewed,
    locale,
    onControls: (given) => {
      setControls(given);
      if (given) return;
      setReady(false);
      setType(undefined);
    },
    onReady: () => setReady(true),
    onType: setType,
    onFailed: () => setFailed(key ?? undefined),
  };
  const requireControls = (): CardFieldControls => {
    if (!controls) throw new ProviderRefusal({ type: "not_ready" });
    return controls;
  };
  return {
    /** What shows the fields; undefined while it is on its way. */
    fields: provider && props && { Fields: provider.StripeFields, props },
    isReady,
    hasFailed,
    wallet: walletOf(type),
    needsAddress: requiresAddress(type),
    submitFields: async () => requireControls().submit(),
    offer: async (payer: Payer): Promise<PaymentInput> => ({
      gateway_id: "stripe",
      amount: toDecimal(remaining, currency),
      gateway_data: { confirmation_token_id: await requireControls().createToken(payer, type), use_stripe_sdk: true },
      ...(isAutoRenewed && { auto_renew: true }),
    }),
    /** Takes the payer through their bank's further step; answers with what the provider had against it, if anything. */
    handleNextAction: async (clientSecret: string): Promise<ProviderRefusal | undefined> => {
      if (key === null) throw new ProviderRefusal({ type: "not_ready" });
      const { stripe } = await loadStripeProvider(key);
      const { error } = await stripe.handleNextAction({ clientSecret });
      return error && new ProviderRefusal(error);
    },
    clear: () => controls?.clear(),
  };
};
export type StripeProviderForm = ReturnType<typeof useStripeProvider>;
