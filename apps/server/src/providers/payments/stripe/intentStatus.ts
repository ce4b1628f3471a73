import type Stripe from "stripe";
import { fingerprintOf, type DescribedMethod } from "./fingerprints.ts";
import type { PaidCard, ProviderStatus } from "../paymentGateway.ts";
import { brandWord } from "./savedMethods.ts";

const defaultFailureMessage = "Please edit your payment details and try again.";

type CardFailure = {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly payment_method?: DescribedMethod | null | undefined;
};

/** `code` is one of Stripe's, for example 'card_declined' or 'incorrect_zip'. */
export const failedStatus = (
  ref: string | null,
  { code, decline_code, message, payment_method }: CardFailure,
): ProviderStatus => {
  const fingerprint = fingerprintOf(payment_method);
  return {
    status: "failed",
    ref,
    code: code || "card_declined",
    message: message || defaultFailureMessage,
    ...(decline_code && { decline: decline_code }),
    ...(fingerprint !== undefined && { fingerprint }),
  };
};

/** Nobody has confirmed the intent yet, so nothing is charged and it can still be cancelled. */
export const isUnconfirmed = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  (status === "requires_payment_method" || status === "requires_confirmation") && !last_payment_error;

/** The card of an intent that was fetched with its payment method. */
const paidCard = ({ payment_method }: Stripe.PaymentIntent): { readonly card?: PaidCard } => {
  const card = typeof payment_method === "object" ? payment_method?.card : undefined;
  return card ? { card: { brand: brandWord(card.brand), last4: card.last4 } } : {};
};

/** An intent is confirmed at most once, so an error recorded in it is final. */
export const intentStatus = (intent: Stripe.PaymentIntent): ProviderStatus => {
  const { id: ref, status, last_payment_error: failure } = intent;
  switch (status) {
    case "requires_action":
      return {
        status: "requires_action",
        ref,
        actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
        ...(intent.client_secret !== null && { clientSecret: intent.client_secret }),
      };
    case "processing":
      return { status: "processing", ref };
    case "requires_capture":
      return { status: "authorized", ref };
    case "succeeded":
      return { status: "captured", ref, ...paidCard(intent) };
    case "canceled":
      return failure ? failedStatus(ref, failure) : { status: "voided", ref };
    case "requires_payment_method":
    case "requires_confirmation":
      return failedStatus(ref, failure ?? { code: "never_confirmed" });
    default:
      throw new Error(`Unknown status of a Stripe intent: ${String(status)}`);
  }
};
