/** Where money is refunded to. */
export const destinations = ["same_means", "gift_card"] as const;

export const refundDestinations = [
  { value: "same_means", label: "The means that paid" },
  { value: "gift_card", label: "A new gift card" },
] as const;
