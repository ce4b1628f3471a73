import { useEffect, useEffectEvent, useState } from "react";
import type { Stripe } from "@stripe/stripe-js";
import { toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { lazyComponent } from "../../../../shared/loading/lazyComponent.ts";
import { useSeller } from "../../../../shared/seller/seller.tsx";
import type { WalletButtonsProps } from "../pageGateway.ts";
import { loadStripeFor } from "./loadStripe.ts";

const lazyWallets = lazyComponent(
  ["src/features/checkout/payment/stripe/StripeWallets.tsx"],
  () => import("./StripeWallets.tsx"),
);
type Loaded = {
  readonly key: string;
  readonly stripe: Stripe;
  readonly StripeWallets: Awaited<ReturnType<typeof lazyWallets.load>>["StripeWallets"];
};

const loadWallets = async (key: string): Promise<Loaded> => {
  const [{ stripe }, { StripeWallets }] = await Promise.all([loadStripeFor(key), lazyWallets.load()]);
  return { key, stripe, StripeWallets };
};

/** Apple Pay, Google Pay and Link, if the visitor's device and the seller's Stripe account have them. */
export function StripeWalletButtons({ fee, remaining, currency, ...buttons }: WalletButtonsProps) {
  const { name, locale } = useSeller();
  const [loaded, setLoaded] = useState<Loaded>();
  const key = fee?.publishable_key ?? undefined;
  const fail = useEffectEvent(() => buttons.onKnown(false));
  useEffect(() => {
    if (key === undefined) return undefined;
    let isCancelled = false;
    loadWallets(key).then(
      (ready) => isCancelled || setLoaded(ready),
      () => isCancelled || fail(),
    );
    return () => void (isCancelled = true);
  }, [key]);
  if (!loaded || loaded.key !== key) return null;
  const { stripe, StripeWallets } = loaded;
  return (
    <StripeWallets
      {...buttons}
      stripe={stripe}
      amount={toStripeAmount(remaining, currency)}
      remaining={remaining}
      currency={currency}
      pmc_id={fee?.pmc_id ?? null}
      locale={locale}
      seller={name}
    />
  );
}
