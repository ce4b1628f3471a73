import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { transact } from "../../../db/transact.ts";
import { reconciledGateways } from "../../../providers/payments/gatewayRegistry.ts";
import type { ProviderUpdate } from "../../../providers/payments/paymentGateway.ts";
import { journalDisputes } from "../../journal/journalChanges.ts";
import { writeAudits } from "../batch/checkoutWrites.sql.ts";
import type { CheckoutJobContext } from "../context.ts";
import { queueRefundEmail } from "../emails/queueRefundEmail.ts";
import { recordRefunds } from "../refund/recordRefunds.ts";
import { settleReportedPayment } from "./settlePayments.ts";
import {
  claimReconciliation,
  openDisputes,
  saveReconciledUntil,
  writeDisputeDeadline,
} from "./reconcileProvider.sql.ts";

/** Applies a provider's update of a payment. Updates may be repeated and arrive in any order. */
export const applyProviderUpdate = async (
  ctx: CheckoutJobContext,
  payment_id: string,
  { refunds, entries }: ProviderUpdate,
): Promise<void> => {
  await settleReportedPayment(ctx, payment_id);
  await recordRefunds(ctx, payment_id, refunds);
  const disputes = entries.filter(({ audit_action }) => audit_action === "dispute_opened");
  await transact(ctx, async (ctx) => {
    for (const { amount, provider_ref } of disputes)
      await queueRefundEmail(ctx, payment_id, { kind: "taken_back", amount, occasion: provider_ref });
    await writeAudits(
      ctx.db,
      ctx.seller.id,
      entries.map((entry) => ({ ...entry, payment_id })),
    );
    for (const { provider_ref, due_by } of disputes)
      if (due_by !== undefined) await writeDisputeDeadline(ctx, { payment_id, provider_ref, due_by });
    if (entries.length > 0) await journalDisputes(ctx.db, ctx.seller.id, [payment_id]);
  });
};

/** How often providers are asked. Each period overlaps the previous one, because their lists may lag behind. */
export const reconcileSeconds = 300;
const overlapMinutes = 60;
/** How many days the first reconciliation goes back. */
const initialDays = 30;

/**
 * Fetches refunds and disputes since the last time, so that records are right even without webhooks: two lists per seller
 * every five minutes, however many payments there are. Open disputes are fetched one by one, because a list by creation
 * date does not show how an old one ended.
 */
export const reconcileProvider = async (ctx: CheckoutJobContext, everySeconds = reconcileSeconds): Promise<number> => {
  let updates = 0;
  for (const gateway_id of reconciledGateways) updates += await reconcileGateway(ctx, gateway_id, everySeconds);
  return updates;
};

const reconcileGateway = async (
  ctx: CheckoutJobContext,
  gateway_id: CardGatewayId,
  everySeconds: number,
): Promise<number> => {
  const gateway = await ctx.providers.findGateway(gateway_id, ctx.seller.id);
  if (!gateway?.fetchUpdatesSince || !gateway.fetchDisputeUpdate) return 0;
  const cursor = await claimReconciliation(ctx, gateway_id, everySeconds);
  if (!cursor) return 0;
  const since = cursor.reconciled_until
    ? Temporal.Instant.from(cursor.reconciled_until).subtract({ minutes: overlapMinutes })
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
