import Stripe from "stripe";
import { fromStripeAmount, toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { Refused } from "../../../errors/refused.ts";
import type { PaymentGateway, ProviderRefund, RefundResult } from "../paymentGateway.ts";
import { requireStoredIntent, type StripeAccount } from "./intents.ts";
import { isStripeFailure, retryWhileBusy, toInstant } from "./stripeClient.ts";

const { StripeInvalidRequestError } = Stripe.errors;

const refundStatus = (status: string | null): ProviderRefund["status"] => {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

export const toProviderRefund = ({
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

/** The refunds of one payment. There are at most a hundred, so one page has all of them. */
export const listIntentRefunds = async (client: Stripe, ref: string): Promise<ProviderRefund[]> =>
  (await client.refunds.list({ payment_intent: ref, limit: 100 })).data.map(toProviderRefund);

/**
 * After a failure at Stripe, the same key returns the same failure again, so the list shows whether the refund was made.
 */
const refundAfterFailure = async (client: Stripe, ref: string, refundKey: string): Promise<RefundResult> => {
  const done = (await listIntentRefunds(client, ref)).find(({ key }) => key === refundKey);
  if (!done) return { status: "failed", ref: null, code: "api_error" };
  return done.status === "failed"
    ? { status: done.status, ref: done.ref, code: done.code ?? "failed" }
    : { status: done.status, ref: done.ref };
};

export const createRefund = async (
  account: StripeAccount,
  request: Parameters<PaymentGateway["refund"]>[0],
): Promise<RefundResult> => {
  const { client } = account;
  const stored = await requireStoredIntent(account, request);
  try {
    const refund = await retryWhileBusy(() =>
      client.refunds.create(
        {
          payment_intent: stored.ref,
          amount: toStripeAmount(request.amount, stored.currency),
          metadata: { payment_id: request.id, refund_id: request.key },
        },
        { idempotencyKey: request.key },
      ),
    );
    if (refund.object !== "refund") throw new Refused({ code: "unavailable", context: "payment" });
    if (refund.status === "failed" || refund.status === "canceled")
      return { status: "failed", ref: refund.id, code: refund.failure_reason ?? refund.status };
    return { status: refund.status === "succeeded" ? "succeeded" : "pending", ref: refund.id };
  } catch (error) {
    if (isStripeFailure(error)) return refundAfterFailure(client, stored.ref, request.key);
    if (!(error instanceof StripeInvalidRequestError)) throw error;
    return { status: "failed", ref: null, code: error.code ?? "invalid_request" };
  }
};
