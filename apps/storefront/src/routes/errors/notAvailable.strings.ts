/** What a visitor can do instead, on routes whose feature is not built yet. */
export const notAvailableStrings = {
  "later.title": "This is not available online yet",
  "later.membership": "Memberships cannot be bought or changed here yet. Please contact {seller}.",
  "later.manage": "Orders cannot be changed here yet. Please contact {seller} with your order number.",
  "later.checkout": "You cannot pay at the moment. Your tickets stay in your cart until the time runs out.",
  "later.events": "See what’s on",
} as const;
