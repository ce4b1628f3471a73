import type { Stripe } from "@stripe/stripe-js";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { lazyComponent } from "../../../../shared/loading/lazyComponent.ts";

/** Who pays, as far as the form knows. */
export type Payer = IdentityInput;

/** What is done with the provider's fields while they stand there. */
export type CardFieldControls = {
  /**
   * Asks them whether they are whole, and shows the sheet of a wallet: browsers let that open only within the press that
   * asked for it, so nothing may be waited for before.
   */
  readonly submit: () => Promise<void>;
  /** The name of what was typed, to pay with once. */
  readonly createToken: (payer: Payer, type: string | undefined) => Promise<string>;
  readonly clear: () => void;
};

/** The fields and the vendor's loader: only a checkout that is paid by cards with Stripe fetches them. */
const lazyStripeFields = lazyComponent(
  ["src/features/checkout/payment/stripe/StripeFields.tsx"],
  () => import("./StripeFields.tsx"),
);

export type StripeProvider = {
  readonly stripe: Stripe;
  readonly StripeFields: Awaited<ReturnType<typeof lazyStripeFields.load>>["StripeFields"];
};

const loadedProviders = new Map<string, Promise<StripeProvider>>();

const createProvider = async (publishable_key: string): Promise<StripeProvider> => {
  const { loadStripe, StripeFields } = await lazyStripeFields.load();
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error("the card provider did not load");
  return { stripe, StripeFields };
};

/** The provider's script with a seller's key, loaded once. A failure is forgotten, so that the next try asks again. */
export const loadStripeProvider = (publishable_key: string): Promise<StripeProvider> => {
  const cached = loadedProviders.get(publishable_key);
  if (cached) return cached;
  const loading = createProvider(publishable_key);
  loadedProviders.set(publishable_key, loading);
  loading.catch(() => loadedProviders.delete(publishable_key));
  return loading;
};
