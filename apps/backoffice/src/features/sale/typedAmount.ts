/** An amount as it travels: '12,5' is '12.5'. */
export const typedAmount = (typed: string): string => typed.trim().replace(",", ".");
