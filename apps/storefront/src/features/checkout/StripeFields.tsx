import { Elements, PaymentElement, useElements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementLocale, StripeElements, StripePaymentElementOptions } from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import type { Desk, Payer } from "./provider.ts";
import { ProviderRefusal, wantsAddress } from "./stripe.ts";
import { stripeAppearance, stripeFonts } from "./stripeLooks.ts";

export { loadStripe } from "@stripe/stripe-js/pure";

export type StripeFieldsProps = {
  readonly stripe: Stripe;
  /** As Stripe counts. */
  readonly amount: number;
  readonly currency: string;
  readonly pmc_id: string | null;
  /** What is paid with is kept, for charges without its payer: a card then. */
  readonly renews: boolean;
  readonly locale: string;
  readonly onDesk: (desk: Desk | null) => void;
  readonly onReady: () => void;
  readonly onType: (type: string) => void;
  readonly onFailed: () => void;
};

const dark = () => matchMedia("(prefers-color-scheme: dark)");
const onScheme = (tell: () => void) => {
  const query = dark();
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
};

/** Stripe's own fields, in frames of Stripe's own: no card number ever reaches this page. */
export function StripeFields({ stripe, amount, currency, pmc_id, renews, locale, ...told }: StripeFieldsProps) {
  const isDark = useSyncExternalStore(onScheme, () => dark().matches);
  // oxlint-disable-next-line react/exhaustive-deps -- what the page looks like follows the scheme
  const appearance = useMemo(stripeAppearance, [isDark]);
  const fonts = useMemo(stripeFonts, []);
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: "payment",
        amount,
        currency: currency.toLowerCase(),
        paymentMethodCreation: "manual",
        captureMethod: "manual",
        ...(pmc_id !== null && { payment_method_configuration: pmc_id }),
        ...(renews && { setupFutureUsage: "off_session" as const, allowedPaymentMethodTypes: ["card"] }),
        appearance,
        fonts,
        locale: locale as StripeElementLocale,
      }}
    >
      <Fields stripe={stripe} {...told} />
    </Elements>
  );
}

const options: StripePaymentElementOptions = {
  layout: { type: "accordion", defaultCollapsed: false, radios: "always", spacedAccordionItems: false },
  paymentMethodOrder: ["apple_pay", "google_pay", "card"],
};

type FieldsProps = Pick<StripeFieldsProps, "stripe" | "onDesk" | "onReady" | "onType" | "onFailed">;

function Fields({ stripe, onDesk, onReady, onType, onFailed }: FieldsProps) {
  const elements = useElements();
  const give = useEffectEvent(onDesk);
  useEffect(() => {
    if (!elements) return undefined;
    give(deskOf(stripe, elements));
    return () => give(null);
  }, [stripe, elements]);
  return (
    <PaymentElement
      options={options}
      onReady={onReady}
      onChange={({ value }) => onType(value.type)}
      onLoadError={onFailed}
    />
  );
}

const deskOf = (stripe: Stripe, elements: StripeElements): Desk => ({
  begin: async () => {
    const { error } = await elements.submit();
    if (error) throw new ProviderRefusal(error);
  },
  token: async (payer, type) => {
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements,
      ...detailsOf(payer, type),
    });
    if (error) throw new ProviderRefusal(error);
    return confirmationToken.id;
  },
  clear: () => elements.getElement("payment")?.clear(),
});

/** What a payer has told us already. A wallet knows better; a card has its own post code in the fields. */
const detailsOf = (payer: Payer, type: string | undefined) => {
  if (type === "apple_pay" || type === "google_pay") return {};
  const { first_name, last_name, email, address, city, country, zip_code } = payer;
  const place = { line1: address, city, country, postal_code: zip_code };
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value));
  return {
    params: {
      payment_method_data: {
        billing_details: {
          name: `${first_name} ${last_name}`,
          email,
          ...(wantsAddress(type) && Object.keys(known).length > 0 && { address: known }),
        },
      },
    },
  };
};
