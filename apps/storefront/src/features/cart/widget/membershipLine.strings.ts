export const membershipLineStrings = {
  "cart.membership.renew": "{level}, renewal",
  "cart.membership.gift": "{level}, gift",
  "cart.membership.gift_for": "Gift for {name}",
} as const;
