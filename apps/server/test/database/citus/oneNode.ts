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
  [...text.matchAll(/(?<![\w.])(?:[a-z_]+\.)?seller_id = ([a-z_]+|\$\{\w+\})\.seller_id/g)]
    .filter(({ index, 1: other }) => {
      const subquery = subqueryAround(text, index);
      return subquery !== undefined && !tableNamesIn(subquery).has(other);
    })
    .map(() => "seller of another table");

/** Subqueries of a row of `seller` outside, such as "exists (… where k.seller_id = s.id)" of "from seller s". */
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

/** Functions of JSON and text depend on the settings of a session for some types, so nodes might answer otherwise. */
const stableFunction =
  /\b(?:to_jsonb?|jsonb?_build_(?:object|array)|row_to_json|format|concat|concat_ws|to_char|date_trunc)\(/g;

/** In what an update sets; what is passed to the function or is a literal of its statement stays the same on each node. */
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
 * Whether a query over all sellers has a subquery that reads nothing but a function, such as an array of the row outside:
 * a cluster refuses it ("the FROM clause contains a set returning function"), unless it is a `lateral` table.
 */
export const readsFunctionInSubquery = (query: string): boolean =>
  /(?<!\blateral )\(\s*select\b(?:(?!\bfrom\b)[^])*\bfrom (?:unnest|jsonb_\w+|json_\w+|generate_series|regexp_\w+|string_to_table)\(/.test(
    query,
  );

/** Whether a query over all sellers has a subquery in a `having`: a cluster refuses it where it refers to the rows outside. */
export const hasSubqueryInHaving = (query: string): boolean =>
  [...query.matchAll(/\bhaving\b/g)].some(({ index }) =>
    /\(\s*select\b/.test(query.slice(index, endOfQuery(query, index))),
  );

/** Where the query ends that a position is in: at the bracket around it, or the next part of a union. */
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
 * What a cluster would refuse, or send to several nodes, among the statements of a source: a subquery that names its seller
 * by another table's or by the row of `seller` outside of it, an insert in a `with`, rows that are inserted by `copy`, a column that an insert of a table's rows returns
 * without the name of its table (the node calls the table otherwise), an outer join to a table that every node has (Citus 13.2
 * ends), a short `case` in a change (it is sent on as `case state when (state = …)`), a moment that a change moves by a
 * column (a sum of a moment depends on the zone of the session), a moment of the statement in a `case` of a change, a
 * subquery among inserted values, a join by an id alone, a parameter behind the `on conflict` of
 * selected rows (the node gets no other, and knows no types of theirs), a function in a change that answers otherwise each
 * time, a row that changes its seller and with it its node, a clock that may answer otherwise on each node, a lock of one
 * node. docs/operations.md.
 */
export const refusalsIn = (source: string): Refusal[] => [
  ...templatesIn(source).flatMap(refusalsOf),
  // Kysely's.
  ...[...source.matchAll(/\.whereRef\("(?:\w+\.)?seller_id"/g)].map((): Refusal => "seller of another table"),
  // Of two tables of sellers; a table of every node is joined by its key alone, and what a `with` made is of one seller.
  ...[
    ...source.matchAll(/\.(?:inner|left)Join\(\s*"(?!seller\b|freed_session\b)[^"]+",\s*"[^"]+",\s*"[^"]+",?\s*\)/g),
  ].map((): Refusal => "join without its seller"),
  // Every node is asked for the slug's rows; a transaction that has done so may not add a seller.
  ...[...source.matchAll(/\.innerJoin\("seller as (\w+)"[^;]*?\.where\("\1\.slug"/g)].map(
    (): Refusal => "seller by its slug",
  ),
];
