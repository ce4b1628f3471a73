import type { Standing } from "../../outside/payments/payments.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import type { CartVersion } from "./lease.sql.ts";
import type { Move, PaymentMove } from "./tillWrites.sql.ts";

type State = PaymentRow["state"];

/** What a payment becomes by how it stands with its provider. */
export type Standed = {
  readonly payment: PaymentRow;
  readonly moves: readonly PaymentMove[];
  readonly transitions: readonly Move[];
  /** kept: leased until it is decided. ended: the version may have come to its end. */
  readonly lease: "kept" | "ended" | undefined;
  readonly isTaken: boolean;
};

const same = (payment: PaymentRow): Standed => ({
  payment,
  moves: [],
  transitions: [],
  lease: undefined,
  isTaken: false,
});

/** The states that it passes through, the last of them where it is then, and what was told of it. */
const moved = (
  payment: PaymentRow,
  states: readonly State[],
  { provider_ref = null, failure = null }: { readonly provider_ref?: string | null; readonly failure?: string | null },
): Standed => {
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
    isTaken: state === "captured",
  };
};

/** Moves only forward, so it does not matter how often or in what order answers come in. */
export const standedBy = (payment: PaymentRow, standing: Standing): Standed => {
  const { state } = payment;
  switch (standing.status) {
    case "requires_action":
      return { ...moved(payment, [], { provider_ref: standing.ref }), lease: undefined, isTaken: false };
    case "processing":
    case "authorized":
      return state === "created" ? moved(payment, [standing.status], { provider_ref: standing.ref }) : same(payment);
    case "captured":
      if (state === "created") return moved(payment, ["authorized", "captured"], { provider_ref: standing.ref });
      return state === "processing" || state === "authorized"
        ? moved(payment, ["captured"], { provider_ref: standing.ref })
        : same(payment);
    case "voided":
      if (state === "created" || state === "authorized") return moved(payment, ["voided"], {});
      // Money that was under way and is not any more never came.
      return state === "processing"
        ? moved(payment, ["failed"], { failure: "canceled: Its provider called it back." })
        : same(payment);
    case "failed":
      return state === "created" || state === "processing" || state === "authorized"
        ? moved(payment, ["failed"], { failure: `${standing.code}: ${standing.message}`.slice(0, 500) })
        : same(payment);
    case "unknown":
      return same(payment);
    default:
      return standing satisfies never;
  }
};

export const versionOf = ({ cart_id, cart_version }: PaymentRow): CartVersion => ({ cart_id, cart_version });
