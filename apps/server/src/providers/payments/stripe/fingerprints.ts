import type Stripe from "stripe";
import type { OfferedCard } from "../paymentGateway.ts";

/** A payment method, or the preview of one, as far as it is read here. */
export type DescribedMethod = { readonly type: string };

/** Stripe's fingerprint of a card or a bank account. Wallets and the like have none. */
export const fingerprintOf = (method: DescribedMethod | null | undefined): string | undefined => {
  if (!method) return undefined;
  const details = (method as Readonly<Record<string, unknown>>)[method.type];
  const { fingerprint } = (details ?? {}) as { readonly fingerprint?: unknown };
  return typeof fingerprint === "string" && fingerprint !== "" ? fingerprint : undefined;
};

/** A buyer waits meanwhile, and goes on without an answer. */
const options = { timeout: 3000 };

/** The fingerprint of what a payer offers. Undefined where Stripe does not tell, or does not answer. */
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
