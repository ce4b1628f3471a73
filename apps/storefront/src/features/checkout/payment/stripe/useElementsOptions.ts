import type { StripeElementLocale } from "@stripe/stripe-js";
import { excludedStripeMethods, instantVerification } from "@foyer/rules/checkout/stripeMethods.ts";
import { useStripeLook } from "./useStripeLook.ts";

type Paid = {
  /** In the smallest unit, as Stripe counts it. */
  readonly amount: number;
  readonly currency: string;
  readonly pmc_id: string | null;
  readonly locale: string;
};

/** What the fields and the buttons of wallets tell Stripe about the payment and the page. */
export const useElementsOptions = ({ amount, currency, pmc_id, locale }: Paid) => {
  const { appearance, fonts, isDark } = useStripeLook();
  const options = {
    mode: "payment" as const,
    amount,
    currency: currency.toLowerCase(),
    paymentMethodCreation: "manual" as const,
    ...(pmc_id !== null && { payment_method_configuration: pmc_id }),
    appearance,
    fonts,
    locale: locale as StripeElementLocale,
  };
  return { options, isDark };
};

/** For a payment whose method is not saved. */
export const unsavedMethods = {
  excludedPaymentMethodTypes: [...excludedStripeMethods],
  paymentMethodOptions: instantVerification,
};
