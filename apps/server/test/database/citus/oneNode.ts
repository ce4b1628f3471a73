/** Why a distributed database would not run a statement on the one node that has its seller. */
export type Refusal =
  | "seller of another table"
  | "seller of every node outside"
  | "insert in a with"
  | "insert without an answer"
  | "answer without its table"
  | "outer join to a table of every node"
  | "short case"
  | "moment by a column"
  | "moment in a case"
  | "stable function of a column"
  | "subquery in values"
  | "join without its seller"
  | "seller by its slug"
  | "parameter behind a conflict"
  | "volatile in a change"
  | "change of the seller"
  | "clock of each node"
  | "advisory lock";

/** The texts between backquotes. The contents of `${…}` stay as they are; a template inside counts separately. */
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

/** The subquery around a position, from its opening to its closing parenthesis. Undefined outside a subquery. */
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
  [...text.matchAll(/(?<![\w.])(?:[a-z_]+\.)?seller_id = ([a-z_]+|\$\{\w+\})\.seller_id/g)]
    .filter(({ index, 1: other }) => {
      const subquery = subqueryAround(text, index);
      return subquery !== undefined && !tableNamesIn(subquery).has(other);
    })
    .map(() => "seller of another table");

/** Subqueries that refer to an outer row of `seller`, such as "exists (… where k.seller_id = s.id)" in "from seller s". */
const sellersOutside = (text: string): Refusal[] =>
  [...text.matchAll(/\bseller_id = ([a-z_]+)\.id\b/g)]
    .filter(({ index, 1: outer }) => {
      const subquery = subqueryAround(text, index);
      return (
        subquery !== undefined &&
        !tableNamesIn(subquery).has(outer) &&
        new RegExp(`\\b(?:from|join) seller ${outer}\\b`).test(text)
      );
    })
    .map(() => "seller of every node outside");

