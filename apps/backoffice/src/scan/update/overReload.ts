/** What storage says, or null: a browser that blocks all storage throws. */
export const orNothing = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const keyOf = (name: string): string => `foyer-gate-${name}`;

/** What this tab has kept over a reload, or over having been put away by the system. */
export const keptOverReload = (name: string): string | null => orNothing(() => sessionStorage.getItem(keyOf(name)));

/** Without a value it is forgotten. */
export const keepOverReload = (name: string, value: string | undefined): void =>
  void orNothing(() =>
    value === undefined ? sessionStorage.removeItem(keyOf(name)) : sessionStorage.setItem(keyOf(name), value),
  );
