/** The titles of the seller's pages, which are the links at the foot too. */
export const sellerPageStrings = {
  "shell.terms": "Terms and conditions",
  "shell.privacy": "Privacy",
  "shell.imprint": "Imprint",
  "shell.accessibility": "Accessibility",
} as const;
