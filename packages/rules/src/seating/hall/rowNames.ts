/** The names of rows: 'A-F', 'AA-HH', '1-12', 'Box 1-Box 8', 'A, B, D'. Undefined if a span is not valid. */
export const rowNames = (text: string): readonly string[] | undefined => {
  const names = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => spanOf(part) ?? (/^[^-–]+$/.test(part) ? [part] : undefined));
  return names.every((list) => list !== undefined) ? names.flat() : undefined;
};

const spanOf = (part: string): readonly string[] | undefined => {
  const [, from = "", to = ""] = /^(.*?)\s*[-–]\s*(.*)$/.exec(part) ?? [];
  if (from === "" || to === "") return undefined;
  return numbersBetween(from, to) ?? lettersBetween(from, to);
};

/** The maximum number of rows in one entry of a hall. */
const mostRows = 200;

const upwards = (first: number, last: number): readonly number[] | undefined =>
  last >= first && last - first < mostRows
    ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
    : undefined;

const numbersBetween = (from: string, to: string): readonly string[] | undefined => {
  const [, prefix = "", first] = /^(.*?)(\d{1,4})$/.exec(from) ?? [];
  const [, otherPrefix = "", last] = /^(.*?)(\d{1,4})$/.exec(to) ?? [];
  if (first === undefined || last === undefined || (otherPrefix !== "" && otherPrefix !== prefix)) return undefined;
  return upwards(Number(first), Number(last))?.map((number) => `${prefix}${number}`);
};

/** 'A' to 'F', or a letter that is repeated: 'AA' to 'FF'. */
const lettersBetween = (from: string, to: string): readonly string[] | undefined => {
  const isRepeated = (text: string): boolean => /^([A-Za-z])\1*$/.test(text);
  if (from.length !== to.length || !isRepeated(from) || !isRepeated(to)) return undefined;
  return upwards(from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0)?.map((code) =>
    String.fromCodePoint(code).repeat(from.length),
  );
};

/** The inverse: row names as text, such as 'A-F' for consecutive names. */
export const rowNamesText = (names: readonly string[]): string => {
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined || names.length < 3) return names.join(", ");
  const span = spanOf(`${first}-${last}`);
  return span?.join() === names.join() ? `${first}-${last}` : names.join(", ");
};
