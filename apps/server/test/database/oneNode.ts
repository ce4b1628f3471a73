/** Why a distributed database would not run a statement on the one node that has its seller. */
export type Refusal = "seller of another table" | "insert in a with" | "insert without an answer" | "advisory lock";

/** The texts between backquotes. What is inside of `${…}` is left as it is; a template in it counts on its own. */
const templatesIn = (source: string): string[] => {
  const templates: string[] = [];
  const open: { readonly start: number; depth: number }[] = [];
  for (let at = 0; at < source.length; at++) {
    const innermost = open.at(-1);
    const isInText = innermost?.depth === 0;
    if (source[at] === "\\") at += 1;
    else if (source[at] === "`" && isInText) templates.push(source.slice((open.pop()?.start ?? 0) + 1, at));
    else if (source[at] === "`") open.push({ start: at, depth: 0 });
    else if (isInText && source.startsWith("${", at)) innermost.depth = 1;
    else if (innermost && !isInText && source[at] === "{" && source[at - 1] !== "$") innermost.depth += 1;
    else if (innermost && !isInText && source[at] === "}") innermost.depth -= 1;
  }
  return templates;
};

/** The subquery around a position: from its bracket to the one that closes it. Undefined outside of one. */
const subqueryAround = (text: string, position: number): string | undefined => {
  let depth = 0;
  for (let start = position; start >= 0; start--) {
    if (text[start] === ")") depth += 1;
    if (text[start] !== "(") continue;
    if (depth > 0) depth -= 1;
    else if (/^\(\s*(?:select|with|update|delete)\b/.test(text.slice(start)))
      return text.slice(start, endOf(text, start));
  }
  return undefined;
};

const endOf = (text: string, start: number): number => {
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    if (depth === 0) return end;
  }
  return text.length;
};

/** The names that a query gives to its tables. */
const tableNamesIn = (query: string): ReadonlySet<string | undefined> =>
  new Set(
    [
      /\b(?:from|join|update|into|using)\s+(?:lateral\s+)?[a-z_]+\s+(?:as\s+)?([a-z_]+)\b/g,
      /\b(?:from|join|update|into|using)\s+([a-z_]+)\b/g,
      /\)\s+(?:as\s+)?([a-z_]+)\b/g,
      /\b(?:from|join)\s+\$\{[^}]*\}\s+(?:as\s+)?([a-z_]+)\b/g,
    ].flatMap((names) => [...query.matchAll(names)].map(([, name]) => name)),
  );

const sellersOfOtherTables = (text: string): Refusal[] =>
  [...text.matchAll(/(?<![\w.])(?:[a-z_]+\.)?seller_id = ([a-z_]+)\.seller_id/g)]
    .filter(({ index, 1: other }) => {
      const subquery = subqueryAround(text, index);
      return subquery !== undefined && !tableNamesIn(subquery).has(other);
    })
    .map(() => "seller of another table");

const refusalsOf = (text: string): Refusal[] => [
  ...sellersOfOtherTables(text),
  ...[...text.matchAll(/\(\s*insert into/g)].map((): Refusal => "insert in a with"),
  ...(/^\s*insert into (?!installation_note)[^`]*\bselect\b/.test(text) &&
  !/\bon conflict\b|\breturning\b|withAnswer/.test(text)
    ? ["insert without an answer" as const]
    : []),
  ...[...text.matchAll(/\bpg_(?:try_)?advisory_(?:xact_)?lock/g)].map((): Refusal => "advisory lock"),
];

/**
 * What a cluster would refuse, or send to several nodes, among the statements of a source: a subquery that names its seller
 * by another table's, an insert in a `with`, rows that are inserted by `copy`, a lock of one node. docs/operations.md.
 */
export const refusalsIn = (source: string): Refusal[] => [
  ...templatesIn(source).flatMap(refusalsOf),
  // Kysely's.
  ...[...source.matchAll(/\.whereRef\("(?:\w+\.)?seller_id"/g)].map((): Refusal => "seller of another table"),
];
