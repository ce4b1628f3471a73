import { handlerNames } from "@foyer/contract/handlers.ts";
import { reasonDescriptions, refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import texts from "./texts.json" with { type: "json" };

/** The default of every text that a seller can replace, by key. Placeholders look like `{name}`. */
export const knownTexts: ReadonlyMap<string, string> = new Map(Object.entries(texts));

const pluralForm = /\.(?:zero|one|two|few|many|other)$/;

/** Texts whose keys are composed: errors, reasons why codes are refused, and refused promo codes. */
const errorTexts: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...reasonDescriptions, ...refusalDescriptions }).map(([code, text]): [string, string] => [
    `error.${code}`,
    text,
  ]),
  // The server's text about a code is shown as it is, without placeholders.
  ...Object.keys(refusalDescriptions).map((code): [string, string] => [`promo.error.${code}`, ""]),
]);
/** Every text with a default, by key: those of the screens and e-mails, and why something is refused. */
export const replaceableTexts: ReadonlyMap<string, string> = new Map(
  [...knownTexts, ...[...errorTexts].filter(([, text]) => text !== "")].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  ),
);
/** The names of fields in ticket labels, which have no placeholders. */
const labelKeys: ReadonlySet<string> = new Set(handlerNames.map((handler) => `details.label.${handler}`));

/** The text that a key replaces. A key with a plural suffix falls back to the key without it. */
const replacedText = (key: string): string | undefined =>
  knownTexts.get(key) ??
  errorTexts.get(key) ??
  (labelKeys.has(key) ? "" : undefined) ??
  knownTexts.get(key.replace(pluralForm, ""));

const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

/** What is wrong (`error`) or questionable (`doubt`) about a seller's own text. Both are undefined for a valid text. */
export const checkOwnText = (
  key: string,
  own: string,
): { readonly error?: string | undefined; readonly doubt?: string | undefined } => {
  const replaced = replacedText(key);
  if (replaced === undefined) return { doubt: "replaces nothing: there is no text with this key" };
  if (own.trim() === "") return { doubt: "is empty: nothing is shown in its place" };
  const there = placeholdersIn(replaced);
  const given = placeholdersIn(own);
  const [unknown] = given.filter((name) => !there.includes(name));
  if (unknown !== undefined)
    return {
      error: `has the placeholder {${unknown}}, which this text does not have${
        there.length > 0 ? `; it has ${there.map((name) => `{${name}}`).join(", ")}` : ""
      }`,
    };
  const missing = there.filter((name) => !given.includes(name));
  // 'One ticket' needs no number.
  const forgotten = pluralForm.test(key) ? missing.filter((name) => name !== "count") : missing;
  return forgotten.length > 0 ? { doubt: `leaves out ${forgotten.map((name) => `{${name}}`).join(", ")}` } : {};
};