/** Functions of JSON and text depend on session settings for some types, so nodes might return different results. */
const stableFunction =
  /\b(?:to_jsonb?|jsonb?_build_(?:object|array)|row_to_json|format|concat|concat_ws|to_char|date_trunc)\(/g;

/**
 * Only in what an update sets, and only with columns as arguments: parameters and literals have the same value on each
 * node.
 */
const stableFunctionsOfColumns = (text: string): Refusal[] => {
  const [, set = ""] = /^\s*update\b[^`]*?\bset\b([^`]*)/.exec(text) ?? [];
  return [...set.matchAll(stableFunction)]
    .map(({ index, 0: { length } }) => set.slice(index + length, endOf(set, index + length - 1)))
    .filter((passed) =>
      /[a-z_]/i.test(passed.replaceAll(/'[^']*'|\$\{[^}]*\}|\$\d+|::\s*\w+(?:\[\])?|\b(?:null|true|false)\b/g, "")),
    )
    .map((): Refusal => "stable function of a column");
};

const refusalsOf = (text: string): Refusal[] => [
  ...sellersOfOtherTables(text),
  ...sellersOutside(text),
  ...[...text.matchAll(/\(\s*insert into/g)].map((): Refusal => "insert in a with"),
  ...(/^\s*insert into (?!installation_note)[^`]*\bselect\b/.test(text) &&
  !/\bon conflict\b|\breturning\b|withAnswer/.test(text)
    ? ["insert without an answer" as const]
    : []),
  ...(/\binsert into (?!page_release)[^`]*\bselect\b[^`]*\bfrom (?!unnest|jsonb_)[^`]*\breturning (?!true\b|\w+\.|case\b)/.test(
    text,
  )
    ? ["answer without its table" as const]
    : []),
  ...(/\bfrom (?:seller|staff\w*) \w+\b[^`]*?\bleft join (?!lateral|seller|staff(?!_grant))/.test(text)
    ? ["outer join to a table of every node" as const]
    : []),
  ...(/\bcase [a-z_.]+ when\b/.test(text) && !/^\s*(?:select|with)\b/.test(text) ? ["short case" as const] : []),
  ...(/\bset (?:(?!\bwhere\b)[^`])*?\bapp_now\(\) [+-] (?:(?!\bwhere\b|\bfrom\b)[^`])*?\b[a-z]\.[a-z_]+/.test(text) ||
  /\bset (?:(?!\bwhere\b)[^`])*?= (?:[a-z]+\.)?[a-z_]+ [+-] (?:interval|make_interval)\b/.test(text)
    ? ["moment by a column" as const]
    : []),
  ...(/^\s*update\b[^`]*\b(?:case\b(?:(?!\bend\b)[^`])*|coalesce\([^()]*)(?:\bnow\(\)|\bcurrent_timestamp\b|[+-]\s*interval\b)/.test(
    text,
  )
    ? ["moment in a case" as const]
    : []),
  ...stableFunctionsOfColumns(text),
  ...(/\binsert into [^`]*\bvalues\s*\((?:(?!\bon conflict\b)[^`])*\(\s*select\b/.test(text)
    ? ["subquery in values" as const]
    : []),
  ...(/\binsert into [^`]*\bselect\b[^`]*\bon conflict\b[^`]*\$(?:\d|\{(?!sql\.|with))/.test(text)
    ? ["parameter behind a conflict" as const]
    : []),
  ...(/^\s*(?:with\b[^`]*?\)\s*)?(?:update|delete from)\b[^`]*\b(?:gen_random_uuid|random|clock_timestamp|nextval)\(/.test(
    text,
  )
    ? ["volatile in a change" as const]
    : []),
  ...(/\b(?:set|update set) (?:(?!\bwhere\b)[^`])*?(?<![\w.])seller_id = /.test(text) && /\bupdate\b/.test(text)
    ? ["change of the seller" as const]
    : []),
  ...(/\bfunction app_now\(\)(?:(?!\$\$)[^`])*\bstable\b/.test(text) ? ["clock of each node" as const] : []),
  ...[...text.matchAll(/\bpg_(?:try_)?advisory_(?:xact_)?lock/g)].map((): Refusal => "advisory lock"),
];

/**
 * Whether a query over all sellers has a subquery that reads only from a function, such as an array of the outer row. A
 * cluster refuses it ("the FROM clause contains a set returning function"), unless it is a `lateral` table.
 */
export const readsFunctionInSubquery = (query: string): boolean =>
  /(?<!\blateral )\(\s*select\b(?:(?!\bfrom\b)[^])*\bfrom (?:unnest|jsonb_\w+|json_\w+|generate_series|regexp_\w+|string_to_table)\(/.test(
    query,
  );

/** Whether a query over all sellers has a subquery in a `having`, which a cluster refuses if it refers to outer rows. */
export const hasSubqueryInHaving = (query: string): boolean =>
  [...query.matchAll(/\bhaving\b/g)].some(({ index }) =>
    /\(\s*select\b/.test(query.slice(index, endOfQuery(query, index))),
  );

/** The end of the query around a position: the closing parenthesis, or the next part of a union. */
const endOfQuery = (text: string, start: number): number => {
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && /^union\b/.test(text.slice(end, end + 6)))) return end;
  }
  return text.length;
};

/**
 * The statements in a source file that a cluster would refuse, or send to several nodes (docs/operations/cluster.md):
 * - a subquery whose seller comes from another table, or from an outer row of `seller`
 * - an insert in a `with`
 * - an `insert … select` without `returning`, which a cluster runs by `copy`
 * - an `insert … select` that returns a column without its table's name, since nodes name the table differently
 * - an outer join to a reference table, which crashes Citus 13.2
 * - a short `case` in a change, which is sent as `case state when (state = …)`
 * - a time that a change shifts by a column, which depends on the session's time zone
 * - the statement's time in a `case` of a change
 * - a subquery among inserted values
 * - a join by an id alone
 * - a parameter after the `on conflict` of selected rows, whose type the node does not know
 * - a volatile function in a change
 * - a change of a row's seller, and therefore of its node
 * - a clock that may differ between nodes
 * - a lock of a single node
 */
export const refusalsIn = (source: string): Refusal[] => [
  ...templatesIn(source).flatMap(refusalsOf),
  // In Kysely's syntax.
  ...[...source.matchAll(/\.whereRef\("(?:\w+\.)?seller_id"/g)].map((): Refusal => "seller of another table"),
  // Joins two tables of sellers. A reference table may be joined by its key alone, and a CTE only has rows of one seller.
  ...[
    ...source.matchAll(/\.(?:inner|left)Join\(\s*"(?!seller\b|freed_session\b)[^"]+",\s*"[^"]+",\s*"[^"]+",?\s*\)/g),
  ].map((): Refusal => "join without its seller"),
  // Asks every node for the slug's rows; a transaction that has done so may not add a seller.
  ...[...source.matchAll(/\.innerJoin\("seller as (\w+)"[^;]*?\.where\("\1\.slug"/g)].map(
    (): Refusal => "seller by its slug",
  ),
];
