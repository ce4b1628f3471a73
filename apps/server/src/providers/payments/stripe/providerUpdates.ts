import Stripe from "stripe";
import type { Database } from "../../../db/connections.ts";
import { fromStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { findIntent } from "./intents.sql.ts";
import type { AuditEntry, ProviderRefund, ProviderEvent, ProviderUpdate } from "../paymentGateway.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/**
 * What a hook's body says, when one of the seller's own secrets has signed it within the last five minutes. Undefined
 * otherwise, and for a body that is no event. Of an event only its name, its kind and the object's name are believed.
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
      // Not by this secret; perhaps by the next.
    }
  }
  return undefined;
};

const intentId = (intent: string | Stripe.PaymentIntent | null | undefined): string =>
  typeof intent === "string" ? intent : (intent?.id ?? "");

const toInstant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

const refundStatus = (status: string | null): ProviderRefund["status"] => {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

const toProviderRefund = ({
  id,
  amount,
  currency,
  created,
  status,
  metadata,
  failure_reason,
}: Stripe.Refund): ProviderRefund => ({
  ref: id,
  key: metadata?.["refund_id"] ?? null,
  amount: fromStripeAmount(amount, currency),
  currency: currency.toUpperCase(),
  status: refundStatus(status),
  ...(refundStatus(status) === "failed" && { code: failure_reason ?? status ?? "failed" }),
  occurred_on: toInstant(created),
});

/** More than a hundred refunds of one payment nobody makes. */
export const listIntentRefunds = async (client: Stripe, ref: string): Promise<ProviderRefund[]> =>
  (await client.refunds.list({ payment_intent: ref, limit: 100 })).data.map(toProviderRefund);

const closedStatuses = new Set<Stripe.Dispute["status"]>(["won", "lost", "warning_closed"]);

const disputeClosedEvent = "charge.dispute.closed";

const disputeEntries = (dispute: Stripe.Dispute, event: Pick<ProviderEvent, "type" | "occurred_on">): AuditEntry[] => {
  const entry = (audit_action: AuditEntry["audit_action"], occurred_on: string): AuditEntry => ({
    audit_action,
    occurred_on,
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    provider_ref: dispute.id,
  });
  const isClosed = event.type === disputeClosedEvent && closedStatuses.has(dispute.status);
  return [
    entry("dispute_opened", toInstant(dispute.created)),
    ...(isClosed ? [entry("dispute_closed", event.occurred_on)] : []),
    ...dispute.balance_transactions
      .filter(({ fee }) => fee !== 0)
      .map(({ id, fee, currency, created }) => ({
        audit_action: "dispute_fee" as const,
        occurred_on: toInstant(created),
        amount: fromStripeAmount(fee, currency),
        currency: currency.toUpperCase(),
        provider_ref: id,
      })),
  ];
};

const updateForIntent = async (
  db: Database,
  sellerId: string,
  ref: string,
  { refunds = [], entries = [] }: Partial<Pick<ProviderUpdate, "refunds" | "entries">>,
): Promise<ProviderUpdate> => {
  const stored = await findIntent(db, sellerId, { ref });
  return stored ? { payment_id: stored.payment_id, refunds, entries } : unknownPaymentUpdate;
};
const unknownPaymentUpdate: ProviderUpdate = { payment_id: undefined, refunds: [], entries: [] };

/** Asks after the object that a hook named: so it does not matter in what order, how late or how often hooks come. */
export const fetchUpdate = async (
  client: Stripe,
  db: Database,
  sellerId: string,
  event: ProviderEvent,
): Promise<ProviderUpdate | undefined> => {
  try {
    if (event.object_id.startsWith("pi_")) return await updateForIntent(db, sellerId, event.object_id, {});
    if (/^(?:re|pyr)_/.test(event.object_id)) {
      const refund = await client.refunds.retrieve(event.object_id);
      return await updateForIntent(db, sellerId, intentId(refund.payment_intent), {
        refunds: [toProviderRefund(refund)],
      });
    }
    if (/^(?:dp|du|pdp)_/.test(event.object_id)) {
      const dispute = await client.disputes.retrieve(event.object_id);
      return await updateForIntent(db, sellerId, intentId(dispute.payment_intent), {
        entries: disputeEntries(dispute, event),
      });
    }
    return undefined;
  } catch (error) {
    // Of another account, or gone: none of ours.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return unknownPaymentUpdate;
    throw error;
  }
};

/** The same for all of the account since a moment; what is none of ours is left out. */
export const fetchUpdatesSince = async (
  client: Stripe,
  db: Database,
  sellerId: string,
  since: Temporal.Instant,
): Promise<ProviderUpdate[]> => {
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
  const updates: ProviderUpdate[] = [];
  for await (const refund of client.refunds.list({ created, limit: 100 }))
    updates.push(
      await updateForIntent(db, sellerId, intentId(refund.payment_intent), { refunds: [toProviderRefund(refund)] }),
    );
  for await (const dispute of client.disputes.list({ created, limit: 100 })) {
    const entries = disputeEntries(dispute, {
      type: disputeClosedEvent,
      occurred_on: Temporal.Now.instant().toString(),
    });
    updates.push(await updateForIntent(db, sellerId, intentId(dispute.payment_intent), { entries }));
  }
  return updates.filter(({ payment_id }) => payment_id !== undefined);
};
