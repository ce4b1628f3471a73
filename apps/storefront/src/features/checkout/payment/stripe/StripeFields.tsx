import { Elements, PaymentElement, useElements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements, StripePaymentElementOptions } from "@stripe/stripe-js";
import { useEffect, useEffectEvent } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { ProviderRefusal } from "../ProviderRefusal.ts";
import type { FieldControls } from "./fieldControls.ts";
import { requiresAddress } from "./stripe.ts";
import { unsavedMethods, useElementsOptions } from "./useElementsOptions.ts";

export { loadStripe } from "@stripe/stripe-js/pure";

export type StripeFieldsProps = {
  readonly stripe: Stripe;
  /** In the smallest unit, as Stripe counts it. */
  readonly amount: number;
  readonly currency: string;
  readonly pmc_id: string | null;
  /** The payment method is saved and charged again without the payer, which only cards allow. */
  readonly renews: boolean;
  readonly locale: string;
  readonly onControls: (controls: FieldControls | null) => void;
  readonly onReady: () => void;
  readonly onChange: (chosen: { readonly type: string; readonly isComplete: boolean }) => void;
  readonly onFailed: () => void;
};

/** Stripe's own fields, in frames: no card number reaches this page. */
export function StripeFields({ stripe, amount, currency, pmc_id, renews, locale, ...callbacks }: StripeFieldsProps) {
  const { options } = useElementsOptions({ amount, currency, pmc_id, locale });
  return (
    <Elements
      stripe={stripe}
      options={{
        ...options,
        ...(renews
          ? { setupFutureUsage: "off_session" as const, allowedPaymentMethodTypes: ["card"] }
          : unsavedMethods),
      }}
    >
      <PaymentElementFields stripe={stripe} {...callbacks} />
    </Elements>
  );
}

const paymentElementOptions: StripePaymentElementOptions = {
  layout: { type: "accordion", defaultCollapsed: false, radios: "always", spacedAccordionItems: false },
  paymentMethodOrder: ["apple_pay", "google_pay", "card"],
};

type PaymentElementFieldsProps = Pick<StripeFieldsProps, "stripe" | "onControls" | "onReady" | "onChange" | "onFailed">;

function PaymentElementFields({ stripe, onControls, onReady, onChange, onFailed }: PaymentElementFieldsProps) {
  const elements = useElements();
  const passControls = useEffectEvent(onControls);
  useEffect(() => {
    if (!elements) return undefined;
    passControls(createFieldControls(stripe, elements));
    return () => passControls(null);
  }, [stripe, elements]);
  return (
    <PaymentElement
      options={paymentElementOptions}
      onReady={onReady}
      onChange={({ value, complete }) => onChange({ type: value.type, isComplete: complete })}
      onLoadError={onFailed}
    />
  );
}

const createFieldControls = (stripe: Stripe, elements: StripeElements): FieldControls => ({
  submit: async () => {
    const { error } = await elements.submit();
    if (error) throw new ProviderRefusal(error);
  },
  createToken: async (payer, type) => {
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements,
      ...billingDetailsOf(payer, type),
    });
    if (error) throw new ProviderRefusal(error);
    return confirmationToken.id;
  },
  clear: () => elements.getElement("payment")?.clear(),
});

/** The billing details that the form knows. A wallet has its own; for a card, Stripe's fields ask for the postcode. */
const billingDetailsOf = (payer: IdentityInput, type: string | undefined) => {
  if (type === "apple_pay" || type === "google_pay") return {};
  const { first_name, last_name, email, address, city, country, zip_code } = payer;
  const billingAddress = { line1: address, city, country, postal_code: zip_code };
  const known = Object.fromEntries(Object.entries(billingAddress).filter(([, value]) => value));
  // A visitor who changes an order by its link does not see the buyer's details.
  if (email === "") return {};
  return {
    params: {
      payment_method_data: {
        billing_details: {
          name: `${first_name} ${last_name}`,
          email,
          ...(requiresAddress(type) && Object.keys(known).length > 0 && { address: known }),
        },
      },
    },
  };
};
