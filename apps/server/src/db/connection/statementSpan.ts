import type { SpanInfo } from "../../signals/tracing.ts";
import { isPrepared, statementName } from "../statements/statementNames.ts";

const spans = new Map<string, SpanInfo>();
const maxSpans = 2000;

/**
 * The span of a statement: its operation, its table, and the name by which PostgreSQL knows it. It contains neither the
 * text nor the parameters.
 */
export const statementSpan = (text: string): SpanInfo => {
  const known = spans.get(text);
  if (known) return known;
  const span = describe(text);
  if (spans.size < maxSpans) spans.set(text, span);
  return span;
};

/** The first table that a statement names; not a function, and not one of its own CTEs. */
const tableOf = (text: string): string | undefined => {
  const own = new Set(
    [...text.matchAll(/\b([a-z_]+)(?: \([^)]*\))? as (?:not )?(?:materialized )?\(/gi)].map(([, name]) => name),
  );
  for (const [, written, read] of text.matchAll(namedTables)) {
    const name = written ?? read;
    if (name !== undefined && !own.has(name) && !notTables.has(name)) return name;
  }
  return undefined;
};
/** A name followed by a parenthesis is a function, except in `insert into table (…)`. */
const namedTables = /\b(?:into\s+"?([a-z_]+)|(?:from|join|update)\s+(?:only\s+)?"?([a-z_]+)"?(?![\w".]|\s*\())/gi;
const notTables = new Set(["lateral", "set", "of", "skip", "unnest", "generate_series", "generate_subscripts"]);

const describe = (text: string): SpanInfo => {
  const plain = text.replace(/\/\*.*?\*\//gs, " ").trimStart();
  const [, operation = "statement"] = /^(select|insert|update|delete|with|commit|rollback)\b/i.exec(plain) ?? [];
  const table = tableOf(plain);
  return {
    name: [operation.toLowerCase(), ...(table === undefined ? [] : [table])].join(" "),
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      ...(table !== undefined && { "db.collection.name": table }),
      ...(isPrepared(text) && { "foyer.statement": statementName(text) }),
    },
  };
};
