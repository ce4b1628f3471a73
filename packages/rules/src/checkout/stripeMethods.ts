/**
 * Vouchers and bank transfers. Their payer is asked to pay within days and gives no promise until then, while tickets are
 * held for minutes. The page and the payment exclude the same ones.
 */
export const excludedStripeMethods = ["boleto", "customer_balance", "konbini", "multibanco", "oxxo"] as const;

/** Verifies a US bank account at once: deposits to compare would take days. The page and the payment say the same. */
export const instantVerification = { us_bank_account: { verification_method: "instant" } } as const;
