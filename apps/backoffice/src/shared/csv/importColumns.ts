/** The fields of an import with what they are called, on screen and usually in files. */
export type ImportFields<Name extends string> = readonly {
  readonly name: Name;
  readonly label: string;
  readonly isNeeded: boolean;
  /** In small letters alone. */
  readonly usual: readonly string[];
}[];

/** The column of each field, from 0. */
export type ChosenColumns<Name extends string> = Readonly<Partial<Record<Name, number | undefined>>>;

/** Columns that are named as usual. */
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

/** Those that are chosen; undefined: a column that is needed is not. */
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
