import type { CardGatewayId } from "@foyer/contract/shop/seller.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { reconciledGateways } from "../../../providers/payments/gatewayRegistry.ts";
import type { ProviderUpdate } from "../../../providers/payments/paymentGateway.ts";
import { writeAudit } from "../payment/audit.sql.ts";
import type { CheckoutContext } from "../checkout.sql.ts";
import { recordRefunds } from "../refund/recordRefunds.ts";
import { settleReportedPayment } from "./settlePayments.ts";
import { claimReconciliation, openDisputes, saveReconciledUntil } from "./reconcileProvider.sql.ts";

type ReconcileContext = CheckoutContext & Pick<RequestContext, "log">;

/** What a provider tells of a payment, by whatever way we came to ask: each part may come again, in any order. */
export const applyProviderUpdate = async (
  ctx: ReconcileContext,
  payment_id: string,
  { refunds, entries }: ProviderUpdate,
): Promise<void> => {
  await settleReportedPayment(ctx, payment_id);
  await recordRefunds(ctx, payment_id, refunds);
  await writeAudit(ctx, payment_id, entries);
};

/** How often a provider is asked, and how far back: an overlap, since what it lists may lag behind. */
export const reconcileSeconds = 300;
const overlapMinutes = 60;
/** A new watch begins with what happened since then. */
const initialDays = 30;

/**
 * Asks what was given back and disputed since the last time, so that the books are right without any hook (F24, F26):
 * two lists for each seller every five minutes, however many payments there are. Disputes that are open are asked after
 * one by one, since a list by age does not show how an old one ended.
 */
export const reconcileProvider = async (ctx: ReconcileContext, everySeconds = reconcileSeconds): Promise<number> => {
  let updates = 0;
  for (const gateway_id of reconciledGateways) updates += await reconcileGateway(ctx, gateway_id, everySeconds);
  return updates;
};

const reconcileGateway = async (
  ctx: ReconcileContext,
  gateway_id: CardGatewayId,
  everySeconds: number,
): Promise<number> => {
  const gateway = await ctx.providers.findGateway(gateway_id, ctx.seller.id);
  if (!gateway?.fetchUpdatesSince || !gateway.fetchDisputeUpdate) return 0;
  const cursor = await claimReconciliation(ctx, gateway_id, everySeconds);
  if (!cursor) return 0;
  const since = cursor.seen_until
    ? Temporal.Instant.from(cursor.seen_until).subtract({ minutes: overlapMinutes })
    : Temporal.Instant.from(cursor.now).subtract({ hours: initialDays * 24 });
  const updates = [...(await gateway.fetchUpdatesSince(ctx.seller.id, since))];
  const listed = new Set(updates.flatMap(({ entries }) => entries.map(({ provider_ref }) => provider_ref)));
  for (const { provider_ref } of await openDisputes(ctx)) {
    if (listed.has(provider_ref)) continue;
    const update = await gateway.fetchDisputeUpdate(ctx.seller.id, { ref: provider_ref, now: cursor.now });
    if (update) updates.push(update);
  }
  for (const update of updates) if (update.payment_id) await applyProviderUpdate(ctx, update.payment_id, update);
  await saveReconciledUntil(ctx, gateway_id, cursor.now);
  return updates.length;
};
