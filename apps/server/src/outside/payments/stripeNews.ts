import Stripe from "stripe";
import type { Database } from "../../db/connect.ts";
import { fromStripe } from "@foyer/rules/stripeAmount.ts";
import { bookedIntent } from "./stripeBook.ts";
import type { AuditEntry, GivenBack, Heard, News } from "./payments.ts";
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

const statusOf = (status: string | null): GivenBack["status"] => {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

const ofRefund = ({ id, amount, currency, created, status, metadata, failure_reason }: Stripe.Refund): GivenBack => ({
  ref: id,
  key: metadata?.["refund_id"] ?? null,
  amount: fromStripe(amount, currency),
  currency: currency.toUpperCase(),
  status: statusOf(status),
  ...(statusOf(status) === "failed" && { code: failure_reason ?? status ?? "failed" }),
  occurred_on: instant(created),
});

/** More than a hundred refunds of one payment nobody makes. */
export const refundsOfIntent = async (client: Stripe, ref: string): Promise<GivenBack[]> =>
  (await client.refunds.list({ payment_intent: ref, limit: 100 })).data.map(ofRefund);

const over = new Set<Stripe.Dispute["status"]>(["won", "lost", "warning_closed"]);

const closing = "charge.dispute.closed";

const ofDispute = (dispute: Stripe.Dispute, heard: Pick<Heard, "type" | "occurred_on">): AuditEntry[] => {
  const entry = (audit_action: AuditEntry["audit_action"], occurred_on: string): AuditEntry => ({
    audit_action,
    occurred_on,
    amount: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    provider_ref: dispute.id,
  });
  const closed = heard.type === closing && over.has(dispute.status);
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

const aboutIntent = async (
  db: Database,
  sellerId: string,
  ref: string,
  { refunds = [], entries = [] }: Partial<Pick<News, "refunds" | "entries">>,
): Promise<News> => {
  const booked = await bookedIntent(db, sellerId, { ref });
  return booked ? { payment_id: booked.payment_id, refunds, entries } : nobodys;
};
const nobodys: News = { payment_id: undefined, refunds: [], entries: [] };

/** Asks after the object that a hook named: so it does not matter in what order, how late or how often hooks come. */
export const newsOf = async (
  client: Stripe,
  db: Database,
  sellerId: string,
  heard: Heard,
): Promise<News | undefined> => {
  try {
    if (heard.object_id.startsWith("pi_")) return await aboutIntent(db, sellerId, heard.object_id, {});
    if (/^(?:re|pyr)_/.test(heard.object_id)) {
      const refund = await client.refunds.retrieve(heard.object_id);
      return await aboutIntent(db, sellerId, refOf(refund.payment_intent), { refunds: [ofRefund(refund)] });
    }
    if (/^(?:dp|du|pdp)_/.test(heard.object_id)) {
      const dispute = await client.disputes.retrieve(heard.object_id);
      return await aboutIntent(db, sellerId, refOf(dispute.payment_intent), { entries: ofDispute(dispute, heard) });
    }
    return undefined;
  } catch (error) {
    // Of another account, or gone: none of ours.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return nobodys;
    throw error;
  }
};

/** The same for all of the account since a moment; what is none of ours is left out. */
export const newsSince = async (
  client: Stripe,
  db: Database,
  sellerId: string,
  since: Temporal.Instant,
): Promise<News[]> => {
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
  const news: News[] = [];
  for await (const refund of client.refunds.list({ created, limit: 100 }))
    news.push(await aboutIntent(db, sellerId, refOf(refund.payment_intent), { refunds: [ofRefund(refund)] }));
  for await (const dispute of client.disputes.list({ created, limit: 100 })) {
    const entries = ofDispute(dispute, { type: closing, occurred_on: Temporal.Now.instant().toString() });
    news.push(await aboutIntent(db, sellerId, refOf(dispute.payment_intent), { entries }));
  }
  return news.filter(({ payment_id }) => payment_id !== undefined);
};
