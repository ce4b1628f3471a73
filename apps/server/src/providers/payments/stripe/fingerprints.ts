import type Stripe from "stripe";
import type { OfferedCard } from "../paymentGateway.ts";

/** A payment method, or the preview of one, with the fields that are read here. */
export type DescribedMethod = { readonly type: string };

/** Stripe's fingerprint of a card or bank account. Other methods, such as wallets, have none. */
export const fingerprintOf = (method: DescribedMethod | null | undefined): string | undefined => {
  if (!method) return undefined;
  const details = (method as Readonly<Record<string, unknown>>)[method.type];
  const { fingerprint } = (details ?? {}) as { readonly fingerprint?: unknown };
  return typeof fingerprint === "string" && fingerprint !== "" ? fingerprint : undefined;
};

/** A buyer is waiting, and continues without an answer. */
const options = { timeout: 3000 };

/** The fingerprint of the payer's card or account. Undefined if Stripe does not report one, or does not answer. */
export const findFingerprint = async (
  client: Stripe,
  { data, savedMethod }: OfferedCard,
): Promise<string | undefined> => {
  const methodId = savedMethod?.ref ?? data.payment_method_id;
  const tokenId = data.confirmation_token_id;
  try {
    if (typeof methodId === "string") return fingerprintOf(await client.paymentMethods.retrieve(methodId, {}, options));
    if (typeof tokenId !== "string") return undefined;
    const { payment_method_preview } = await client.confirmationTokens.retrieve(tokenId, {}, options);
    return fingerprintOf(payment_method_preview);
  } catch {
    return undefined;
  }
};
