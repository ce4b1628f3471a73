import Stripe from "stripe";
import type { Database } from "../../db/connect.ts";
import { fromStripe } from "@foyer/rules/stripeAmount.ts";
import { bookedIntent } from "./stripeBook.ts";
import type { AuditEntry, Heard, News } from "./payments.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/**
 * What a hook's body says, when one of the seller's own secrets has signed it within the last five minutes. Undefined
 * otherwise, and for a body that is no event. Of an event only its name, its kind and the object's name are believed.
 */
export const heardFrom = (body: Buffer, signature: unknown, { webhook_secret }: StripeKeys): Heard | undefined => {
  if (typeof signature !== "string") return undefined;
  for (const secret of webhook_secret?.split(",") ?? []) {
    try {
      const { id, type, created, data } = Stripe.webhooks.constructEvent(body, signature, secret);
      const object_id = (data.object as { id?: unknown }).id;
      const named = [id, type, object_id].every((name) => typeof name === "string" && /^[\w.]{1,255}$/.test(name));
      if (!named || !Number.isSafeInteger(created)) return undefined;
      const occurred_on = Temporal.Instant.fromEpochMilliseconds(created * 1000).toString();
      return { id, type, object_id: String(object_id), occurred_on };
    } catch {
      // Not by this secret; perhaps by the next.
    }
  }
  return undefined;
};

const refOf = (intent: string | Stripe.PaymentIntent | null | undefined): string =>
  typeof intent === "string" ? intent : (intent?.id ?? "");

const instant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

const ofRefund = ({ id, amount, currency, created, status }: Stripe.Refund): AuditEntry[] =>
  status === "succeeded"
    ? [
        {
          audit_action: "refund",
          occurred_on: instant(created),
          amount: fromStripe(amount, currency),
          currency: currency.toUpperCase(),
          provider_ref: id,
        },
      ]
    : [];

const over = new Set<Stripe.Dispute["status"]>(["won", "lost", "warning_closed"]);

const ofDispute = (dispute: Stripe.Dispute, heard: Heard): AuditEntry[] => {
  const entry = (audit_action: AuditEntry["audit_action"], occurred_on: string): AuditEntry => ({
    audit_action,
    occurred_on,
    amount: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    provider_ref: dispute.id,
  });
  const closed = heard.type === "charge.dispute.closed" && over.has(dispute.status);
  return [
    entry("dispute_opened", instant(dispute.created)),
    ...(closed ? [entry("dispute_closed", heard.occurred_on)] : []),
    ...dispute.balance_transactions
      .filter(({ fee }) => fee !== 0)
      .map(({ id, fee, currency, created }) => ({
        audit_action: "dispute_fee" as const,
        occurred_on: instant(created),
        amount: fromStripe(fee, currency),
        currency: currency.toUpperCase(),
        provider_ref: id,
      })),
  ];
};

/** Asks after the object that a hook named: so it does not matter in what order, how late or how often hooks come. */
export const newsOf = async (
  client: Stripe,
  db: Database,
  sellerId: string,
  heard: Heard,
): Promise<News | undefined> => {
  const about = async (ref: string, entries: readonly AuditEntry[]): Promise<News> => {
    const booked = await bookedIntent(db, sellerId, { ref });
    return { payment_id: booked?.payment_id, entries: booked ? entries : [] };
  };
  try {
    if (heard.object_id.startsWith("pi_")) return await about(heard.object_id, []);
    if (/^(?:re|pyr)_/.test(heard.object_id)) {
      const refund = await client.refunds.retrieve(heard.object_id);
      return await about(refOf(refund.payment_intent), ofRefund(refund));
    }
    if (/^(?:dp|du|pdp)_/.test(heard.object_id)) {
      const dispute = await client.disputes.retrieve(heard.object_id);
      return await about(refOf(dispute.payment_intent), ofDispute(dispute, heard));
    }
    return undefined;
  } catch (error) {
    // Of another account, or gone: none of ours.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { payment_id: undefined, entries: [] };
    throw error;
  }
};
