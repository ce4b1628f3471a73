import type { Stripe } from "@stripe/stripe-js";
import { lazyComponent } from "../../../../shared/loading/lazyComponent.ts";

/** The fields and Stripe's loader, fetched only by a checkout that is paid with Stripe. */
const lazyStripeFields = lazyComponent(
  ["src/features/checkout/payment/stripe/StripeFields.tsx"],
  () => import("./StripeFields.tsx"),
);

export type LoadedStripe = {
  readonly stripe: Stripe;
  readonly StripeFields: Awaited<ReturnType<typeof lazyStripeFields.load>>["StripeFields"];
};

const loadedByKey = new Map<string, Promise<LoadedStripe>>();

const load = async (publishable_key: string): Promise<LoadedStripe> => {
  const { loadStripe, StripeFields } = await lazyStripeFields.load();
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error("the card provider did not load");
  return { stripe, StripeFields };
};

/** Loads Stripe's script with a seller's key, once. A failure is not cached, so that the next call tries again. */
export const loadStripeFor = (publishable_key: string): Promise<LoadedStripe> => {
  const cached = loadedByKey.get(publishable_key);
  if (cached) return cached;
  const loading = load(publishable_key);
  loadedByKey.set(publishable_key, loading);
  loading.catch(() => loadedByKey.delete(publishable_key));
  return loading;
};
