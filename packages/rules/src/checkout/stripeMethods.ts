/**
 * Vouchers and bank transfers. The payer has days to pay and commits to nothing, while tickets are only held for minutes.
 * The page and the payment exclude the same methods.
 */
export const excludedStripeMethods = ["boleto", "customer_balance", "konbini", "multibanco", "oxxo"] as const;

/**
 * Verifies a US bank account instantly: verification by micro-deposits would take days. The page and the payment use the
 * same setting.
 */
export const instantVerification = { us_bank_account: { verification_method: "instant" } } as const;
