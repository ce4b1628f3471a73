/** A token: a comment, a quoted text or name, a body between `$$`, a comma or parenthesis, or the text between these. */
const token = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|[(),]|[^-'"$(),]+|[^]/g;

/** Splits at commas outside of parentheses, and drops comments. */
const partsOf = (text: string): string[] => {
  const parts = [""];
  let depth = 0;
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith("--")) continue;
    if (found === "(") depth += 1;
    if (found === ")") depth -= 1;
    if (found === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += found;
  }
  return parts.map((part) => part.trim());
};

const withoutComments = (text: string): string =>
  [...text.matchAll(token)]
    .map(([found]) => (found.startsWith("--") ? "" : found))
    .join("")
    .trim();

const severalAtOnce =
  /^(alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\w+\s+|drop\s+index\s+(?:if\s+exists\s+)?)([^]*)$/i;

/**
 * Splits a statement of a migration into commands that a cluster accepts: it refuses to add a constraint together with
 * another change of the table, and to drop two indexes at once.
 */
export const singleCommands = (statement: string): string[] => {
  const text = withoutComments(statement);
  const [, command = "", list = ""] = severalAtOnce.exec(text) ?? [];
  return command === "" ? [text] : partsOf(list).map((part) => `${command.trim()} ${part}`);
};

/** The table that a command creates. */
export const createdTable = (command: string): string | undefined =>
  /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(command)?.[1];

/** A command that adds a column with an unnamed check, split where the name belongs. */
export type UnnamedCheck = { readonly table: string; readonly before: string; readonly after: string };

const addedColumn = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)\s+add\s+column\s/i;

export const unnamedCheck = (command: string): UnnamedCheck | undefined => {
  const table = addedColumn.exec(command)?.[1];
  if (table === undefined) return undefined;
  let before = "";
  let depth = 0;
  for (const [found] of command.matchAll(token)) {
    const at = depth === 0 ? /(?<!\bconstraint\s+\w+\s+)\bcheck\s*$/i.exec(found) : null;
    if (at) {
      const place = before.length + at.index;
      return { table, before: command.slice(0, place), after: command.slice(place) };
    }
    if (found === "(") depth += 1;
    if (found === ")") depth -= 1;
    before += found;
  }
  return undefined;
};
