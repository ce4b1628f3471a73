/** The well-known test card numbers that the test gateway accepts, with their outcomes. */
export const testCardNumbers = [
  { number: "4242424242424242", outcome: "succeeds" },
  { number: "4000000000003220", outcome: "asks" },
  { number: "4000000000000002", outcome: "declined" },
  { number: "4000000000009995", outcome: "funds" },
  { number: "4000000000000069", outcome: "expired" },
  { number: "4000000000000127", outcome: "cvc" },
  { number: "4000000000000119", outcome: "error" },
  { number: "4000000000000077", outcome: "clears" },
  { number: "4000000000000093", outcome: "returned" },
] as const;
