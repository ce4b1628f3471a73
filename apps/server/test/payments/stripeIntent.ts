import { newStripeId, nowInSeconds, type FakeIntent } from "./stripeObjects.ts";
import { manualMethodsOf, methodTypesOf } from "./stripeMethods.ts";

export const stringOr = (value: unknown): string => (typeof value === "string" ? value : "");

/** A payment intent as a call creates it; `customer` is known to exist. */
export const newIntent = (form: Record<string, unknown>, account: string, customer: string | null): FakeIntent => {
  const id = newStripeId("pi");
  return {
    customer,
    savesMethod: form.setup_future_usage === "off_session",
    id,
    account,
    amount: Number(form.amount),
    currency: String(form.currency),
    metadata: (form.metadata ?? {}) as Record<string, string>,
    capture_method: stringOr(form.capture_method) || "automatic_async",
    methodTypes: methodTypesOf(form),
    manualMethods: manualMethodsOf(form),
    created: nowInSeconds(),
    client_secret: `${id}_secret_${newStripeId("s").slice(2)}`,
    status: "requires_payment_method",
    card: null,
    methodType: "card",
    bankPage: null,
    opensInPage: false,
    returnUrl: null,
    amountReceived: 0,
    failure: null,
    cancellation_reason: null,
  };
};
