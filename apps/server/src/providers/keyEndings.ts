/** The last four characters, for keys long enough that they reveal little. */
export const endingOf = (value: string | undefined): string | null =>
  value === undefined ? null : value.length < 12 ? "" : value.slice(-4);

/** What the audit log says about stored keys, by name: that they were changed, and their last characters. */
export const changedKeys = (keys: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, value]) => {
      if (value === undefined) return [];
      // Certificates all end alike.
      const ending = value.includes("\n") ? "" : endingOf(value);
      return [[name, ending ? `changed, ends in ${ending}` : "changed"]];
    }),
  );
