import type { Wallet } from "../pageGateway.ts";

export const isTestKey = (publishable_key: string | null | undefined): boolean =>
  publishable_key?.startsWith("pk_test_") ?? false;

export const walletOf = (type: string | undefined): Wallet | undefined =>
  type === "apple_pay" || type === "google_pay" ? type : undefined;

/** Bank debits and "buy now, pay later" methods, which need the payer's address. */
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

const clientSecretPattern = /^(pi_\w{1,200})_secret_\w{1,200}$/;
/** The id of the payment intent that a client secret belongs to. */
export const intentOf = (secret: string): string | undefined => clientSecretPattern.exec(secret)?.[1];

/** Whether the purchase continues with an intent of this status when its payer has returned. */
export const canContinueIntent = (status: string | undefined): boolean =>
  status === "requires_capture" || status === "processing" || status === "succeeded";
