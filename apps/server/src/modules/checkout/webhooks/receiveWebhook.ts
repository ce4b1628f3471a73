import type { ProviderEvent } from "../../../providers/payments/paymentGateway.ts";
import type { CheckoutJobContext } from "../context.ts";
import { claimEvent, finishEvent, insertEvent } from "./paymentEvents.sql.ts";
import { applyProviderUpdate } from "../reconcile/reconcileProvider.ts";

/** Stores an event before it is answered and processes it at once; if that fails, the job repeats it. */
export const receiveWebhook = async (ctx: CheckoutJobContext, event: ProviderEvent): Promise<void> => {
  await insertEvent(ctx, event);
  await processEvent(ctx, event.id);
};

/**
 * Fetches the object of an event from the provider and applies its status. Nothing in the event itself is trusted, so
 * processing it twice does no harm. False: it was processed before, or is left for later.
 */
export const processEvent = async (ctx: CheckoutJobContext, event_id: string): Promise<boolean> => {
  const event = await claimEvent(ctx, event_id);
  if (!event) return false;
  try {
    await applyEvent(ctx, event);
    return true;
  } catch (error) {
    ctx.log.error(
      { event: "webhook_deferred", event_id, err: error instanceof Error ? error.message : String(error) },
      "webhook event could not be processed yet",
    );
    return false;
  }
};

const applyEvent = async (ctx: CheckoutJobContext, event: ProviderEvent): Promise<void> => {
  const gateway = await ctx.providers.findGateway("stripe", ctx.seller.id);
  const update = await gateway?.fetchUpdate?.(ctx.seller.id, event);
  if (!update) return void (await finishEvent(ctx, event.id, "unknown"));
  const { payment_id } = update;
  if (payment_id === undefined) {
    // Worth a warning: money may have arrived that was not requested here.
    ctx.log.warn(
      { event: "webhook_orphan", event_id: event.id, type: event.type },
      "webhook event is about no payment of ours",
    );
    return void (await finishEvent(ctx, event.id, "orphan"));
  }
  await applyProviderUpdate(ctx, payment_id, update);
  await finishEvent(ctx, event.id, "settled");
};
