/** The titles of the seller's pages, which are the links in the footer too. */
export const sellerPageStrings = {
  "shell.terms": "Terms and conditions",
  "shell.privacy": "Privacy",
  "shell.imprint": "Imprint",
  "shell.accessibility": "Accessibility",
} as const;
