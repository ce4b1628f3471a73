/** Texts of an amount that the visitor chooses. */
export const amountStrings = {
  "reserve.amount": "Amount for “{name}”",
  "reserve.amount.between": "Between {min} and {max}",
  "reserve.missing.price": "Value entered is outside min/max",
  "reserve.step.price": "Please enter an amount in steps of {step}",
  "one_ticket.amount": "Your amount",
} as const;
