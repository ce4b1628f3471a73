import { isPrimitive, notKnown, textOf, type Value } from "./literals.ts";

/** The parts of a test's name. Null stands for text that is known only at run time. */
export type TestName = readonly (string | null)[];

const holdsUnknown = (value: Value): boolean =>
  value === notKnown || (!isPrimitive(value) && Object.values(value).some(holdsUnknown));

/** The test runner may shorten longer text. */
const shownLength = 36;
const inQuotes = (value: Value): string | null => {
  if (typeof value !== "string") return textOf(value);
  return value.length < shownLength && !/['\\\n]/.test(value) ? `'${value}'` : null;
};

const printed = (placeholder: string, value: Value): string | null => {
  if (placeholder === "%j") return holdsUnknown(value) ? null : String(JSON.stringify(value));
  if (placeholder === "%o" || placeholder === "%O") return inQuotes(value);
  if (placeholder === "%s" || !isPrimitive(value)) return textOf(value);
  return String(placeholder === "%i" ? Number.parseInt(String(value)) : Number(value));
};

/** The text in place of `$path`: of the row if it is an object, else of its items, counted from 0. */
const field = (path: string, row: Value): string | null => {
  const isOfItem = /^\d+$/.test(path);
  if (isPrimitive(row) || (Array.isArray(row) && !isOfItem)) return isOfItem ? null : `$${path}`;
  let value: Value = row;
  for (const key of path.split(".")) {
    if (value === notKnown || isPrimitive(value)) return null;
    value = (value as { readonly [key: string]: Value })[key];
  }
  return inQuotes(value);
};

const placeholders = /%[sdifjoOc%#$]|\$[\w$.]+/g;

/** The parts of a name whose placeholders are filled with a row of `each`. */
export const filledName = (name: string, row: Value, index: number): TestName => {
  const items: readonly Value[] = Array.isArray(row) ? (row as readonly Value[]) : [row];
  const parts: (string | null)[] = [];
  let [used, end] = [0, 0];
  const fill = (placeholder: string): string | null => {
    if (placeholder === "%%") return "%";
    if (row === notKnown) return null;
    if (placeholder === "%#") return String(index);
    if (placeholder === "%$") return String(index + 1);
    if (placeholder.startsWith("$")) return field(placeholder.slice(1), row);
    used += 1;
    return printed(placeholder, items[used - 1]);
  };
  for (const { 0: placeholder, index: start } of name.matchAll(placeholders)) {
    parts.push(name.slice(end, start), fill(placeholder));
    end = start + placeholder.length;
  }
  return [...parts, name.slice(end)];
};
