/** Codes that a buyer can cause: shown to the buyer, not reported as errors. */
const expectedCodes: ReadonlySet<string> = new Set([
  "card_declined",
  "expired_card",
  "incorrect_zip",
  "incorrect_cvc",
  "invalid_cvc",
  "incorrect_number",
  "payment_intent_authentication_failure",
  "payment_method_customer_decline",
  "payment_method_provider_decline",
  "bank_account_unusable",
  "bank_account_declined",
  "account_number_invalid",
  "routing_number_invalid",
]);

type ProviderError = {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
};

/**
 * An error answer of a payment provider's script. Its message may contain personal data, so only the buyer sees it; an
 * error report gets its type and code.
 */
export class ProviderRefusal extends Error {
  readonly code: string;
  readonly providerMessage: string | undefined;
  /** The provider's own fields show what is missing in them. */
  readonly isIncomplete: boolean;

  constructor({ type = "unknown", code = "", message }: ProviderError) {
    super(`card provider: ${type} ${code}`.trim());
    this.name = "ProviderRefusal";
    this.code = code;
    this.providerMessage = message;
    this.isIncomplete = type === "validation_error";
  }
  get isExpected(): boolean {
    return this.isIncomplete || expectedCodes.has(this.code);
  }
}
