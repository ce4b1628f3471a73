import {
  customerObject,
  errorObject,
  intentObject,
  methodObject,
  newStripeId,
  nowInSeconds,
  tokenObject,
  type FakeIntent,
  type FakeCardFailure,
} from "./stripeObjects.ts";
import { StripePayouts } from "./stripePayouts.ts";
import { errorAnswer, okAnswer, unexpectedState, type Answer } from "./stripeAnswers.ts";
import { newIntent, stringOr } from "./stripeIntent.ts";
import { authorize, StripeRecords } from "./stripeRecords.ts";
import { offSessionOutcome, outcomes } from "./stripeOutcomes.ts";
import { impossibleCaptures, isUnevenAmount, kindOf, leastAmount, methodTypeOf } from "./stripeMethods.ts";

/** Whether the request expands the payment method of its intent. */
const wantsMethod = ({ expand }: Record<string, unknown>): boolean =>
  Object.values(expand ?? {}).includes("payment_method");

/** Answers calls, and stores what they create. */
export class StripeState extends StripeRecords {
  readonly #baseUrl: () => string;
  readonly payouts = new StripePayouts({
    refundObject: (id) => this.refundObject(id),
    disputeObject: (id) => this.disputeObject(id),
  });
  /** The intent that each confirmation token was used for. */
  readonly #usedTokens = new Map<string, string>();
  /** Whether payment methods have no fingerprint, like wallets. */
  hidesFingerprints = false;
  /** Whether refunds stay pending. */
  delaysRefunds = false;
  /** Whether refunds fail as soon as they are created. */
  failsRefunds = false;
  /** Maximum page size of lists. */
  pageSize = 100;

  constructor(base: () => string) {
    super();
    this.#baseUrl = base;
  }

  answer(call: string, id: string, form: Record<string, unknown>, account: string): Answer {
    if (call === "post /v1/payment_intents") return this.#create(form, account);
    if (call === "post /v1/refunds") return this.#refund(form, account);
    if (call === "get /v1/refunds" || call === "get /v1/disputes") return this.#list(call, form, account);
    if (call === "get /v1/payouts") return this.payouts.list(form, account);
    if (call === "get /v1/balance_transactions") return this.payouts.listTransactions(form, account);
    if (call === "get /v1/refunds/{refund}") {
      const refund = this.refunds.get(id);
      return refund && this.intents.get(refund.intent)?.account === account
        ? okAnswer(this.refundObject(id))
        : errorAnswer(404, "resource_missing", `No such refund: '${id}'`);
    }
    if (call === "get /v1/disputes/{dispute}") {
      const dispute = this.disputes.get(id);
      return dispute && this.intents.get(dispute.intent)?.account === account
        ? okAnswer(this.disputeObject(id))
        : errorAnswer(404, "resource_missing", `No such dispute: '${id}'`);
    }
    if (call === "post /v1/customers") {
      const customer = newStripeId("cus");
      this.customers.set(customer, account);
      return okAnswer(customerObject(customer, (form.metadata ?? {}) as Record<string, string>));
    }
    if (call === "get /v1/payment_methods/{payment_method}") {
      const card = this.cards.get(id);
      return card?.account === account
        ? okAnswer(methodObject(card))
        : errorAnswer(404, "resource_missing", `No such PaymentMethod: '${id}'`);
    }
    if (call === "get /v1/confirmation_tokens/{confirmation_token}") return okAnswer(this.#token(id));
    if (call === "post /v1/payment_methods/{payment_method}/detach") return this.#detach(id, account);
    const intent = this.intents.get(id);
    if (intent?.account !== account) return errorAnswer(404, "resource_missing", `No such payment_intent: '${id}'`);
    if (call === "get /v1/payment_intents/{intent}") return okAnswer(intentObject(intent, wantsMethod(form)));
    if (call.endsWith("/confirm")) return this.#confirm(intent, form);
    if (call.endsWith("/capture")) return this.#capture(intent, wantsMethod(form));
    if (call.endsWith("/cancel")) return this.#cancel(intent);
    return errorAnswer(404, "resource_missing", "The double knows no such call");
  }

  /** Newest first, in pages. */
  #list(call: string, form: Record<string, unknown>, account: string): Answer {
    const refunds = call.endsWith("refunds");
    const { gte = 0 } = (form.created ?? {}) as { gte?: string };
    const all = [...(refunds ? this.refunds : this.disputes).values()]
      .filter(({ intent, created }) => this.intents.get(intent)?.account === account && created >= Number(gte))
      .filter(({ intent }) => form.payment_intent === undefined || form.payment_intent === intent)
      .toReversed();
    const after = all.findIndex(({ id }) => id === form.starting_after) + 1;
    const limit = Math.min(Number(form.limit ?? 10), this.pageSize);
    return okAnswer({
      object: "list",
      url: call.slice(4),
      has_more: all.length > after + limit,
      data: all.slice(after, after + limit).map(({ id }) => (refunds ? this.refundObject(id) : this.disputeObject(id))),
    });
  }

