export type AvailabilityLabel = { readonly kind: "few" } | { readonly kind: "count"; readonly left: number };
const fewLeftThreshold = 10;

/**
 * What is said about the room left: 'Few tickets left' under 10; with the seller's threshold set, only the number, and
 * only below the threshold (document 2 §9).
 */
export const availabilityLabel = (
  left: number | null,
  threshold: number | undefined,
): AvailabilityLabel | undefined => {
  if (left === null || left <= 0) return undefined;
  if (threshold !== undefined) return left < threshold ? { kind: "count", left } : undefined;
  return left < fewLeftThreshold ? { kind: "few" } : undefined;
};
