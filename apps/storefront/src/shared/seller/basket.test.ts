import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";

const catalogue = join(import.meta.dirname, "../../../../../packages/demo/sellers/larkfield.yaml");
const tables = import.meta.glob<Record<string, Readonly<Record<string, string>>>>("../../**/*.strings.ts", {
  eager: true,
});
const refusals = Object.entries(refusalDescriptions).map(([code, text]): [string, string] => [`error.${code}`, text]);
const texts = [...Object.values(tables).flatMap((table) => Object.values(table).flatMap(Object.entries)), ...refusals];

test("a seller that says basket says it in every text about the cart", () => {
  const ownKeys = new Set([...readFileSync(catalogue, "utf8").matchAll(/^ {4}([a-z_.]+): /gm)].map(([, key]) => key));
  const missing = texts.filter(([key, text]) => /\bcart\b/i.test(text) && !ownKeys.has(key)).map(([key]) => key);
  expect([...new Set(missing)]).toEqual([]);
});
