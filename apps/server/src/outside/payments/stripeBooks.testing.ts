import {
  customerObject,
  disputeObject,
  errorObject,
  intentObject,
  methodObject,
  newName,
  nowInSeconds,
  refundObject,
  type Kept,
  type KeptCard,
  type KeptDispute,
  type KeptRefund,
  type Trouble,
} from "./stripeObjects.testing.ts";

export type Answer = { readonly status: number; readonly body: object };

type Does = "succeed" | "succeed_once" | "ask" | "send_away" | "clear_later" | Trouble;
const declined = (code: string, message: string, decline_code?: string): Trouble => ({
  code,
  message,
  ...(decline_code !== undefined && { decline_code }),
});

/** What the vendor's test payment methods do (their public testing page): the end of their name, after pm_ or ctoken_. */
const methods: Readonly<Record<string, Does>> = {
  card_visa: "succeed",
  card_chargeCustomerFail: "succeed_once",
  card_threeDSecure2Required: "ask",
  klarna: "send_away",
  usBankAccount: "clear_later",
  card_chargeDeclined: declined("card_declined", "Your card was declined.", "generic_decline"),
  card_insufficientFunds: declined("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  card_expired: declined("expired_card", "Your card has expired."),
  card_incorrectCvc: declined("incorrect_cvc", "Your card's security code is incorrect."),
  card_invalidCvc: declined("invalid_cvc", "Your card's security code is invalid."),
  card_incorrectZip: declined("incorrect_zip", "Your card's zip code failed validation."),
  card_processingError: declined(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
};

/** A card whose bank asks is refused while nobody is there to answer. */
const withoutPayer = (does: Does | undefined): Does | undefined =>
  does === "ask"
    ? declined(
        "authentication_required",
        "Your card was declined. This transaction requires authentication.",
        "authentication_required",
      )
    : does === "succeed_once"
      ? declined("card_declined", "Your card has insufficient funds.", "insufficient_funds")
      : does;

const word = (value: unknown): string => (typeof value === "string" ? value : "");

const no = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", code, message } },
});
const yes = (body: object): Answer => ({ status: 200, body });
const wrongState = (intent: Kept): Answer => ({
  status: 400,
  body: {
    error: {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent's status is ${intent.status}`,
      payment_intent: intentObject(intent),
    },
  },
});

/** What the double remembers, and what a test does to it behind our back. */
export class StripeBooks {
  readonly #base: () => string;
  readonly intents = new Map<string, Kept>();
  readonly refunds = new Map<string, KeptRefund>();
  readonly disputes = new Map<string, KeptDispute>();
  readonly customers = new Map<string, string>();
  readonly cards = new Map<string, KeptCard>();
  /** What is given back does not arrive at once. */
  refundsTake = false;
  /** No list says more at once. */
  page = 100;

  constructor(base: () => string) {
    this.#base = base;
  }

  answer(call: string, id: string, form: Record<string, unknown>, account: string): Answer {
    if (call === "post /v1/payment_intents") return this.#create(form, account);
    if (call === "post /v1/refunds") return this.#refund(form, account);
    if (call === "get /v1/refunds" || call === "get /v1/disputes") return this.#list(call, form, account);
    if (call === "get /v1/refunds/{refund}") {
      const refund = this.refunds.get(id);
      return refund && this.intents.get(refund.intent)?.account === account
        ? yes(this.refundObject(id))
        : no(404, "resource_missing", `No such refund: '${id}'`);
    }
    if (call === "get /v1/disputes/{dispute}") {
      const dispute = this.disputes.get(id);
      return dispute && this.intents.get(dispute.intent)?.account === account
        ? yes(this.disputeObject(id))
        : no(404, "resource_missing", `No such dispute: '${id}'`);
    }
    if (call === "post /v1/customers") {
      const customer = newName("cus");
      this.customers.set(customer, account);
      return yes(customerObject(customer, (form.metadata ?? {}) as Record<string, string>));
    }
    if (call === "get /v1/payment_methods/{payment_method}") {
      const card = this.cards.get(id);
      return card?.account === account
        ? yes(methodObject(card))
        : no(404, "resource_missing", `No such PaymentMethod: '${id}'`);
    }
    if (call === "post /v1/payment_methods/{payment_method}/detach") return this.#detach(id, account);
    const intent = this.intents.get(id);
    if (intent?.account !== account) return no(404, "resource_missing", `No such payment_intent: '${id}'`);
    if (call === "get /v1/payment_intents/{intent}") return yes(intentObject(intent));
    if (call.endsWith("/confirm")) return this.#confirm(intent, form);
    if (call.endsWith("/capture")) return this.#capture(intent);
    if (call.endsWith("/cancel")) return this.#cancel(intent);
    return no(404, "resource_missing", "The double knows no such call");
  }

