import type { Database } from "../../db/connections.ts";

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
  readonly savesMethod?: boolean;
  /** Nobody is there: what was kept is charged. `data` is empty then. */
  readonly savedMethod?: Pick<SavedMethod, "ref" | "customer">;
};

/** What a provider keeps for charges to come: its own names for it, and as much as its owner knows it by. */
export type SavedMethod = {
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
export type ProviderStatus =
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
export type RefundResult =
  | { readonly status: "succeeded" | "pending"; readonly ref: string }
  | { readonly status: "failed"; readonly ref: string | null; readonly code: string };

/** What a provider's hook tells: that something happened to one of its objects, never what. */
export type ProviderEvent = {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly occurred_on: string;
};
/** Money given back as the provider's books have it, whoever asked for it. */
export type ProviderRefund = {
  readonly ref: string;
  /** Ours, where we asked for it. */
  readonly key: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: RefundResult["status"];
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
export type ProviderUpdate = {
  readonly payment_id: string | undefined;
  readonly refunds: readonly ProviderRefund[];
  readonly entries: readonly AuditEntry[];
};

/**
 * A way to take money. Every call may be repeated: the same charge id has one effect. A call that cannot reach its
 * provider throws, and the payment's standing is then found out by `find`.
 */
export type PaymentGateway = {
  readonly id: "test" | "stripe" | "ledger";
  authorize(charge: Charge): Promise<ProviderStatus>;
  capture(payment: { sellerId: string; id: string; ref: string }): Promise<ProviderStatus>;
  void(payment: { sellerId: string; id: string; ref: string }): Promise<ProviderStatus>;
  /** By our own id, for when the provider's answer was lost. */
  findStatus(payment: { sellerId: string; id: string }): Promise<ProviderStatus>;
  /** What was kept of a payment whose payer agreed to it; undefined: nothing. */
  findSavedMethod?(payment: { sellerId: string; id: string; ref: string }): Promise<SavedMethod | undefined>;
  /** Keeps no more what it kept, so that nobody can charge it again; what is not kept stays so. */
  deleteSavedMethod?(method: { sellerId: string } & Pick<SavedMethod, "ref" | "customer">): Promise<void>;
  /** The same of whatever was kept of a payment, by our own id: whatever became of it, and though its answer was lost. */
  deleteMethodOfPayment?(payment: { sellerId: string; id: string }): Promise<void>;
  /** Gives back `amount` minor units of a captured payment; the same `key` again gives nothing more. */
  refund(request: { sellerId: string; id: string; ref: string; amount: number; key: string }): Promise<RefundResult>;
  /** Asks after what a hook told. Undefined: it says nothing about any payment. */
  fetchUpdate?(sellerId: string, event: ProviderEvent): Promise<ProviderUpdate | undefined>;
  /**
   * What was given back of a payment. Absent where nobody but us can give anything back, and `refund` knows its keys for
   * ever.
   */
  listRefunds?(payment: { sellerId: string; id: string; ref: string }): Promise<readonly ProviderRefund[]>;
  /** All that was given back or disputed since a moment, for those to whom no hook tells. */
  fetchUpdatesSince?(sellerId: string, since: Temporal.Instant): Promise<readonly ProviderUpdate[]>;
};

/** Opens a gateway's own books or keys for one seller; undefined where it is not set up. */
export type GatewayFinder = (id: string, sellerId: string) => Promise<PaymentGateway | undefined>;

export type GatewayDeps = { readonly databaseOf: (sellerId: string) => Database; readonly origin: string };
