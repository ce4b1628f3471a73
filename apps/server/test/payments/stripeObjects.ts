import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { kindOf, methodTypeOf } from "./stripeMethods.ts";

/** What the double stores about an intent; Stripe's objects are built from it. */
export type FakeIntent = {
  readonly id: string;
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly capture_method: string;
  readonly methodTypes: readonly string[];
  /** Methods that are captured manually, whatever the intent's own `capture_method`. */
  readonly manualMethods: readonly string[];
  readonly customer: string | null;
  /** Whether the payment method is saved for its customer. */
  readonly savesMethod: boolean;
  readonly created: number;
  readonly client_secret: string;
  status: Stripe.PaymentIntent.Status;
  card: string | null;
  /** The type of the payment method that it was confirmed with. */
  methodType: string;
  bankPage: string | null;
  opensInPage: boolean;
  /** Return URL after the bank's page. */
  returnUrl: string | null;
  amountReceived: number;
  failure: FakeCardFailure | null;
  cancellation_reason: string | null;
};
export type FakeCardFailure = { code: string; message: string; decline_code?: string };
export type FakeRefund = {
  id: string;
  intent: string;
  amount: number;
  created: number;
  status: string;
  metadata: Record<string, string>;
};
export type FakeDispute = {
  id: string;
  intent: string;
  amount: number;
  created: number;
  status: string;
  fee: number;
  due_by?: number;
};

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
/** How far the provider's clock is ahead; the simulation moves it. */
export const providerClock = { offsetSeconds: 0 };
export const nowInSeconds = (): number =>
  Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) + providerClock.offsetSeconds;

const billing_details = { address: null, email: null, name: null, phone: null };

/** A card saved for a customer, and how it behaves from then on. */
export type FakeCard = {
  readonly id: string;
  /** Null once it is detached. */
  readonly customer: string | null;
  readonly account: string;
  readonly created: number;
  readonly kind: string;
};

export const customerObject = (id: string, metadata: Record<string, string>): object => ({
  id,
  object: "customer",
  created: nowInSeconds(),
  livemode: false,
  metadata,
});

const visa = { brand: "visa", exp_month: 4, exp_year: 2040, funding: "credit", last4: "4242" };

export const methodObject = ({ id, customer, created }: FakeCard): object => ({
  id,
  object: "payment_method",
  billing_details,
  card: visa,
  created,
  customer,
  livemode: false,
  type: "card",
});

const cardMethod = ({ card, created }: FakeIntent): object => ({
  id: card ?? "pm_none",
  object: "payment_method",
  billing_details,
  created,
  livemode: false,
  type: "card",
});

/** The payment method of an intent; `card` is only set for a card. */
const paidMethod = (intent: FakeIntent): object => ({
  ...cardMethod(intent),
  type: intent.methodType,
  ...(intent.methodType === "card" && { card: visa }),
});

/** The fingerprint of a card of a kind: two of a kind are the same card. */
const fingerprintOf = (kind: string): object => ({ fingerprint: `fp_${kind}`.slice(0, 20) });

export const errorObject = (
  intent: FakeIntent,
  { code, message, decline_code }: FakeCardFailure,
  hidesFingerprint = false,
): object => ({
  type: "card_error",
  code,
  message,
  ...(decline_code !== undefined && { decline_code }),
  payment_method: {
    ...cardMethod(intent),
    ...(intent.methodType === "card" && {
      card: { ...visa, ...(!hidesFingerprint && fingerprintOf(kindOf(intent.card ?? ""))) },
    }),
  },
});

/** A confirmation token: what a page collects before its intent is confirmed. */
export const tokenObject = (id: string, kind: string, hidesFingerprint: boolean): object => ({
  id,
  object: "confirmation_token",
  created: nowInSeconds(),
  livemode: false,
  payment_method_preview: {
    type: methodTypeOf(kind),
    billing_details,
    ...(methodTypeOf(kind) === "card" && { card: { ...visa, ...(!hidesFingerprint && fingerprintOf(kind)) } }),
  },
});

const nextAction = ({ status, bankPage, opensInPage, returnUrl }: FakeIntent): object | null => {
  if (status !== "requires_action") return null;
  return opensInPage
    ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
    : { type: "redirect_to_url", redirect_to_url: { url: bankPage, return_url: returnUrl } };
};

/** With `isMethodWanted`, the payment method in full instead of its id. */
export const intentObject = (intent: FakeIntent, isMethodWanted = false): object => {
  const {
    id,
    amount,
    currency,
    metadata,
    capture_method,
    created,
    client_secret,
    status,
    card,
    amountReceived,
    failure,
  } = intent;
  return {
    id,
    object: "payment_intent",
    amount,
    amount_capturable: status === "requires_capture" ? amount : 0,
    amount_received: amountReceived,
    automatic_payment_methods: { enabled: true },
    canceled_at: status === "canceled" ? created : null,
    cancellation_reason: intent.cancellation_reason,
    capture_method,
    client_secret,
    confirmation_method: "automatic",
    created,
    currency,
    customer: intent.customer,
    setup_future_usage: intent.savesMethod ? "off_session" : null,
    last_payment_error: failure && errorObject(intent, failure),
    latest_charge: null,
    livemode: false,
    metadata,
    next_action: nextAction(intent),
    payment_method: status === "requires_payment_method" ? null : isMethodWanted ? paidMethod(intent) : card,
    payment_method_options: Object.fromEntries(
      intent.manualMethods
        .filter((type) => intent.methodTypes.includes(type))
        .map((type) => [type, { capture_method: "manual" }]),
    ),
    payment_method_types: intent.methodTypes,
    status,
  };
};

export const refundObject = (
  { id, intent, amount, created, status, metadata }: FakeRefund,
  currency: string,
): object => ({
  id,
  object: "refund",
  amount,
  charge: null,
  created,
  currency,
  metadata,
  payment_intent: intent,
  status,
});

export const disputeObject = (dispute: FakeDispute, currency: string): object => {
  const { id, intent, amount, created, status, fee } = dispute;
  const withdrawn = {
    id: `txn_${id.slice(3)}`,
    object: "balance_transaction",
    amount: -amount,
    available_on: created,
    created,
    currency,
    fee,
    fee_details: [],
    net: -amount - fee,
    reporting_category: "dispute",
    status: "available",
    type: "adjustment",
  };
  return {
    id,
    object: "dispute",
    amount,
    balance_transactions: fee === 0 ? [] : [withdrawn],
    charge: `ch_${id.slice(3)}`,
    created,
    currency,
    evidence: {},
    evidence_details: { due_by: dispute.due_by ?? null, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    reason: "fraudulent",
    status,
  };
};

export const eventObject = (
  type: string,
  object: object,
  { id = newStripeId("evt"), created = nowInSeconds() }: { id?: string; created?: number } = {},
): object => ({
  id,
  object: "event",
  api_version: "2026-10-28.endive",
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
});
