import Stripe from "stripe";
import type { ProviderEvent } from "../paymentGateway.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/**
 * The event in a webhook's body, if one of the seller's secrets signed it within the last five minutes; undefined
 * otherwise, and for a body that is not an event. Only the ids, the type and the time are used: everything else about
 * the object is fetched from Stripe.
 */
export const parseWebhookEvent = (
  body: Buffer,
  signature: unknown,
  { webhook_secret }: StripeKeys,
): ProviderEvent | undefined => {
  if (typeof signature !== "string") return undefined;
  for (const secret of webhook_secret?.split(",") ?? []) {
    try {
      const { id, type, created, data } = Stripe.webhooks.constructEvent(body, signature, secret);
      const object_id = (data.object as { id?: unknown }).id;
      const hasValidIds = [id, type, object_id].every(
        (name) => typeof name === "string" && /^[\w.]{1,255}$/.test(name),
      );
      if (!hasValidIds || !Number.isSafeInteger(created)) return undefined;
      const occurred_on = Temporal.Instant.fromEpochMilliseconds(created * 1000).toString();
      return { id, type, object_id: String(object_id), occurred_on };
    } catch {
      // Not signed with this secret; try the next one.
    }
  }
  return undefined;
};
