import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { PayoutReader } from "./payouts.ts";

/** A charge. `id` is the id of our payment row and the idempotency key of every call about it. */
export type Charge = {
  readonly id: string;
  readonly sellerId: string;
  readonly cartId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The data that the payer sent, in the form that the contract specifies for this gateway. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Where the payer's bank redirects them. */
  readonly returnUrl: string;
  /** Whether the payer agrees that their payment method is saved and charged later without them. */
  readonly savesMethod?: boolean;
  /** Charges a saved method: chosen by its owner, whose bank may ask for confirmation, or while the owner is absent. */
  readonly savedMethod?: Pick<SavedMethod, "ref" | "customer"> & { readonly isPayerPresent?: boolean };
};

/** A payment method saved at the provider: the provider's references, and what its owner recognises it by. */
export type SavedMethod = {
  readonly ref: string;
  readonly customer: string;
  /** One word, for example 'visa'. */
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number | null;
  readonly exp_year: number | null;
};

/** What a payer recognises a card by. `brand` is one word, for example 'visa'. */
export type PaidCard = Pick<SavedMethod, "brand" | "last4">;

/** What a payer offers: what they sent, or one of their saved methods. */
export type OfferedCard = Pick<Charge, "sellerId" | "data" | "savedMethod">;

/**
 * The status of a payment at its provider.
 * - requires_action: the payer has to go to `actionUrl`, or their page continues with `clientSecret`.
 * - processing: the money is on its way, and may still fail to arrive.
 * - authorized: reserved, not yet captured.
 * - failed: `code` is one of the provider's codes, `decline` the reason given by the payer's bank, if any, and
 *   `fingerprint` what the provider tells the card from others by, if it does.
 * - unknown: the provider has no such payment.
 */
export type ProviderStatus =
  | {
      readonly status: "requires_action";
      readonly ref: string;
      readonly actionUrl: string | null;
      readonly clientSecret?: string;
    }
  | { readonly status: "processing" | "authorized" | "voided"; readonly ref: string }
  /** `card` is absent for other payment methods, or if the provider does not report it. */
  | { readonly status: "captured"; readonly ref: string; readonly card?: PaidCard }
  | {
      readonly status: "failed";
      readonly ref: string | null;
      readonly code: string;
      readonly message: string;
      readonly decline?: string;
      readonly fingerprint?: string;
    }
  | { readonly status: "unknown" };

/** `pending`: the refund is in progress. `failed`: nothing was refunded; `code` says why. */
export type RefundResult =
  | { readonly status: "succeeded" | "pending"; readonly ref: string }
  | { readonly status: "failed"; readonly ref: string | null; readonly code: string };

/** What we use of a webhook: that something happened to one of the provider's objects, but not what. */
export type ProviderEvent = {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly occurred_on: string;
};

/** A refund as the provider lists it, whoever made it. */
export type ProviderRefund = {
  readonly ref: string;
  /** Our refund's id; null for a refund made elsewhere. */
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
  /** Minor units; negative for a returned fee. For a closed dispute, what the payer keeps: 0 if the seller won. */
  readonly amount: number;
  readonly currency: string;
  readonly provider_ref: string;
  /** For an open dispute: until when the seller can answer it. */
  readonly due_by?: string;
};

/** What the provider says about a payment. `payment_id` is undefined for a payment that is not ours. */
export type ProviderUpdate = {
  readonly payment_id: string | undefined;
  readonly refunds: readonly ProviderRefund[];
  readonly entries: readonly AuditEntry[];
};

/**
 * A way to take payments. Every call may be repeated: the same charge id has one effect. A call that cannot reach its
 * provider throws, and `findStatus` finds the outcome of the payment.
 */
export type PaymentGateway = {
  readonly id: GatewayId;
  authorize(charge: Charge): Promise<ProviderStatus>;
  capture(payment: { sellerId: string; id: string; ref: string }): Promise<ProviderStatus>;
  void(payment: { sellerId: string; id: string; ref: string }): Promise<ProviderStatus>;
  /** By our own id, in case the provider's response was lost. */
  findStatus(payment: { sellerId: string; id: string }): Promise<ProviderStatus>;
  /**
   * The value by which the provider distinguishes cards or bank accounts: the same for the same number. Undefined if it
   * does not report one. Never throws: payers without a fingerprint share one limit.
   */
  findFingerprint?(offer: OfferedCard): Promise<string | undefined>;
  /** The method saved with a payment; undefined if there is none. */
  findSavedMethod?(payment: { sellerId: string; id: string; ref: string }): Promise<SavedMethod | undefined>;
  /** Deletes a saved method, so that it can never be charged again. Does nothing if it has already been deleted. */
  deleteSavedMethod?(method: { sellerId: string } & Pick<SavedMethod, "ref" | "customer">): Promise<void>;
  /** Deletes what was saved with a payment, by our own id, so that it works even if the response was lost. */
  deleteMethodOfPayment?(payment: { sellerId: string; id: string }): Promise<void>;
  /** Refunds `amount` minor units of a captured payment; repeating the same `key` refunds nothing more. */
  refund(request: { sellerId: string; id: string; ref: string; amount: number; key: string }): Promise<RefundResult>;
  /** Fetches what an event is about. Undefined if it is not about a payment. */
  fetchUpdate?(sellerId: string, event: ProviderEvent): Promise<ProviderUpdate | undefined>;
  /** The refunds of a payment. Absent if only we can refund and `refund` remembers its keys permanently. */
  listRefunds?(payment: { sellerId: string; id: string; ref: string }): Promise<readonly ProviderRefund[]>;
  /** The current state of a dispute. `now` is when it counts as closed, if it is. */
  fetchDisputeUpdate?(
    sellerId: string,
    dispute: { readonly ref: string; readonly now: string },
  ): Promise<ProviderUpdate | undefined>;
  /** All refunds and disputes since a time, for reconciliation without webhooks. */
  fetchUpdatesSince?(sellerId: string, since: Temporal.Instant): Promise<readonly ProviderUpdate[]>;
  /** The provider's payouts to the seller's bank. Absent if it pays nothing out. */
  readonly payouts?: PayoutReader;
};

/** Finds a gateway by its id, opened for one seller; undefined if it is not set up. */
export type GatewayFinder = (id: string, sellerId: string) => Promise<PaymentGateway | undefined>;
