/** A chapter's document as a form edits it. It may contain anything, including wrong values. */
export type Loose = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Loose => (isRecord(value) ? value : {});
export const recordsOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.map(recordOf) : []);

/** The text that a field shows for a value. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** The record with a field set. An empty text or undefined removes the field, so that its default applies. */
export const withField = (record: Loose, name: string, value: unknown): Loose => {
  if (value !== undefined && value !== "") return { ...record, [name]: value };
  const { [name]: _, ...rest } = record;
  return rest;
};

export const replaceAt = <T>(list: readonly T[], index: number, value: T): readonly T[] =>
  list.map((one, at) => (at === index ? value : one));
export const removeAt = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index);

/** The list with an entry moved to another position. */
export const moveTo = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return list;
  return removeAt(list, from).toSpliced(to, 0, moved);
};

/**
 * A typed number. Text that is not a number stays text and is refused at its field. So do '1.' and '1.0', which may become
 * '1.05'.
 */
export const numberOf = (typed: string): number | string | undefined =>
  typed === "" ? undefined : /^-?\d+(?:\.\d*[1-9])?$/.test(typed) ? Number(typed) : typed;
