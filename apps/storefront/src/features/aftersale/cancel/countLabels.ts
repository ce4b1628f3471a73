/** How often each label is there, in the order in which they first come. */
export const countLabels = (labels: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
};
