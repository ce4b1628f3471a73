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
};

/**
 * How a payment stands with its provider.
 * - requires_action: the payer has to go to `actionUrl`.
 * - processing: money is on its way and will be there, or not, later.
 * - authorized: promised, not taken. captured: taken.
 * - failed: refused; `code` is one of the provider's decline codes.
 * - unknown: the provider never heard of it.
 */
export type Standing =
  | { readonly status: "requires_action"; readonly ref: string; readonly actionUrl: string }
  | { readonly status: "processing" | "authorized" | "captured" | "voided"; readonly ref: string }
  | { readonly status: "failed"; readonly ref: string | null; readonly code: string; readonly message: string }
  | { readonly status: "unknown" };

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
};

/** Opens a gateway's own books or keys for one seller; undefined where it is not set up. */
export type GatewayFinder = (id: string, sellerId: string) => PaymentGateway | undefined;

export type GatewayDeps = { readonly databaseOf: (sellerId: string) => Database; readonly origin: string };
