import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import {
  LineCounter,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
} from "yaml";
import type * as z from "zod";
import { Catalogue } from "./catalogue.ts";
import { Key } from "./fields.ts";
import { formatPath, type Path, type Problem } from "./problems.ts";

/** A catalogue of the right shape. `problemAt` finds the line and column of a path. */
export type CatalogueSource = {
  readonly file: string;
  /** Paths of image files are relative to it. */
  readonly folder: string;
  readonly catalogue: Catalogue;
  readonly problemAt: (path: Path, message: string) => Problem;
};
export type ParsedCatalogues = { readonly sources: readonly CatalogueSource[]; readonly problems: readonly Problem[] };

const maxBytes = 32 * 1024 * 1024;

/** Reads a YAML or JSON file with one or several catalogues and collects all its problems. */
export const readCatalogue = async (path: string): Promise<ParsedCatalogues> => {
  const file = path;
  let text: string;
  try {
    const bytes = await readFile(path);
    if (bytes.length > maxBytes) return unreadable(file, `is larger than ${maxBytes / 1024 / 1024} MB`);
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    return unreadable(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseCatalogue(text, { file, folder: dirname(path) });
};

const unreadable = (file: string, message: string): ParsedCatalogues => ({
  sources: [],
  problems: [{ file, line: 1, column: 1, path: "", message: `${basename(file)} ${message}` }],
});

export const parseCatalogue = (text: string, { file, folder }: { file: string; folder: string }): ParsedCatalogues => {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  if (documents.length === 0) return unreadable(file, "is empty");

  const sources: CatalogueSource[] = [];
  const problems: Problem[] = [];
  for (const document of documents) {
    if (document.errors.length > 0) {
      for (const { pos, message } of document.errors)
        problems.push({ file, ...positionAt(lines, pos[0]), path: "", message });
      continue;
    }
    const problemAt = (path: Path, message: string): Problem => ({
      file,
      ...positionAt(lines, offsetOfPath(document, path)),
      path: formatPath(path),
      message,
    });
    let value: unknown;
    try {
      value = document.toJS();
    } catch (error) {
      problems.push(problemAt([], error instanceof Error ? error.message : String(error)));
      continue;
    }
    const result = Catalogue.safeParse(value);
    if (result.success) sources.push({ file, folder, catalogue: result.data, problemAt });
    else {
      for (const issue of result.error.issues)
        problems.push(...issueProblems(issue, value).map(({ path, message }) => problemAt(path, message)));
      const rest = replaceInvalidEvents(value, result.error.issues);
      if (rest) sources.push({ file, folder, catalogue: rest, problemAt });
    }
  }
  return { sources, problems };
};

/** Replaces events of the wrong shape by empty ones, so that everything else can be checked in the same run. */
const replaceInvalidEvents = (value: unknown, issues: readonly Issue[]): Catalogue | undefined => {
  const invalidEvents = new Set(issues.map(({ path }) => (path[0] === "events" ? path[1] : undefined)));
  const events: unknown = valueAt(value, ["events"]);
  if (invalidEvents.has(undefined) || !Array.isArray(events)) return undefined;
  const replaced = events.map((event: unknown, index) => {
    if (!invalidEvents.has(index)) return event;
    const key = Key.safeParse(valueAt(event, ["key"]));
    return { key: key.success ? key.data : `wrong-${index}`, name: "-", venue: valueAt(event, ["venue"]) };
  });
  return Catalogue.safeParse({ ...(value as object), events: replaced }).data;
};

const positionAt = (lines: LineCounter, offset: number): { line: number; column: number } => {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
};

/** The offset of a path in the text: of a field's name or a list's entry. For what is missing, the offset of what contains it. */
const offsetOfPath = (document: Document.Parsed, path: Path): number => {
  let node: unknown = document.contents;
  let offset = startOffset(node) ?? document.range[0];
  for (const step of path) {
    const container: unknown = isAlias(node) ? node.resolve(document) : node;
    if (isMap(container)) {
      const pair = container.items.find(
        ({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step),
      ) as Pair<unknown, unknown> | undefined;
      if (!pair) return offset;
      offset = startOffset(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(container)) {
      node = container.items[Number(step)];
      offset = startOffset(node) ?? offset;
    } else return offset;
  }
  return offset;
};

const startOffset = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];

type Issue = z.core.$ZodIssue;

const issueProblems = (issue: Issue, value: unknown): { path: Path; message: string }[] => {
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], message: "is not a field of the format" }));
  if (issue.code === "invalid_key") return [{ path, message: issue.issues[0]?.message ?? "is not a key" }];
  if (valueAt(value, path) === undefined) return [{ path, message: "is missing" }];
  return [{ path, message: issue.message.replace(/^Invalid (?:input|option|string): /, "is wrong: ") }];
};

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (container, step) =>
      typeof container === "object" && container !== null
        ? (container as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
