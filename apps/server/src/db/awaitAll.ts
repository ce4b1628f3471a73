/** Awaits promises by name. All are already running, so statements keep the order in which they are listed. */
export const awaitAll = async <Promises extends Readonly<Record<string, Promise<unknown>>>>(
  promises: Promises,
): Promise<{ readonly [Name in keyof Promises]: Awaited<Promises[Name]> }> => {
  const values = await Promise.all(Object.values(promises));
  return Object.fromEntries(Object.keys(promises).map((name, index) => [name, values[index]])) as {
    readonly [Name in keyof Promises]: Awaited<Promises[Name]>;
  };
};
