/** The allowed state transitions of each entity. The database enforces the same list. */
export const stateTransitions = {
  ticket: [
    ["held", "booked"],
    ["in_cart", "booked"],
    ["held", "unbooked"],
    ["in_cart", "unbooked"],
    // Restored because a payment arrived after the cart had expired.
    ["unbooked", "held"],
    ["booked", "cancelled"],
    ["booked", "redeemed"],
    // A check-in that was undone.
    ["redeemed", "booked"],
    // Staff cancelled a ticket that was used.
    ["redeemed", "cancelled"],
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
    // A provider may report later that a refund failed.
    ["refunded", "captured"],
    // Cancelled, but captured by the provider anyway.
    ["failed", "captured"],
    ["voided", "captured"],
  ],
  // For one term: once it leaves `scheduled`, it never returns.
  auto_renewal: [
    ["scheduled", "renewed"],
    ["scheduled", "cancelled"],
    ["scheduled", "failed"],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

export type StatefulEntity = keyof typeof stateTransitions;

export const canTransition = (entity: StatefulEntity, from: string, to: string): boolean =>
  stateTransitions[entity].some(([before, after]) => before === from && after === to);
