import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type * as z from "zod";
import { Catalogue } from "./catalogue.ts";
import { Key } from "./fields.ts";
import { formatPath, type Path, type Problem } from "./problems.ts";
import { positionOf, readDocuments, type ReadDocuments } from "./readDocuments.ts";

/** A catalogue of the right shape. `problemAt` finds the line and column of a path. */
export type CatalogueSource = {
  readonly file: string;
  /** The folder to which paths of image files are relative. */
  readonly folder: string;
  readonly catalogue: Catalogue;
  readonly problemAt: (path: Path, message: string) => Problem;
  /** The seller's stored pictures by key, for a catalogue that comes without files. */
  readonly storedImages?: ReadonlyMap<string, StoredPicture>;
  /** Files from the same archive as the catalogue, by relative path. They take precedence over stored pictures. */
  readonly archive?: ReadonlyMap<string, Uint8Array>;
};
/** A picture that is stored already. */
export type StoredPicture = {
  readonly sha256: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
};
export type ParsedCatalogues = { readonly sources: readonly CatalogueSource[]; readonly problems: readonly Problem[] };

const maxBytes = 32 * 1024 * 1024;

/** Reads a YAML or JSON file with one or more catalogues and collects all its problems. */
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

export const parseCatalogue = (text: string, place: { file: string; folder: string }): ParsedCatalogues =>
  sourcesOf(readDocuments(text), place);

/** Parses the documents of a text as catalogues, and reports everything that is wrong with their shape. */
export const sourcesOf = (
  { documents, problems: textProblems }: ReadDocuments,
  place: Omit<CatalogueSource, "catalogue" | "problemAt">,
): ParsedCatalogues => {
  const { file } = place;
  if (documents.length + textProblems.length === 0) return unreadable(file, "is empty");
  const read = documents.map((document) =>
    sourceOf(document.value, {
      ...place,
      problemAt: (path, message) => ({ file, ...positionOf(document, path), path: formatPath(path), message }),
    }),
  );
  return {
    sources: read.flatMap(({ sources }) => sources),
    problems: [
      ...textProblems.map((problem) => ({ file, path: "", ...problem })),
      ...read.flatMap(({ problems }) => problems),
    ],
  };
};

/** Parses a document of any shape as a catalogue, and reports everything that is wrong with its shape. */
export const sourceOf = (value: unknown, place: Omit<CatalogueSource, "catalogue">): ParsedCatalogues => {
  const result = Catalogue.safeParse(value);
  if (result.success) return { sources: [{ ...place, catalogue: result.data }], problems: [] };
  const { issues } = result.error;
  const problems = issues.flatMap((issue) =>
    issueProblems(issue, value).map(({ path, message }) => place.problemAt(path, message)),
  );
  const rest = replaceInvalidEvents(value, issues);
  return { sources: rest ? [{ ...place, catalogue: rest }] : [], problems };
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
