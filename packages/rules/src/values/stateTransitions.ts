/** Every move that a thing may make from state to state; all others are refused. The database keeps a row of each. */
export const stateTransitions = {
  ticket: [
    ["held", "booked"],
    ["in_cart", "booked"],
    ["held", "unbooked"],
    ["in_cart", "unbooked"],
    // Held again, as it was, for money that came after its cart's time was over.
    ["unbooked", "held"],
    ["booked", "cancelled"],
    ["booked", "redeemed"],
    ["booked", "in_cart"],
    ["in_cart", "cancelled"],
  ],
  cart: [
    ["pending", "expired"],
    ["expired", "pending"],
    ["pending", "completed"],
  ],
  payment: [
    ["created", "processing"],
    ["created", "authorized"],
    ["created", "failed"],
    ["created", "voided"],
    ["processing", "captured"],
    ["processing", "failed"],
    ["authorized", "captured"],
    ["authorized", "voided"],
    ["authorized", "failed"],
    ["captured", "refunded"],
    // A provider may find out later that it could not give the money back.
    ["refunded", "captured"],
    // Given up, and the money came after all.
    ["failed", "captured"],
    ["voided", "captured"],
  ],
  // Of one term: what is not scheduled any more never is again.
  auto_renewal: [
    ["scheduled", "renewed"],
    ["scheduled", "cancelled"],
    ["scheduled", "failed"],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

export type StatefulEntity = keyof typeof stateTransitions;

export const canTransition = (entity: StatefulEntity, from: string, to: string): boolean =>
  stateTransitions[entity].some(([before, after]) => before === from && after === to);
