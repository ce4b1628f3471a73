import { sameValue } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { formatPath, type Path } from "../format/problems.ts";

/** A catalogue's document as it is stored and edited: valid once published, of any shape while it is a draft. */
export type CatalogueDocument = Readonly<Record<string, unknown>>;

/** A part of a catalogue, identified by a stable path: "seller", "event/visit". */
export type Chapter = string;

const wholeFields = {
  seller: "seller",
  images: "images",
  rules: "rules",
  discounts: "discounts",
  programs: "membership_programs",
} as const satisfies Readonly<Record<string, string>>;
/** Chapters whose field is a list of items with a key, or a record by key. */
const listFields = { event: "events", code_group: "codes" } as const;
const recordFields = { venue: "venues", hall: "seat_maps" } as const;

type Whole = keyof typeof wholeFields;
type Keyed = Readonly<Record<string, unknown>> & { readonly key: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const entriesOf = (document: CatalogueDocument, field: string): readonly Keyed[] => {
  const list = document[field];
  return Array.isArray(list)
    ? list.filter((entry): entry is Keyed => isRecord(entry) && typeof entry["key"] === "string")
    : [];
};
const recordOf = (document: CatalogueDocument, field: string): Readonly<Record<string, unknown>> => {
  const record = document[field];
  return isRecord(record) ? record : {};
};

const isWhole = (chapter: Chapter): chapter is Whole => Object.hasOwn(wholeFields, chapter);
const isListKind = (kind: string): kind is keyof typeof listFields => Object.hasOwn(listFields, kind);
const isRecordKind = (kind: string): kind is keyof typeof recordFields => Object.hasOwn(recordFields, kind);
const parts = (chapter: Chapter): readonly [kind: string, key: string] => {
  const [kind = "", key = ""] = chapter.split("/");
  return [kind, key];
};

/** The chapters of a document that are not empty. */
export const chaptersOf = (document: CatalogueDocument): Chapter[] => [
  ...(Object.keys(wholeFields) as Whole[]).filter((name) => document[wholeFields[name]] !== undefined),
  ...(entriesOf(document, "events").length > 0 ? ["event_order"] : []),
  ...Object.entries(recordFields).flatMap(([kind, field]) =>
    Object.keys(recordOf(document, field)).map((key) => `${kind}/${key}`),
  ),
  ...Object.entries(listFields).flatMap(([kind, field]) =>
    entriesOf(document, field).map(({ key }) => `${kind}/${key}`),
  ),
];

/** The content of a chapter, or undefined if the document does not have it. */
export const chapterOf = (document: CatalogueDocument, chapter: Chapter): unknown => {
  if (isWhole(chapter)) return document[wholeFields[chapter]];
  if (chapter === "event_order") return entriesOf(document, "events").map(({ key }) => key);
  const [kind, key] = parts(chapter);
  if (isRecordKind(kind)) {
    const record = recordOf(document, recordFields[kind]);
    return Object.hasOwn(record, key) ? record[key] : undefined;
  }
  if (!isListKind(kind)) return undefined;
  return entriesOf(document, listFields[kind]).find((entry) => entry.key === key);
};

const withField = (document: CatalogueDocument, field: string, value: unknown): CatalogueDocument => {
  if (value !== undefined) return { ...document, [field]: value };
  const { [field]: _, ...rest } = document;
  return rest;
};

/** Replaces one chapter of the document. A new one is added at the end, and undefined removes it. A key cannot change. */
export const replaceChapter = (document: CatalogueDocument, chapter: Chapter, value: unknown): CatalogueDocument => {
  if (isWhole(chapter)) return withField(document, wholeFields[chapter], value);
  if (chapter === "event_order") return orderEvents(document, value);
  const [kind, key] = parts(chapter);
  if (isRecordKind(kind)) {
    const record = withField(recordOf(document, recordFields[kind]), key, value);
    return withField(document, recordFields[kind], Object.keys(record).length > 0 ? record : undefined);
  }
  if (!isListKind(kind)) return document;
  const list = entriesOf(document, listFields[kind]);
  const entry = value === undefined ? [] : [isRecord(value) ? { ...value, key } : { key, value }];
  const isThere = list.some((one) => one.key === key);
  const replaced: readonly unknown[] = isThere
    ? list.flatMap((one): readonly unknown[] => (one.key === key ? entry : [one]))
    : [...list, ...entry];
  return withField(document, listFields[kind], replaced.length > 0 ? replaced : undefined);
};

/** Events that the order does not name come last. */
const orderEvents = (document: CatalogueDocument, value: unknown): CatalogueDocument => {
  if (!Array.isArray(value)) return document;
  const events = entriesOf(document, "events");
  const named = value.flatMap((key) => events.find((event) => event.key === key) ?? []);
  const sorted = [...new Set([...named, ...events])];
  return sorted.length > 0 ? { ...document, events: sorted } : document;
};

/** Replaces several chapters of the document; the order of events is applied last. Null removes a chapter. */
export const replaceChapters = (
  document: CatalogueDocument,
  changes: readonly { readonly chapter: Chapter; readonly document: unknown }[],
): CatalogueDocument =>
  changes
    .toSorted((a, b) => Number(a.chapter === "event_order") - Number(b.chapter === "event_order"))
    .reduce((all, { chapter, document: value }) => replaceChapter(all, chapter, value ?? undefined), document);

/** The chapters in which two documents differ. */
export const changedChapters = (before: CatalogueDocument, after: CatalogueDocument): Chapter[] =>
  [...new Set([...chaptersOf(before), ...chaptersOf(after)])].filter((chapter) =>
    chapterDiffers(chapter, chapterOf(before, chapter), chapterOf(after, chapter)),
  );

/** Whether a chapter differs. Adding or removing an event does not count as a change of the order. */
export const chapterDiffers = (chapter: Chapter, before: unknown, after: unknown): boolean =>
  chapter === "event_order" ? isReordered(before, after) : !sameValue(before, after);

const isReordered = (before: unknown, after: unknown): boolean => {
  const [was, is] = [before, after].map((order): unknown[] => (Array.isArray(order) ? order : []));
  return !sameValue(
    was?.filter((key) => is?.includes(key)),
    is?.filter((key) => was?.includes(key)),
  );
};

/** The chapter that a path of the document lies in, and the path within it. */
export const locatePath = (document: CatalogueDocument, path: Path): { chapter: Chapter; path: string } => {
  const [field, step, ...rest] = path;
  for (const [kind, name] of Object.entries(listFields)) {
    const list = document[name];
    if (field !== name || typeof step !== "number" || !Array.isArray(list)) continue;
    const entry: unknown = list[step];
    if (isRecord(entry)) return { chapter: `${kind}/${String(entry["key"])}`, path: formatPath(rest) };
  }
  for (const [kind, name] of Object.entries(recordFields))
    if (field === name && step !== undefined) return { chapter: `${kind}/${step}`, path: formatPath(rest) };
  const whole = Object.entries(wholeFields).find(([, name]) => name === field)?.[0];
  return whole === undefined
    ? { chapter: "seller", path: formatPath(path) }
    : { chapter: whole, path: formatPath(path.slice(1)) };
};
