import { stringOr } from "./stripeIntent.ts";
import { newStripeId, nowInSeconds } from "./stripeObjects.ts";
import { errorAnswer, okAnswer, type Answer } from "./stripeAnswers.ts";

export type FakeTransaction = {
  readonly category:
    | "charge"
    | "refund"
    | "refund_failure"
    | "dispute"
    | "dispute_reversal"
    | "fee"
    | "other_adjustment";
  /** In the smallest currency units; negative if it lowers the payout. */
  readonly amount: number;
  readonly fee?: number;
  /** The intent of a charge, or the id of a refund or dispute. */
  readonly about?: string;
  readonly currency?: string;
};

export type FakePayout = {
  readonly id: string;
  readonly account: string;
  amount: number;
  status: string;
  readonly automatic: boolean;
  reconciliation: "completed" | "in_progress" | "not_applicable";
  readonly created: number;
  readonly transactions: (FakeTransaction & { readonly id: string })[];
};

type Objects = {
  readonly refundObject: (id: string) => object;
  readonly disputeObject: (id: string) => object;
};

const types = {
  charge: "charge",
  refund: "refund",
  refund_failure: "refund_failure",
  dispute: "adjustment",
  dispute_reversal: "adjustment",
  fee: "stripe_fee",
  other_adjustment: "adjustment",
  payout: "payout",
} as const;

/** The double's payouts, and the balance transactions in each. */
export class StripePayouts {
  readonly #objects: Objects;
  readonly #payouts = new Map<string, FakePayout>();
  /** Maximum page size of lists. */
  pageSize = 100;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** A payout of the sum of the transactions. A manual payout does not list them. */
  pay(
    account: string,
    transactions: readonly FakeTransaction[],
    {
      automatic = true,
      created = nowInSeconds(),
      amount,
    }: { automatic?: boolean; created?: number; amount?: number } = {},
  ): FakePayout {
    const sum = transactions.reduce((all, one) => all + one.amount - (one.fee ?? 0), 0);
    const payout: FakePayout = {
      id: newStripeId("po"),
      account,
      amount: amount ?? sum,
      status: "paid",
      automatic,
      reconciliation: automatic ? "completed" : "not_applicable",
      created,
      transactions: transactions.map((one) => ({ id: newStripeId("txn"), ...one })),
    };
    this.#payouts.set(payout.id, payout);
    return payout;
  }

  /** Newest first, in pages. */
  list(form: Record<string, unknown>, account: string): Answer {
    const { gte = 0 } = (form.created ?? {}) as { gte?: string };
    const all = [...this.#payouts.values()]
      .filter((payout) => payout.account === account && payout.created >= Number(gte))
      .toReversed();
    return this.#page(form, "/v1/payouts", all, payoutObject);
  }

  /** The transactions of a payout, including the payout's own, which debits the balance. */
  listTransactions(form: Record<string, unknown>, account: string): Answer {
    // Without a payout, the whole account's transactions are requested, and the double stores none of those.
    if (form.payout === undefined) return this.#page(form, "/v1/balance_transactions", [], () => ({}));
    const id = stringOr(form.payout);
    const payout = this.#payouts.get(id);
    if (payout?.account !== account) return errorAnswer(404, "resource_missing", `No such payout: '${id}'`);
    if (payout.reconciliation !== "completed")
      return errorAnswer(
        400,
        "invalid_request_error",
        "Balance transaction history can only be filtered on automatic transfers",
      );
    const isFull = Object.values(form.expand ?? {}).includes("data.source");
    const own = {
      id: `txn_${payout.id.slice(3)}`,
      category: "payout" as const,
      amount: -payout.amount,
      about: payout.id,
    };
    return this.#page(form, "/v1/balance_transactions", [own, ...payout.transactions], (one) => ({
      id: one.id,
      object: "balance_transaction",
      amount: one.amount,
      available_on: payout.created,
      created: payout.created,
      currency: ("currency" in one ? one.currency : undefined) ?? "usd",
      description: null,
      exchange_rate: null,
      fee: "fee" in one ? (one.fee ?? 0) : 0,
      fee_details: [],
      net: one.amount - ("fee" in one ? (one.fee ?? 0) : 0),
      reporting_category: one.category,
      source: isFull ? this.#source(one) : (one.about ?? null),
      status: "available",
      type: types[one.category],
    }));
  }

  #source({
    category,
    about,
  }: {
    readonly category: keyof typeof types;
    readonly about?: string | undefined;
  }): unknown {
    if (about === undefined) return null;
    if (category === "charge") return chargeObject(about);
    if (category === "refund" || category === "refund_failure") return this.#objects.refundObject(about);
    if (category === "dispute" || category === "dispute_reversal") return this.#objects.disputeObject(about);
    return about;
  }

  #page<Item extends { readonly id: string }>(
    form: Record<string, unknown>,
    url: string,
    all: readonly Item[],
    toObject: (item: Item) => object,
  ): Answer {
    const after = all.findIndex(({ id }) => id === form.starting_after) + 1;
    const limit = Math.min(Number(form.limit ?? 10), this.pageSize);
    return okAnswer({
      object: "list",
      url,
      has_more: all.length > after + limit,
      data: all.slice(after, after + limit).map(toObject),
    });
  }
}

const payoutObject = ({ id, amount, automatic, created, status, reconciliation }: FakePayout): object => ({
  id,
  object: "payout",
  amount,
  arrival_date: created - (created % 86_400) + 86_400,
  automatic,
  balance_transaction: `txn_${id.slice(3)}`,
  created,
  currency: "usd",
  description: "STRIPE PAYOUT",
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: "standard",
  original_payout: null,
  reconciliation_status: reconciliation,
  reversed_by: null,
  source_type: "card",
  statement_descriptor: null,
  status,
  type: "bank_account",
});

/** What Stripe's document requires of a charge, for the intent that it belongs to. */
const chargeObject = (payment_intent: string): object => ({
  id: `ch_${payment_intent.slice(3)}`,
  object: "charge",
  amount: 0,
  amount_captured: 0,
  amount_refunded: 0,
  billing_details: {},
  captured: true,
  created: nowInSeconds(),
  currency: "usd",
  disputed: false,
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent,
  refunded: false,
  status: "succeeded",
});
