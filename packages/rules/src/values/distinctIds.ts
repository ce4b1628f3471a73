/** Each id once, in the order of its first occurrence; nulls are left out. */
export const distinctIds = (ids: Iterable<string | null>): string[] => [
  ...new Set([...ids].filter((id) => id !== null)),
];