  /** The youngest first, a page at a time. */
  #list(call: string, form: Record<string, unknown>, account: string): Answer {
    const refunds = call.endsWith("refunds");
    const { gte = 0 } = (form.created ?? {}) as { gte?: string };
    const all = [...(refunds ? this.refunds : this.disputes).values()]
      .filter(({ intent, created }) => this.intents.get(intent)?.account === account && created >= Number(gte))
      .filter(({ intent }) => form.payment_intent === undefined || form.payment_intent === intent)
      .toReversed();
    const after = all.findIndex(({ id }) => id === form.starting_after) + 1;
    const most = Math.min(Number(form.limit ?? 10), this.page);
    return yes({
      object: "list",
      url: call.slice(4),
      has_more: all.length > after + most,
      data: all.slice(after, after + most).map(({ id }) => (refunds ? this.refundObject(id) : this.disputeObject(id))),
    });
  }

  #create(form: Record<string, unknown>, account: string): Answer {
    if (Number(form.amount) < 50) return no(400, "amount_too_small", "Amount must be at least $0.50 usd");
    const customer = word(form.customer) || null;
    if (customer !== null && this.customers.get(customer) !== account)
      return no(400, "resource_missing", `No such customer: '${customer}'`);
    const id = newName("pi");
    const intent: Kept = {
      customer,
      keeps: form.setup_future_usage === "off_session",
      id,
      account,
      amount: Number(form.amount),
      currency: String(form.currency),
      metadata: (form.metadata ?? {}) as Record<string, string>,
      capture_method: word(form.capture_method) || "automatic",
      created: nowInSeconds(),
      client_secret: `${id}_secret_${newName("s").slice(2)}`,
      status: "requires_payment_method",
      card: null,
      bankPage: null,
      inPage: false,
      returnUrl: null,
      received: 0,
      trouble: null,
      cancellation_reason: null,
    };
    this.intents.set(id, intent);
    return yes(intentObject(intent));
  }

  #confirm(intent: Kept, form: Record<string, unknown>): Answer {
    if (intent.status !== "requires_payment_method" && intent.status !== "requires_confirmation")
      return wrongState(intent);
    const given = word(form.payment_method) || word(form.confirmation_token);
    const kept = this.cards.get(given);
    // Whoever is not its customer, or of another account, cannot pay with it.
    if (kept && (kept.customer === null || kept.customer !== intent.customer || kept.account !== intent.account))
      return no(400, "resource_missing", "The PaymentMethod belongs to another customer");
    const kind = kept?.kind ?? given.replace(/^(?:pm|ctoken)_/, "");
    const does = kept && form.off_session === true ? withoutPayer(methods[kind]) : methods[kind];
    if (!does) return no(400, "resource_missing", `No such payment_method: '${given}'`);
    intent.card = kept || !intent.keeps ? given.replace(/^ctoken_/, "pm_") : this.#keep(intent, kind);
    intent.trouble = null;
    intent.inPage = form.use_stripe_sdk === true;
    if (typeof does === "object") return this.#decline(intent, does);
    intent.returnUrl = word(form.return_url) || null;
    intent.status =
      does === "succeed" || does === "succeed_once"
        ? this.#promisedAs(intent)
        : does === "clear_later"
          ? "processing"
          : ("requires_action" as const);
    intent.bankPage = `${this.#base()}/bank/${intent.id}`;
    if (does === "send_away") {
      // A page of the vendor's that leads on to the payer's bank, whatever the payer's own page can do.
      intent.inPage = false;
      intent.bankPage = `https://pm-redirects.stripe.com/authorize/${intent.id}`;
    }
    return yes(intentObject(intent));
  }
  #detach(id: string, account: string): Answer {
    const card = this.cards.get(id);
    if (card?.account !== account) return no(404, "resource_missing", `No such PaymentMethod: '${id}'`);
    // Said without a code.
    const message = "The payment method you provided is not attached to a customer so detachment is impossible.";
    if (card.customer === null) return { status: 400, body: { error: { type: "invalid_request_error", message } } };
    const taken = { ...card, customer: null };
    this.cards.set(id, taken);
    return yes(methodObject(taken));
  }
  #keep({ account, customer }: Kept, kind: string): string {
    const id = newName("pm");
    this.cards.set(id, { id, account, customer: customer ?? "", created: nowInSeconds(), kind });
    return id;
  }
  #decline(intent: Kept, trouble: Trouble): Answer {
    intent.status = "requires_payment_method";
    intent.trouble = trouble;
    return {
      status: 402,
      body: { error: { ...errorObject(intent, trouble), payment_intent: intentObject(intent) } },
    };
  }
  #promisedAs(intent: Kept): "requires_capture" | "succeeded" {
    if (intent.capture_method === "manual") return "requires_capture";
    intent.received = intent.amount;
    return "succeeded";
  }

  #capture(intent: Kept): Answer {
    if (intent.status !== "requires_capture") return wrongState(intent);
    intent.status = "succeeded";
    intent.received = intent.amount;
    return yes(intentObject(intent));
  }
  #cancel(intent: Kept): Answer {
    if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing")
      return wrongState(intent);
    intent.status = "canceled";
    return yes(intentObject(intent));
  }

  #refund(form: Record<string, unknown>, account: string): Answer {
    const intent = this.intents.get(String(form.payment_intent));
    if (intent?.account !== account) return no(404, "resource_missing", "No such payment_intent");
    const amount = Number(form.amount ?? intent.received);
    const given = this.refundsOf(intent.id).reduce((sum, refund) => sum + refund.amount, 0);
    if (intent.received === 0) return no(400, "payment_intent_unexpected_state", "It has no charge to refund");
    if (given === intent.received) return no(400, "charge_already_refunded", "The charge has already been refunded");
    if (given + amount > intent.received) return no(400, "amount_too_large", "More than is left on the charge");
    const refund = {
      id: newName("re"),
      intent: intent.id,
      amount,
      created: nowInSeconds(),
      status: this.refundsTake ? "pending" : "succeeded",
      metadata: (form.metadata ?? {}) as Record<string, string>,
    };
    this.refunds.set(refund.id, refund);
    return yes(this.refundObject(refund.id));
  }

  /** Seen from outside, as a hook or an answer shows it. */
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
  refundsOf = (intent: string): KeptRefund[] => [...this.refunds.values()].filter((refund) => refund.intent === intent);
  /** The intent of one of our payments; one there is. */
  of(payment_id: string): Kept {
    const found = [...this.intents.values()].filter(({ metadata }) => metadata.payment_id === payment_id);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} intents for payment ${payment_id}`);
    return found[0];
  }
  #intent(id: string): Kept {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`no intent ${id}`);
    return intent;
  }

  /** The payer decides at their bank. */
  decide(id: string, agreed: boolean): void {
    const intent = this.#intent(id);
    if (intent.status !== "requires_action") throw new Error("nobody is at the bank");
    intent.status = agreed ? this.#promisedAs(intent) : "requires_payment_method";
    if (!agreed)
      intent.trouble = declined(
        "payment_intent_authentication_failure",
        "We are unable to authenticate your payment method.",
      );
  }
  /** A debit that was under way arrives, or comes back. */
  clear(id: string, well: boolean): void {
    const intent = this.#intent(id);
    if (intent.status !== "processing") throw new Error("nothing is under way");
    intent.status = well ? "succeeded" : "requires_payment_method";
    if (well) intent.received = intent.amount;
    else intent.trouble = declined("card_declined", "The debit was returned unpaid.");
  }
  /** Nobody took what was promised, for a week. */
  expire(id: string): void {
    const intent = this.#intent(id);
    if (intent.status !== "requires_capture") throw new Error("nothing is promised");
    intent.status = "canceled";
    intent.cancellation_reason = "automatic";
  }
  /** Somebody gives money back in the provider's own pages. */
  giveBack(intent: string, amount: number): string {
    const refund = { id: newName("re"), intent, amount, created: nowInSeconds(), status: "succeeded", metadata: {} };
    this.refunds.set(refund.id, refund);
    return refund.id;
  }
  dispute(intent: string, fee = 1500): string {
    const { amount } = this.#intent(intent);
    const id = newName("dp");
    this.disputes.set(id, { id, intent, amount, created: nowInSeconds(), status: "needs_response", fee });
    return id;
  }
  endDispute(id: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(id);
    if (dispute) dispute.status = status;
  }
}
