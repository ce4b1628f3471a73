import { cartInvariants } from "./invariants/cartInvariants.ts";
import { gateInvariants } from "./invariants/gateInvariants.ts";
import { tillInvariants } from "./invariants/tillInvariants.ts";
import type { Invariant } from "./invariants/invariant.ts";
import { journalInvariants } from "./invariants/journalInvariants.ts";
import { orderInvariants } from "./invariants/orderInvariants.ts";
import { paymentInvariants } from "./invariants/paymentInvariants.ts";
import { recordInvariants } from "./invariants/recordInvariants.ts";
import { stockInvariants } from "./invariants/stockInvariants.ts";
import { venueInvariants } from "./invariants/venueInvariants.ts";

/** Every invariant by its id, checked by `foyer check` and at the end of every race and simulation test. */
export const invariants: readonly Invariant[] = [
  ...stockInvariants,
  ...cartInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...recordInvariants,
  ...venueInvariants,
  ...gateInvariants,
  ...tillInvariants,
  ...journalInvariants,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
