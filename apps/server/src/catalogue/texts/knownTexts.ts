import { handlerNames } from "@foyer/contract/handlers.ts";
import { reasonDescriptions, refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import texts from "./texts.json" with { type: "json" };

/** Every text that a seller can replace, by its key, as it is without the seller's own. Placeholders look like `{name}`. */
export const knownTexts: ReadonlyMap<string, string> = new Map(Object.entries(texts));

const pluralForm = /\.(?:zero|one|two|few|many|other)$/;

/** Texts by keys that are put together: of errors, of the reasons of refused codes, and of refused promo codes. */
const errorTexts: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...reasonDescriptions, ...refusalDescriptions }).map(([code, text]): [string, string] => [
    `error.${code}`,
    text,
  ]),
  // What the server says of a code is shown as it is, so that nothing is filled in.
  ...Object.keys(refusalDescriptions).map((code): [string, string] => [`promo.error.${code}`, ""]),
]);
/** The names of the fields of tickets' labels, which have no placeholder. */
const labelKeys: ReadonlySet<string> = new Set(handlerNames.map((handler) => `details.label.${handler}`));

/** The text that a key replaces; the form of a plural replaces the plural's. */
const replacedText = (key: string): string | undefined =>
  knownTexts.get(key) ??
  errorTexts.get(key) ??
  (labelKeys.has(key) ? "" : undefined) ??
  knownTexts.get(key.replace(pluralForm, ""));

const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

/** What is wrong with a seller's own text, and what may not be meant; neither for one that is fine. */
export const checkOwnText = (
  key: string,
  own: string,
): { readonly error?: string | undefined; readonly doubt?: string | undefined } => {
  const replaced = replacedText(key);
  if (replaced === undefined) return { doubt: "replaces nothing: there is no text with this key" };
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
