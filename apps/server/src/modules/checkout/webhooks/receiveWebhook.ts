import type { RequestContext } from "../../../http/requestContext.ts";
import type { CardGatewayId } from "@foyer/contract/shop/seller.ts";
import type { ProviderEvent } from "../../../providers/payments/paymentGateway.ts";
import type { CheckoutContext } from "../checkout.sql.ts";
import { claimEvent, finishEvent, insertEvent, type EventKey } from "./paymentEvents.sql.ts";
import { applyProviderUpdate } from "../reconcile/reconcileProvider.ts";

type WebhookContext = CheckoutContext & Pick<RequestContext, "log">;

/** What a hook told is written down before it is answered, and worked off at once; the job does so where that fails. */
export const receiveWebhook = async (
  ctx: WebhookContext,
  gateway_id: CardGatewayId,
  event: ProviderEvent,
): Promise<void> => {
  await insertEvent(ctx, gateway_id, event);
  await processEvent(ctx, { gateway_id, id: event.id });
};

/**
 * Asks the provider about one event, and goes on from what it says. Each event is worked off once; since nothing in it
 * is believed, twice would do no harm. False: it is done already, or was left for later.
 */
export const processEvent = async (ctx: WebhookContext, key: EventKey): Promise<boolean> => {
  const event = await claimEvent(ctx, key);
  if (!event) return false;
  try {
    await applyEvent(ctx, key, event);
    return true;
  } catch (error) {
    ctx.log.error(
      { event: "webhook_deferred", event_id: key.id, err: error instanceof Error ? error.message : String(error) },
      "what a hook told could not be looked into yet",
    );
    return false;
  }
};

const applyEvent = async (ctx: WebhookContext, key: EventKey, event: ProviderEvent): Promise<void> => {
  const gateway = await ctx.providers.findGateway(key.gateway_id, ctx.seller.id);
  const update = await gateway?.fetchUpdate?.(ctx.seller.id, event);
  if (!update) return void (await finishEvent(ctx, key, "unknown"));
  const { payment_id } = update;
  if (payment_id === undefined) {
    // Nothing is touched; but money may have come that nobody here asked for.
    ctx.log.warn(
      { event: "webhook_orphan", event_id: event.id, type: event.type },
      "a hook told of no payment of ours",
    );
    return void (await finishEvent(ctx, key, "orphan"));
  }
  await applyProviderUpdate(ctx, payment_id, update);
  await finishEvent(ctx, key, "settled");
};
