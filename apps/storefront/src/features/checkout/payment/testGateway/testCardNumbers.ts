/** The card vendor's well-known test numbers, as the test gateway knows them, and what each does. */
export const testCardNumbers = [
  { number: "4242424242424242", does: "succeeds" },
  { number: "4000000000003220", does: "asks" },
  { number: "4000000000000002", does: "declined" },
  { number: "4000000000009995", does: "funds" },
  { number: "4000000000000069", does: "expired" },
  { number: "4000000000000127", does: "cvc" },
  { number: "4000000000000119", does: "error" },
  { number: "4000000000000077", does: "clears" },
  { number: "4000000000000093", does: "returned" },
] as const;
