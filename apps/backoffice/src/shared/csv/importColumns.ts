/** The fields of an import, with their labels and the usual names of their columns. */
export type ImportFields<Name extends string> = readonly {
  readonly name: Name;
  readonly label: string;
  readonly isNeeded: boolean;
  /** Lower case only. */
  readonly usual: readonly string[];
}[];

/** The column of each field, counted from 0. */
export type ChosenColumns<Name extends string> = Readonly<Partial<Record<Name, number | undefined>>>;

/** Assigns columns that have one of the usual names. */
export const guessColumns = <Name extends string>(
  fields: ImportFields<Name>,
  header: readonly string[],
): ChosenColumns<Name> => {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const found: Partial<Record<Name, number>> = {};
  for (const { name, usual } of fields) {
    const column = names.findIndex((one) => usual.includes(one));
    if (column >= 0) found[name] = column;
  }
  return found;
};

/** The chosen columns; undefined if a required column is not chosen. */
export const chosenColumns = <Name extends string>(
  fields: ImportFields<Name>,
  columns: ChosenColumns<Name>,
): Readonly<Partial<Record<Name, number>>> | undefined => {
  if (fields.some(({ name, isNeeded }) => isNeeded && columns[name] === undefined)) return undefined;
  const chosen: Partial<Record<Name, number>> = {};
  for (const { name } of fields) {
    const column = columns[name];
    if (column !== undefined) chosen[name] = column;
  }
  return chosen;
};
