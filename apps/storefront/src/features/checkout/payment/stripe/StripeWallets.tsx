import { Elements, ExpressCheckoutElement, useElements } from "@stripe/react-stripe-js";
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { useRef } from "react";
import type { WalletOwner } from "@foyer/rules/checkout/express/walletAnswers.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import type { WalletButtonsProps } from "../pageGateway.ts";
import { ProviderRefusal } from "../ProviderRefusal.ts";
import { unsavedMethods, useElementsOptions } from "./useElementsOptions.ts";

export type StripeWalletsProps = Pick<WalletButtonsProps, "asks" | "onKnown" | "onConfirm" | "onRefusal"> & {
  readonly stripe: Stripe;
  /** In the smallest unit, as Stripe counts it. */
  readonly amount: number;
  readonly remaining: Minor;
  readonly currency: string;
  readonly pmc_id: string | null;
  readonly locale: string;
  /** The name shown in the wallet's sheet. */
  readonly seller: string;
};

/** The height of the row of buttons in pixels, which the page reserves for them. */
const buttonHeight = 48;

const walletNames: Readonly<Record<string, string>> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  link: "Link",
};

/**
 * Stripe's Express Checkout Element, in an elements group separate from the payment fields, so that submitting it does not
 * validate the card fields.
 */
export function StripeWallets({ stripe, amount, currency, pmc_id, locale, ...wallets }: StripeWalletsProps) {
  const { options, isDark } = useElementsOptions({ amount, currency, pmc_id, locale });
  return (
    <Elements stripe={stripe} options={{ ...options, ...unsavedMethods }}>
      <WalletElement stripe={stripe} isDark={isDark} {...wallets} />
    </Elements>
  );
}

type WalletElementProps = Omit<StripeWalletsProps, "amount" | "currency" | "pmc_id" | "locale"> & {
  readonly isDark: boolean;
};

function WalletElement({ stripe, isDark, remaining, seller, asks, onKnown, onConfirm, onRefusal }: WalletElementProps) {
  const elements = useElements();
  /** The content of the open sheet. */
  const shown = useRef(remaining);
  const pay = async (event: StripeExpressCheckoutElementConfirmEvent): Promise<void> => {
    if (!elements) return;
    try {
      const token = await createWalletToken(stripe, elements);
      onConfirm({
        name: walletNames[event.expressPaymentType] ?? "",
        amount: shown.current,
        owner: ownerOf(event),
        offer: (decimal) => ({
          gateway_id: "stripe",
          amount: decimal,
          gateway_data: { confirmation_token_id: token, use_stripe_sdk: true },
        }),
      });
    } catch (error) {
      event.paymentFailed({ reason: "fail" });
      onRefusal(error instanceof ProviderRefusal ? error : new ProviderRefusal({ type: "unknown" }));
    }
  };
  return (
    <ExpressCheckoutElement
      options={walletOptions(asks, isDark)}
      onReady={({ availablePaymentMethods }) =>
        onKnown(availablePaymentMethods !== undefined && Object.values(availablePaymentMethods).some(Boolean))
      }
      onLoadError={() => onKnown(false)}
      onClick={({ resolve }) => {
        shown.current = remaining;
        resolve({
          business: { name: seller },
          emailRequired: asks.email,
          phoneNumberRequired: asks.phone,
          billingAddressRequired: true,
        });
      }}
      onConfirm={(event) => void pay(event)}
    />
  );
}

/** An order bought with a wallet needs its owner's name, which comes with the billing address. */
const walletOptions = (asks: WalletButtonsProps["asks"], isDark: boolean): StripeExpressCheckoutElementOptions => ({
  buttonHeight,
  buttonTheme: { applePay: isDark ? "white" : "black", googlePay: isDark ? "white" : "black" },
  buttonType: { applePay: "plain", googlePay: "plain" },
  layout: { maxColumns: 3, maxRows: 1, overflow: "auto" },
  paymentMethodOrder: ["apple_pay", "google_pay", "link"],
  paymentMethods: {
    applePay: "auto",
    googlePay: "auto",
    link: "auto",
    amazonPay: "never",
    paypal: "never",
    klarna: "never",
  },
  emailRequired: asks.email,
  phoneNumberRequired: asks.phone,
  billingAddressRequired: true,
});

/** The id of a confirmation token, which can pay once. */
const createWalletToken = async (stripe: Stripe, elements: StripeElements): Promise<string> => {
  const { error: refused } = await elements.submit();
  if (refused) throw new ProviderRefusal(refused);
  const { error, confirmationToken } = await stripe.createConfirmationToken({ elements });
  if (error) throw new ProviderRefusal(error);
  return confirmationToken.id;
};

const ownerOf = ({ billingDetails }: StripeExpressCheckoutElementConfirmEvent): WalletOwner => {
  if (!billingDetails) return {};
  const { name, email, phone, address } = billingDetails;
  return {
    name,
    email,
    phone,
    address: {
      country: address.country,
      line1: address.line1,
      line2: address.line2 ?? "",
      city: address.city,
      state: address.state,
      postal_code: address.postal_code,
    },
  };
};
