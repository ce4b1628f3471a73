/** The number of occurrences of each label, in the order of their first occurrence. */
export const countLabels = (labels: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
};
