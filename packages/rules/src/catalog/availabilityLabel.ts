export type AvailabilityLabel = { readonly kind: "few" } | { readonly kind: "count"; readonly left: number };
const fewLeftThreshold = 10;

/**
 * The availability hint: 'Few tickets left' under 10; with a threshold set by the seller only the number, and only
 * below the threshold. `left` is null for 100 or more.
 */
export const availabilityLabel = (
  left: number | null,
  threshold: number | undefined,
): AvailabilityLabel | undefined => {
  if (left === null || left <= 0) return undefined;
  if (threshold !== undefined) return left < threshold ? { kind: "count", left } : undefined;
  return left < fewLeftThreshold ? { kind: "few" } : undefined;
};
