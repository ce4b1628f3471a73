/** A typed amount in the form of the API: '12,5' becomes '12.5'. */
export const typedAmount = (typed: string): string => typed.trim().replace(",", ".");
