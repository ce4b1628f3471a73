import { isCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { PaidCard, ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import type { PaymentRow } from "./paymentRow.ts";
import type { CartVersion } from "./lease.sql.ts";
import type { StateTransition, PaymentTransition } from "../batch/checkoutWrites.sql.ts";

type State = PaymentRow["state"];

/** How a provider's status changes a payment. */
export type PaymentChange = {
  readonly payment: PaymentRow;
  readonly moves: readonly PaymentTransition[];
  readonly transitions: readonly StateTransition[];
  /** until_settled: the cart is leased until the payment is decided. ended: its attempt may have failed. */
  readonly lease: "until_settled" | "ended" | undefined;
  readonly isCaptured: boolean;
};

const unchanged = (payment: PaymentRow): PaymentChange => ({
  payment,
  moves: [],
  transitions: [],
  lease: undefined,
  isCaptured: false,
});

/** A card with a displayable name; null for anything else that a provider returns. */
const knownCard = (card: PaidCard | null): PaidCard | null =>
  card && /^[a-z_]{1,30}$/.test(card.brand) && /^\d{4}$/.test(card.last4) ? card : null;

const capturedBy = ({ ref, card }: Extract<ProviderStatus, { status: "captured" }>) => ({ provider_ref: ref, card });

/** Moves through `states` to the last of them. */
const moved = (
  payment: PaymentRow,
  states: readonly State[],
  {
    provider_ref = null,
    failure = null,
    card = null,
  }: {
    readonly provider_ref?: string | null;
    readonly failure?: string | null;
    readonly card?: PaidCard | null | undefined;
  },
): PaymentChange => {
  const { id, state: was } = payment;
  const state = states.at(-1) ?? was;
  return {
    payment: {
      ...payment,
      state,
      provider_ref: provider_ref ?? payment.provider_ref,
      failure: failure ?? payment.failure,
    },
    moves: [{ id, was, state, provider_ref, failure, card: knownCard(card) }],
    transitions: states.map((to, nth) => ({ entity: "payment", id, from: states[nth - 1] ?? was, to })),
    lease: state === "voided" || state === "failed" ? "ended" : "until_settled",
    isCaptured: state === "captured",
  };
};

/** Payments only move forward, so answers may be repeated and arrive in any order. */
export const applyProviderStatus = (payment: PaymentRow, providerStatus: ProviderStatus): PaymentChange => {
  const { state } = payment;
  switch (providerStatus.status) {
    case "requires_action":
      return { ...moved(payment, [], { provider_ref: providerStatus.ref }), lease: undefined, isCaptured: false };
    case "processing":
    case "authorized":
      return state === "created"
        ? moved(payment, [providerStatus.status], { provider_ref: providerStatus.ref })
        : unchanged(payment);
    case "captured":
      if (state === "created") return moved(payment, ["authorized", "captured"], capturedBy(providerStatus));
      return state === "processing" || state === "authorized"
        ? moved(payment, ["captured"], capturedBy(providerStatus))
        : unchanged(payment);
    case "voided":
      if (state === "created" || state === "authorized") return moved(payment, ["voided"], {});
      // A processing payment that is voided never arrived.
      return state === "processing"
        ? moved(payment, ["failed"], { failure: "canceled: The provider cancelled it." })
        : unchanged(payment);
    case "failed":
      return state === "created" || state === "processing" || state === "authorized"
        ? moved(payment, ["failed"], { failure: `${providerStatus.code}: ${providerStatus.message}`.slice(0, 500) })
        : unchanged(payment);
    case "unknown":
      return unchanged(payment);
    default:
      return providerStatus satisfies never;
  }
};

/** Whether a debit was processing and has not arrived. */
export const isUnpaidDebit = ({ moves }: PaymentChange): boolean =>
  moves.some(({ was, state }) => was === "processing" && state === "failed");

/**
 * Whether a card was authorized and is not charged. The balance of a gift card is available at once, so it needs no
 * e-mail.
 */
export const isReleasedAuthorization = ({ payment, moves }: PaymentChange): boolean =>
  isCardPayment(payment) && moves.some(({ was, state }) => was === "authorized" && state === "voided");

export const cartVersionOf = ({ cart_id, cart_version }: PaymentRow): CartVersion => ({ cart_id, cart_version });
