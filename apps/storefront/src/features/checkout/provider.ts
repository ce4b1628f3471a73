import type { Stripe } from "@stripe/stripe-js";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { lazyPart } from "../../shared/lazyPart.ts";

/** Who pays, as far as the form knows. */
export type Payer = IdentityInput;

/** What is done with the provider's fields while they stand there. */
export type Desk = {
  /**
   * Asks them whether they are whole, and shows the sheet of a wallet: browsers let that open only within the press that
   * asked for it, so nothing may be waited for before.
   */
  readonly begin: () => Promise<void>;
  /** The name of what was typed, to pay with once. */
  readonly token: (payer: Payer, type: string | undefined) => Promise<string>;
  readonly clear: () => void;
};

/** The fields and the vendor's loader: only a checkout that is paid by cards with Stripe fetches them. */
const fields = lazyPart(["src/features/checkout/StripeFields.tsx"], () => import("./StripeFields.tsx"));

export type Provider = {
  readonly stripe: Stripe;
  readonly StripeFields: Awaited<ReturnType<typeof fields.load>>["StripeFields"];
};

const opened = new Map<string, Promise<Provider>>();

const open = async (publishable_key: string): Promise<Provider> => {
  const { loadStripe, StripeFields } = await fields.load();
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error("the card provider did not load");
  return { stripe, StripeFields };
};

/** The provider's script with a seller's key, loaded once. A failure is forgotten, so that the next try asks again. */
export const openProvider = (publishable_key: string): Promise<Provider> => {
  const known = opened.get(publishable_key);
  if (known) return known;
  const opening = open(publishable_key);
  opened.set(publishable_key, opening);
  opening.catch(() => opened.delete(publishable_key));
  return opening;
};
