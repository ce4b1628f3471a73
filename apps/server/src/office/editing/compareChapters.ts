import type { RevisionChange } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import { sameValue } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { changedChapters, chapterOf, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";

type Change = { readonly path: string; readonly before: unknown; readonly after: unknown };
type Keyed = { readonly key: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isKeyed = (value: unknown): value is readonly Keyed[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => isRecord(entry) && typeof entry["key"] === "string");

/** The fields that differ between two documents, chapter by chapter. List entries are matched by key. */
export const compareDocuments = (before: CatalogueDocument, after: CatalogueDocument): RevisionChange[] =>
  changedChapters(before, after).flatMap((chapter) =>
    fieldChanges([], chapterOf(before, chapter), chapterOf(after, chapter)).map(({ path, ...change }) => ({
      chapter,
      path,
      before: change.before ?? null,
      after: change.after ?? null,
    })),
  );

const fieldChanges = (path: readonly string[], before: unknown, after: unknown): Change[] => {
  if (sameValue(before, after)) return [];
  const fields = recordsOf(before, after);
  if (!fields) return [{ path: path.join("."), before, after }];
  const names = new Set([...Object.keys(fields.before), ...Object.keys(fields.after)]);
  return [...names].flatMap((name) => fieldChanges([...path, name], fields.before[name], fields.after[name]));
};

/** Both values as records by field or key; undefined if they are compared as a whole. */
const recordsOf = (before: unknown, after: unknown) => {
  if (isRecord(before) && isRecord(after)) return { before, after };
  if (!isKeyed(before) || !isKeyed(after)) return undefined;
  const [was, is] = [byKey(before), byKey(after)];
  return { before: was, after: is };
};

const byKey = (list: readonly Keyed[]): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(list.map((entry) => [entry.key, entry])),
  order: list.map(({ key }) => key),
});
