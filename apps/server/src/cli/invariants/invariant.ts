/** A statement about the data that must always hold. The query finds the rows that violate it. */
export type Invariant = { readonly id: string; readonly description: string; readonly query: string };

/** States of a ticket that uses capacity. */
export const liveStates = "('held', 'in_cart', 'booked', 'redeemed')";
