/** Where money is refunded to. */
export const destinations = ["same_means", "gift_card"] as const;

export const refundDestinations = [
  { value: "same_means", label: "The original payment" },
  { value: "gift_card", label: "A new gift card" },
] as const;
