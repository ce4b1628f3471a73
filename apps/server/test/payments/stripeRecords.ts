import {
  disputeObject,
  intentObject,
  newStripeId,
  nowInSeconds,
  refundObject,
  type FakeCard,
  type FakeDispute,
  type FakeIntent,
  type FakeRefund,
} from "./stripeObjects.ts";
import { declined } from "./stripeOutcomes.ts";

/** A confirmed payment waits for its capture, or succeeds at once. */
export const authorize = (intent: FakeIntent): "requires_capture" | "succeeded" => {
  if (intent.capture_method === "manual" || intent.manualMethods.includes(intent.methodType)) return "requires_capture";
  intent.amountReceived = intent.amount;
  return "succeeded";
};

/** What Stripe stores, and what happens there without a call by the server: at the bank, in the dashboard, over time. */
export class StripeRecords {
  readonly intents = new Map<string, FakeIntent>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly disputes = new Map<string, FakeDispute>();
  readonly customers = new Map<string, string>();
  readonly cards = new Map<string, FakeCard>();

  /** The object as in a webhook or a reply. */
  intentObject = (id: string): object => intentObject(this.#intent(id));
  refundObject = (id: string): object => {
    const refund = this.refunds.get(id);
    if (!refund) throw new Error(`no refund ${id}`);
    return refundObject(refund, this.#intent(refund.intent).currency);
  };
  disputeObject = (id: string): object => {
    const dispute = this.disputes.get(id);
    if (!dispute) throw new Error(`no dispute ${id}`);
    return disputeObject(dispute, this.#intent(dispute.intent).currency);
  };
  refundsOf = (intent: string): FakeRefund[] => [...this.refunds.values()].filter((refund) => refund.intent === intent);
  /** The intent of one of our payments; throws if there is none. */
  intentOfPayment(payment_id: string): FakeIntent {
    const found = [...this.intents.values()].filter(({ metadata }) => metadata.payment_id === payment_id);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} intents for payment ${payment_id}`);
    return found[0];
  }
  #intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`no intent ${id}`);
    return intent;
  }

  /** The payer confirms or refuses at their bank. */
  completeChallenge(id: string, isApproved: boolean): void {
    const intent = this.#intent(id);
    if (intent.status !== "requires_action") throw new Error("the payment needs no action");
    intent.status = isApproved ? authorize(intent) : "requires_payment_method";
    if (!isApproved)
      intent.failure = declined(
        "payment_intent_authentication_failure",
        "We are unable to authenticate your payment method.",
      );
  }
  /** A processing debit succeeds or fails. */
  settleDebit(id: string, isPaid: boolean): void {
    const intent = this.#intent(id);
    if (intent.status !== "processing") throw new Error("the payment is not processing");
    intent.status = isPaid ? "succeeded" : "requires_payment_method";
    if (isPaid) intent.amountReceived = intent.amount;
    else intent.failure = declined("card_declined", "The debit was returned unpaid.");
  }
  /** An authorization expires after a week. */
  expireIntent(id: string): void {
    const intent = this.#intent(id);
    if (intent.status !== "requires_capture") throw new Error("nothing is promised");
    intent.status = "canceled";
    intent.cancellation_reason = "automatic";
  }
  /** A refund in Stripe's dashboard. */
  refundInDashboard(intent: string, amount: number): string {
    const refund = {
      id: newStripeId("re"),
      intent,
      amount,
      created: nowInSeconds(),
      status: "succeeded",
      metadata: {},
    };
    this.refunds.set(refund.id, refund);
    return refund.id;
  }
  openDispute(intent: string, fee = 1500): string {
    const { amount } = this.#intent(intent);
    const id = newStripeId("dp");
    this.disputes.set(id, { id, intent, amount, created: nowInSeconds(), status: "needs_response", fee });
    return id;
  }
  closeDispute(id: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(id);
    if (dispute) dispute.status = status;
  }
}
