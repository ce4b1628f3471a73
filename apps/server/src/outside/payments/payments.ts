import type { Database } from "../../db/connect.ts";

/** What a gateway is asked to take. `id` is our payment row's id and the idempotency key of everything about it. */
export type Charge = {
  readonly id: string;
  readonly sellerId: string;
  readonly cartId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** What the payer gave, as the gateway's own part of the contract describes it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Where the payer comes back to after a step at their bank. */
  readonly returnUrl: string;
  /** The payer agrees that what they pay with is kept, to be charged without them. */
  readonly keeps?: boolean;
  /** Nobody is there: what was kept is charged. `data` is empty then. */
  readonly by?: Pick<KeptMethod, "ref" | "customer">;
};

/** What a provider keeps for charges to come: its own names for it, and as much as its owner knows it by. */
export type KeptMethod = {
  readonly ref: string;
  readonly customer: string;
  /** One word, as 'visa'. */
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number | null;
  readonly exp_year: number | null;
};

/**
 * How a payment stands with its provider.
 * - requires_action: the payer has to go to `actionUrl`, or their page goes on by itself with `clientSecret`.
 * - processing: money is on its way and will be there, or not, later.
 * - authorized: promised, not taken. captured: taken.
 * - failed: refused; `code` is one of the provider's codes, and `decline` what the payer's bank said, where it said so.
 * - unknown: the provider never heard of it.
 */
export type Standing =
  | {
      readonly status: "requires_action";
      readonly ref: string;
      readonly actionUrl: string | null;
      readonly clientSecret?: string;
    }
  | { readonly status: "processing" | "authorized" | "captured" | "voided"; readonly ref: string }
  | {
      readonly status: "failed";
      readonly ref: string | null;
      readonly code: string;
      readonly message: string;
      readonly decline?: string;
    }
  | { readonly status: "unknown" };

/** Money that is given back. `pending`: on its way; `failed`: not given, `code` says why. */
export type Refund =
  | { readonly status: "succeeded" | "pending"; readonly ref: string }
  | { readonly status: "failed"; readonly ref: string | null; readonly code: string };

/** What a provider's hook tells: that something happened to one of its objects, never what. */
export type Heard = {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly occurred_on: string;
};
/** Money given back as the provider's books have it, whoever asked for it. */
export type GivenBack = {
  readonly ref: string;
  /** Ours, where we asked for it. */
  readonly key: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: Refund["status"];
  readonly code?: string;
  readonly occurred_on: string;
};
export type AuditEntry = {
  readonly audit_action: "dispute_opened" | "dispute_closed" | "dispute_fee";
  readonly occurred_on: string;
  /** Minor units; a fee that is given back is below zero. */
  readonly amount: number;
  readonly currency: string;
  readonly provider_ref: string;
};
/** What the provider says when it is asked about what was heard. `payment_id` is undefined for a payment that is none of ours. */
export type News = {
  readonly payment_id: string | undefined;
  readonly refunds: readonly GivenBack[];
  readonly entries: readonly AuditEntry[];
};

/**
 * A way to take money. Every call may be repeated: the same charge id has one effect. A call that cannot reach its
 * provider throws, and the payment's standing is then found out by `find`.
 */
export type PaymentGateway = {
  readonly id: "test" | "stripe" | "ledger";
  authorize(charge: Charge): Promise<Standing>;
  capture(payment: { sellerId: string; id: string; ref: string }): Promise<Standing>;
  void(payment: { sellerId: string; id: string; ref: string }): Promise<Standing>;
  /** By our own id, for when the provider's answer was lost. */
  find(payment: { sellerId: string; id: string }): Promise<Standing>;
  /** What was kept of a payment whose payer agreed to it; undefined: nothing. */
  kept?(payment: { sellerId: string; id: string; ref: string }): Promise<KeptMethod | undefined>;
  /** Keeps no more what it kept, so that nobody can charge it again; what is not kept stays so. */
  forget?(method: { sellerId: string } & Pick<KeptMethod, "ref" | "customer">): Promise<void>;
  /** The same of whatever was kept of a payment, by our own id: whatever became of it, and though its answer was lost. */
  forgetKeptOf?(payment: { sellerId: string; id: string }): Promise<void>;
  /** Gives back `amount` minor units of a captured payment; the same `key` again gives nothing more. */
  refund(given: { sellerId: string; id: string; ref: string; amount: number; key: string }): Promise<Refund>;
  /** Asks after what a hook told. Undefined: it says nothing about any payment. */
  news?(sellerId: string, heard: Heard): Promise<News | undefined>;
  /**
   * What was given back of a payment. Absent where nobody but us can give anything back, and `refund` knows its keys for
   * ever.
   */
  refundsOf?(payment: { sellerId: string; id: string; ref: string }): Promise<readonly GivenBack[]>;
  /** All that was given back or disputed since a moment, for those to whom no hook tells. */
  newsSince?(sellerId: string, since: Temporal.Instant): Promise<readonly News[]>;
};

/** Opens a gateway's own books or keys for one seller; undefined where it is not set up. */
export type GatewayFinder = (id: string, sellerId: string) => Promise<PaymentGateway | undefined>;

export type GatewayDeps = { readonly databaseOf: (sellerId: string) => Database; readonly origin: string };
