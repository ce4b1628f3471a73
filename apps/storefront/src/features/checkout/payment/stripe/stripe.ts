import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";

/** No money moves with it. */
export const isTestKey = (publishable_key: string | null | undefined): boolean =>
  publishable_key?.startsWith("pk_test_") ?? false;

/** The wallets that have a button of their own (document 2 §9). */
export type Wallet = "apple_pay" | "google_pay";
export const walletOf = (type: string | undefined): Wallet | undefined =>
  type === "apple_pay" || type === "google_pay" ? type : undefined;

/** Bank debits, and those who let one buy now and pay later: they want to know where the payer lives (document 2 §5.1). */
const addressMethods: ReadonlySet<string> = new Set([
  "acss_debit",
  "au_becs_debit",
  "bacs_debit",
  "nz_bank_account",
  "sepa_debit",
  "us_bank_account",
  "affirm",
  "afterpay_clearpay",
  "alma",
  "billie",
  "klarna",
  "scalapay",
  "sunbit",
  "zip",
]);
export const requiresAddress = (type: string | undefined): boolean => type !== undefined && addressMethods.has(type);

/** Answers that a buyer may well run into: said, not reported (document 2 §8.5). */
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

/** A "no" of the provider's script. Its own words are for the buyer alone: a report gets names and codes. */
export class ProviderRefusal extends Error {
  readonly code: string;
  readonly providerMessage: string | undefined;
  /** The fields say by themselves what they lack. */
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

const clientSecretPattern = /^(pi_\w{1,200})_secret_\w{1,200}$/;
/** The intent that a client secret opens; undefined: it is none. */
export const intentOf = (secret: string): string | undefined => clientSecretPattern.exec(secret)?.[1];

/** How an intent may stand when its payer is back, for the purchase to go on; anything else is an error. */
export const canContinueIntent = (status: string | undefined): boolean =>
  status === "requires_capture" || status === "processing" || status === "succeeded";

const stripeHosts: ReadonlySet<string> = new Set(["hooks.stripe.com", "pm-redirects.stripe.com", "js.stripe.com"]);
/** May a payer be sent there? A page of this site, or one of the provider's, which leads on to their bank. */
export const isPaymentPage = ({ origin, protocol, hostname, port }: URL): boolean =>
  origin === window.location.origin || (protocol === "https:" && port === "" && stripeHosts.has(hostname));

/** A payment whose payer comes back from their bank: ours by its name, the provider's by the secret of its intent. */
export type ReturnedPayment = {
  readonly purchaser: string | undefined;
} & (
  | { readonly gateway: "test"; readonly payment_id: string }
  | { readonly gateway: "stripe"; readonly secret: string; readonly intent: string }
);

/** What goes on with it. */
export const returnedPaymentOffer = (returned: ReturnedPayment, amount: string): PaymentInput =>
  returned.gateway === "test"
    ? { gateway_id: "test", amount, gateway_data: { payment_id: returned.payment_id } }
    : { gateway_id: "stripe", amount, gateway_data: { payment_intent_id: returned.intent } };

/** The same list, where the provider's part goes on with an intent instead of beginning one. */
export const continueWithIntent = (offers: readonly PaymentInput[], intent: string): PaymentInput[] =>
  offers.map((offer) =>
    offer.gateway_id === "stripe" ? { ...offer, gateway_data: { payment_intent_id: intent } } : offer,
  );
