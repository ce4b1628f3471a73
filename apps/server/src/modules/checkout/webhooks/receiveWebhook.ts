import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { ProviderEvent } from "../../../providers/payments/paymentGateway.ts";
import type { CheckoutJobContext, SellerDb } from "../context.ts";
import {
  claimEvent,
  finishEvent,
  insertEvent,
  outcomeOfEvent,
  reopenEvent,
  type EventKey,
} from "./paymentEvents.sql.ts";
import { applyProviderUpdate } from "../reconcile/reconcileProvider.ts";

/** Stores an event before it is answered and processes it at once. If that fails, the job repeats it. */
export const receiveWebhook = async (
  ctx: CheckoutJobContext,
  gateway_id: CardGatewayId,
  event: ProviderEvent,
): Promise<void> => {
  await insertEvent(ctx, gateway_id, event);
  await processEvent(ctx, { gateway_id, id: event.id });
};

/**
 * Fetches the object of an event from the provider and applies its status. Nothing in the event itself is trusted, so
 * processing it twice does no harm. Returns false if it was processed earlier, or is left for later.
 */
export const processEvent = async (ctx: CheckoutJobContext, key: EventKey): Promise<boolean> => {
  const event = await claimEvent(ctx, key);
  if (!event) return false;
  try {
    await applyEvent(ctx, key, event);
    return true;
  } catch (error) {
    ctx.log.error(
      { event: "webhook_deferred", event_id: key.id, err: error instanceof Error ? error.message : String(error) },
      "webhook event could not be processed yet",
    );
    return false;
  }
};

const applyEvent = async (ctx: CheckoutJobContext, key: EventKey, event: ProviderEvent): Promise<void> => {
  const gateway = await ctx.providers.findGateway(key.gateway_id, ctx.seller.id);
  const update = await gateway?.fetchUpdate?.(ctx.seller.id, event);
  if (!update) return void (await finishEvent(ctx, key, "unknown"));
  const { payment_id } = update;
  if (payment_id === undefined) {
    // Worth a warning: money may have arrived that was not requested here.
    ctx.log.warn(
      { event: "webhook_orphan", event_id: event.id, type: event.type },
      "webhook event is about no payment of ours",
    );
    return void (await finishEvent(ctx, key, "orphan"));
  }
  await applyProviderUpdate(ctx, payment_id, update);
  await finishEvent(ctx, key, "settled");
};

/** Reopens an event in the caller's transaction. Returns false if there is none, or if it has led to a payment. */
export const reopenWebhook = (ctx: SellerDb, key: EventKey): Promise<boolean> => reopenEvent(ctx, key);

/** Asks the provider about an event again. */
export const retryEvent = async (
  ctx: CheckoutJobContext,
  key: EventKey,
): Promise<"settled" | "orphan" | "unknown" | "failed"> => {
  await processEvent(ctx, key);
  return (await outcomeOfEvent(ctx, key))?.outcome ?? "failed";
};
