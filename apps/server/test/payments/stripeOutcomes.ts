import type { FakeCardFailure } from "./stripeObjects.ts";

type CardOutcome = "succeed" | "succeed_once" | "ask" | "redirect" | "clear_later" | FakeCardFailure;
export const declined = (code: string, message: string, decline_code?: string): FakeCardFailure => ({
  code,
  message,
  ...(decline_code !== undefined && { decline_code }),
});

/** Behaviour of Stripe's test payment methods (docs.stripe.com/testing) by the end of their name, after pm_ or ctoken_. */
export const outcomes: Readonly<Record<string, CardOutcome>> = {
  card_visa: "succeed",
  card_chargeCustomerFail: "succeed_once",
  card_threeDSecure2Required: "ask",
  klarna: "redirect",
  ideal: "redirect",
  usBankAccount: "clear_later",
  sepaDebit: "clear_later",
  card_chargeDeclined: declined("card_declined", "Your card was declined.", "generic_decline"),
  card_insufficientFunds: declined("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  card_expired: declined("expired_card", "Your card has expired."),
  card_incorrectCvc: declined("incorrect_cvc", "Your card's security code is incorrect."),
  card_invalidCvc: declined("invalid_cvc", "Your card's security code is invalid."),
  card_incorrectZip: declined("incorrect_zip", "Your card's zip code failed validation."),
  card_processingError: declined(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
};

/** A card that needs 3-D Secure is declined off-session. */
export const offSessionOutcome = (outcome: CardOutcome | undefined): CardOutcome | undefined =>
  outcome === "ask"
    ? declined(
        "authentication_required",
        "Your card was declined. This transaction requires authentication.",
        "authentication_required",
      )
    : outcome === "succeed_once"
      ? declined("card_declined", "Your card has insufficient funds.", "insufficient_funds")
      : outcome;