  #create(form: Record<string, unknown>, account: string): Answer {
    const least = leastAmount(String(form.currency));
    if (Number(form.amount) < least)
      return errorAnswer(400, "amount_too_small", `Amount must be at least ${least} ${String(form.currency)}`);
    if (isUnevenAmount(Number(form.amount), String(form.currency)))
      return errorAnswer(400, "parameter_invalid_integer", `Amount must end in 0 for ${String(form.currency)}`);
    if (stringOr(form.payment_method_configuration).includes("unknown"))
      return errorAnswer(400, "resource_missing", "No such payment_method_configuration");
    const [impossible] = impossibleCaptures(form);
    if (impossible !== undefined)
      return errorAnswer(400, "payment_intent_invalid_parameter", `${impossible} cannot be captured manually`);
    const customer = stringOr(form.customer) || null;
    if (customer !== null && this.customers.get(customer) !== account)
      return errorAnswer(400, "resource_missing", `No such customer: '${customer}'`);
    const intent = newIntent(form, account, customer);
    this.intents.set(intent.id, intent);
    return okAnswer(intentObject(intent));
  }

  #confirm(intent: FakeIntent, form: Record<string, unknown>): Answer {
    if (intent.status !== "requires_payment_method" && intent.status !== "requires_confirmation")
      return unexpectedState(intent);
    const methodId = stringOr(form.payment_method) || stringOr(form.confirmation_token);
    const saved = this.cards.get(methodId);
    // Only its customer, in the same account, can pay with it.
    if (saved && (saved.customer === null || saved.customer !== intent.customer || saved.account !== intent.account))
      return errorAnswer(400, "resource_missing", "The PaymentMethod belongs to another customer");
    const kind = saved?.kind ?? kindOf(methodId);
    const outcome = saved && form.off_session === true ? offSessionOutcome(outcomes[kind]) : outcomes[kind];
    if (!outcome) return errorAnswer(400, "resource_missing", `No such payment_method: '${methodId}'`);
    if (!intent.methodTypes.includes(methodTypeOf(kind)))
      return errorAnswer(
        400,
        "payment_intent_incompatible_payment_method",
        `The PaymentMethod provided (${methodTypeOf(kind)}) is not allowed for this PaymentIntent`,
      );
    if (form.confirmation_token !== undefined) {
      if (this.#usedTokens.has(methodId))
        return errorAnswer(400, "token_already_used", `The ConfirmationToken '${methodId}' has been used before`);
      this.#usedTokens.set(methodId, intent.id);
    }
    intent.methodType = methodTypeOf(kind);
    if (saved) intent.card = saved.id;
    else intent.card = intent.savesMethod ? this.#saveCard(intent, kind) : `pm_${kind}`;
    intent.failure = null;
    intent.opensInPage = form.use_stripe_sdk === true;
    if (typeof outcome === "object") return this.#decline(intent, outcome);
    intent.returnUrl = stringOr(form.return_url) || null;
    intent.status =
      outcome === "succeed" || outcome === "succeed_once"
        ? authorize(intent)
        : outcome === "clear_later"
          ? "processing"
          : ("requires_action" as const);
    intent.bankPage = `${this.#baseUrl()}/bank/${intent.id}`;
    if (outcome === "redirect") {
      // A page of Stripe's that redirects to the payer's bank, even if the shop's page could show it inline.
      intent.opensInPage = false;
      intent.bankPage = `https://pm-redirects.stripe.com/authorize/${intent.id}`;
    }
    return okAnswer(intentObject(intent));
  }
  #token(id: string): object {
    return tokenObject(id, kindOf(id), this.hidesFingerprints);
  }
  #detach(id: string, account: string): Answer {
    const card = this.cards.get(id);
    if (card?.account !== account) return errorAnswer(404, "resource_missing", `No such PaymentMethod: '${id}'`);
    // Stripe sends this error without a code.
    const message = "The payment method you provided is not attached to a customer so detachment is impossible.";
    if (card.customer === null) return { status: 400, body: { error: { type: "invalid_request_error", message } } };
    const detached = { ...card, customer: null };
    this.cards.set(id, detached);
    return okAnswer(methodObject(detached));
  }
  #saveCard({ account, customer }: FakeIntent, kind: string): string {
    const id = newStripeId("pm");
    this.cards.set(id, { id, account, customer: customer ?? "", created: nowInSeconds(), kind });
    return id;
  }
  #decline(intent: FakeIntent, failure: FakeCardFailure): Answer {
    intent.status = "requires_payment_method";
    intent.failure = failure;
    return {
      status: 402,
      body: {
        error: {
          ...errorObject(intent, failure, this.hidesFingerprints),
          payment_intent: intentObject(intent),
        },
      },
    };
  }
  #capture(intent: FakeIntent, isMethodWanted: boolean): Answer {
    if (intent.status !== "requires_capture") return unexpectedState(intent);
    intent.status = "succeeded";
    intent.amountReceived = intent.amount;
    return okAnswer(intentObject(intent, isMethodWanted));
  }
  #cancel(intent: FakeIntent): Answer {
    if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing")
      return unexpectedState(intent);
    intent.status = "canceled";
    return okAnswer(intentObject(intent));
  }

  #refund(form: Record<string, unknown>, account: string): Answer {
    const intent = this.intents.get(String(form.payment_intent));
    if (intent?.account !== account) return errorAnswer(404, "resource_missing", "No such payment_intent");
    const amount = Number(form.amount ?? intent.amountReceived);
    const refunded = this.refundsOf(intent.id).reduce((sum, refund) => sum + refund.amount, 0);
    if (intent.amountReceived === 0)
      return errorAnswer(400, "payment_intent_unexpected_state", "It has no charge to refund");
    if (refunded === intent.amountReceived)
      return errorAnswer(400, "charge_already_refunded", "The charge has already been refunded");
    if (refunded + amount > intent.amountReceived)
      return errorAnswer(400, "amount_too_large", "More than is left on the charge");
    if (isUnevenAmount(amount, intent.currency))
      return errorAnswer(400, "parameter_invalid_integer", `Amount must end in 0 for ${intent.currency}`);
    const refund = {
      id: newStripeId("re"),
      intent: intent.id,
      amount,
      created: nowInSeconds(),
      status: this.failsRefunds ? "failed" : this.delaysRefunds ? "pending" : "succeeded",
      metadata: (form.metadata ?? {}) as Record<string, string>,
    };
    this.refunds.set(refund.id, refund);
    return okAnswer(this.refundObject(refund.id));
  }
}
