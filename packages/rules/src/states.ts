/** Every move that a thing may make from state to state; all others are refused. The database keeps a row of each. */
export const legalMoves = {
  ticket: [
    ["held", "booked"],
    ["in_cart", "booked"],
    ["held", "unbooked"],
    ["in_cart", "unbooked"],
    ["booked", "cancelled"],
    ["booked", "redeemed"],
    ["booked", "in_cart"],
    ["in_cart", "cancelled"],
  ],
  cart: [
    ["pending", "expired"],
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
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

export type Entity = keyof typeof legalMoves;

export const isLegalMove = (entity: Entity, from: string, to: string): boolean =>
  legalMoves[entity].some(([before, after]) => before === from && after === to);
