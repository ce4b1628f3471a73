import Stripe from "stripe";
import { fromStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import type { AuditEntry, ProviderEvent, ProviderUpdate } from "../paymentGateway.ts";
import type { StripeAccount } from "./intents.ts";
import { findIntent } from "./intents.sql.ts";
import { toProviderRefund } from "./refunds.ts";
import { toInstant } from "./stripeClient.ts";

const intentId = (intent: string | Stripe.PaymentIntent | null | undefined): string =>
  typeof intent === "string" ? intent : (intent?.id ?? "");

const closedStatuses = new Set<Stripe.Dispute["status"]>(["won", "lost", "warning_closed"]);

const disputeClosedEvent = "charge.dispute.closed";

const disputeEntries = (dispute: Stripe.Dispute, event: Pick<ProviderEvent, "type" | "occurred_on">): AuditEntry[] => {
  const entry = (
    audit_action: AuditEntry["audit_action"],
    occurred_on: string,
    amount = dispute.amount,
  ): AuditEntry => ({
    audit_action,
    occurred_on,
    amount: fromStripeAmount(amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    provider_ref: dispute.id,
  });
  const isClosed = event.type === disputeClosedEvent && closedStatuses.has(dispute.status);
  return [
    {
      ...entry("dispute_opened", toInstant(dispute.created)),
      ...(dispute.evidence_details.due_by !== null && { due_by: toInstant(dispute.evidence_details.due_by) }),
    },
    ...(isClosed ? [entry("dispute_closed", event.occurred_on, dispute.status === "lost" ? dispute.amount : 0)] : []),
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

const unknownPaymentUpdate: ProviderUpdate = { payment_id: undefined, refunds: [], entries: [] };

const updateForIntent = async (
  { databaseOf }: StripeAccount,
  sellerId: string,
  ref: string,
  { refunds = [], entries = [] }: Partial<Pick<ProviderUpdate, "refunds" | "entries">>,
): Promise<ProviderUpdate> => {
  const stored = await findIntent(databaseOf(sellerId), sellerId, { ref });
  return stored ? { payment_id: stored.payment_id, refunds, entries } : unknownPaymentUpdate;
};

const updateForEvent = async (
  account: StripeAccount,
  sellerId: string,
  event: Omit<ProviderEvent, "id">,
): Promise<ProviderUpdate | undefined> => {
  const { client } = account;
  if (event.object_id.startsWith("pi_")) return updateForIntent(account, sellerId, event.object_id, {});
  if (/^(?:re|pyr)_/.test(event.object_id)) {
    const refund = await client.refunds.retrieve(event.object_id);
    return updateForIntent(account, sellerId, intentId(refund.payment_intent), { refunds: [toProviderRefund(refund)] });
  }
  if (/^(?:dp|du|pdp)_/.test(event.object_id)) {
    const dispute = await client.disputes.retrieve(event.object_id);
    return updateForIntent(account, sellerId, intentId(dispute.payment_intent), {
      entries: disputeEntries(dispute, event),
    });
  }
  return undefined;
};

/** Fetches the object that an event names, so that the order, delay and number of webhooks do not matter. */
export const fetchUpdate = async (
  account: StripeAccount,
  sellerId: string,
  event: Omit<ProviderEvent, "id">,
): Promise<ProviderUpdate | undefined> => {
  try {
    return await updateForEvent(account, sellerId, event);
  } catch (error) {
    // The object belongs to another account or has been deleted.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return unknownPaymentUpdate;
    throw error;
  }
};

/** The current state of one dispute. `now` is when it counts as closed, if it is. */
export const fetchDisputeUpdate = (
  account: StripeAccount,
  sellerId: string,
  { ref, now }: { readonly ref: string; readonly now: string },
): Promise<ProviderUpdate | undefined> =>
  fetchUpdate(account, sellerId, { type: disputeClosedEvent, object_id: ref, occurred_on: now });

/** All of the account's refunds and disputes since a time that belong to our payments. */
export const fetchUpdatesSince = async (
  account: StripeAccount,
  sellerId: string,
  since: Temporal.Instant,
): Promise<ProviderUpdate[]> => {
  const { client } = account;
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
  const updates: ProviderUpdate[] = [];
  for await (const refund of client.refunds.list({ created, limit: 100 }))
    updates.push(
      await updateForIntent(account, sellerId, intentId(refund.payment_intent), {
        refunds: [toProviderRefund(refund)],
      }),
    );
  for await (const dispute of client.disputes.list({ created, limit: 100 })) {
    const entries = disputeEntries(dispute, {
      type: disputeClosedEvent,
      occurred_on: Temporal.Now.instant().toString(),
    });
    updates.push(await updateForIntent(account, sellerId, intentId(dispute.payment_intent), { entries }));
  }
  return updates.filter(({ payment_id }) => payment_id !== undefined);
};
