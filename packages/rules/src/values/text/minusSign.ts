/** A formatted negative amount with the minus sign of typography: some locales format it with a hyphen. */
export const withMinusSign = (formatted: string): string => formatted.replace("-", "\u2212");
