import type Stripe from "stripe";
import type { Standing } from "./payments.ts";

const couldNot = "Please edit your payment details and try again.";

type Trouble = {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly message?: string | null | undefined;
};

/** A refused card as its provider words it: `code` is one of Stripe's, as 'card_declined' or 'incorrect_zip'. */
export const failedWith = (ref: string | null, { code, decline_code, message }: Trouble): Standing => ({
  status: "failed",
  ref,
  code: code || "card_declined",
  message: message || couldNot,
  ...(decline_code && { decline: decline_code }),
});

/** An intent that nobody has confirmed yet: nothing is charged, and 'unconfirmed' is ours to decide. */
export const isUnconfirmed = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  (status === "requires_payment_method" || status === "requires_confirmation") && !last_payment_error;

/** How an intent stands. One intent is confirmed once at most, so an error that it remembers is how it ended. */
export const standingOf = (intent: Stripe.PaymentIntent): Standing => {
  const { id: ref, status, last_payment_error: trouble } = intent;
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
      return { status: "captured", ref };
    case "canceled":
      return trouble ? failedWith(ref, trouble) : { status: "voided", ref };
    case "requires_payment_method":
    case "requires_confirmation":
      return failedWith(ref, trouble ?? { code: "never_confirmed" });
    default:
      throw new Error(`Stripe names a state that is not known here: ${String(status)}`);
  }
};
