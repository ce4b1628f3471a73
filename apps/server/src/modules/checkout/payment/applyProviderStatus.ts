import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import type { PaymentRow } from "../checkout.sql.ts";
import type { CartVersion } from "./lease.sql.ts";
import type { StateTransition, PaymentTransition } from "../batch/checkoutWrites.sql.ts";

type State = PaymentRow["state"];

/** What a payment becomes by how it stands with its provider. */
export type PaymentChange = {
  readonly payment: PaymentRow;
  readonly moves: readonly PaymentTransition[];
  readonly transitions: readonly StateTransition[];
  /** kept: leased until it is decided. ended: the version may have come to its end. */
  readonly lease: "kept" | "ended" | undefined;
  readonly isCaptured: boolean;
};

const unchanged = (payment: PaymentRow): PaymentChange => ({
  payment,
  moves: [],
  transitions: [],
  lease: undefined,
  isCaptured: false,
});

/** The states that it passes through, the last of them where it is then, and what was told of it. */
const moved = (
  payment: PaymentRow,
  states: readonly State[],
  { provider_ref = null, failure = null }: { readonly provider_ref?: string | null; readonly failure?: string | null },
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
    moves: [{ id, was, state, provider_ref, failure }],
    transitions: states.map((to, nth) => ({ entity: "payment", id, from: states[nth - 1] ?? was, to })),
    lease: state === "voided" || state === "failed" ? "ended" : "kept",
    isCaptured: state === "captured",
  };
};

/** Moves only forward, so it does not matter how often or in what order answers come in. */
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
      if (state === "created") return moved(payment, ["authorized", "captured"], { provider_ref: providerStatus.ref });
      return state === "processing" || state === "authorized"
        ? moved(payment, ["captured"], { provider_ref: providerStatus.ref })
        : unchanged(payment);
    case "voided":
      if (state === "created" || state === "authorized") return moved(payment, ["voided"], {});
      // Money that was under way and is not any more never came.
      return state === "processing"
        ? moved(payment, ["failed"], { failure: "canceled: Its provider called it back." })
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

export const cartVersionOf = ({ cart_id, cart_version }: PaymentRow): CartVersion => ({ cart_id, cart_version });
