/** The last four characters, of keys that are long enough for it to say little. */
export const endingOf = (value: string | undefined): string | null =>
  value === undefined ? null : value.length < 12 ? "" : value.slice(-4);

/** What the audit log says of stored keys, by name: that they were changed, and how they end. */
export const changedKeys = (keys: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, value]) => {
      if (value === undefined) return [];
      // A certificate ends like any other.
      const ending = value.includes("\n") ? "" : endingOf(value);
      return [[name, ending ? `changed, ends in ${ending}` : "changed"]];
    }),
  );
