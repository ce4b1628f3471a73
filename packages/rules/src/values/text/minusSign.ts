/** A formatted negative amount with the typographic minus sign: some locales use a hyphen. */
export const withMinusSign = (formatted: string): string => formatted.replace("-", "\u2212");
