/** Labels on a wallet pass. */
export const walletStrings = {
  "wallet.when": "When",
  "wallet.valid": "Valid",
  "wallet.venue": "Where",
  "wallet.type": "Ticket",
  "wallet.level": "Membership",
  "wallet.holder": "Name",
  "wallet.seat": "Seat",
  "wallet.order": "Order",
  "wallet.number": "Member number",
} as const;
