/** Words of redeeming a membership that was given. */
export const redeemStrings = {
  "redeem.title": "Redeem your gift",
  "redeem.intro": "Somebody has given you a membership. Its code stands in the letter that came with it.",
  "redeem.code": "Gift code",
  "redeem.code.hint": "Ten letters or digits",
  "redeem.code.submit": "Continue",
  "redeem.code.change": "Change",
  "redeem.code.change.label": "Use another code",
  "redeem.invalid": "You must enter a valid code",
  "redeem.expired": "This code has expired",
  "redeem.exhausted": "This code has already been redeemed",
  "redeem.level": "Choose your membership",
  "redeem.level.only": "Your membership",
  "redeem.begins": "It begins today.",
  "redeem.submit": "Redeem",
  "redeem.done": "Your membership is in your cart.",
  "redeem.loading": "Looking up your gift",
} as const;
