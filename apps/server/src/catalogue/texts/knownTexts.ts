import texts from "./texts.json" with { type: "json" };

/** Every text that a seller can replace, by its key, as it is without the seller's own. Placeholders look like `{name}`. */
export const knownTexts: ReadonlyMap<string, string> = new Map(Object.entries(texts));

/** Keys that are put together: of refused codes with their reason, and of a handler's label. */
const openKeys = /^(?:error|promo\.error|details\.label)\./;
const pluralForm = /\.(?:zero|one|two|few|many|other)$/;

/** The text that a key replaces; the form of a plural replaces the plural's. */
const replacedText = (key: string): string | undefined =>
  knownTexts.get(key) ?? knownTexts.get(key.replace(pluralForm, ""));

const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

/** What is wrong with a seller's own text, and what may not be meant; neither for one that is fine. */
export const checkOwnText = (
  key: string,
  own: string,
): { readonly error?: string | undefined; readonly doubt?: string | undefined } => {
  const replaced = replacedText(key);
  if (replaced === undefined)
    return openKeys.test(key) ? {} : { doubt: "replaces nothing: there is no text with this key" };
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
