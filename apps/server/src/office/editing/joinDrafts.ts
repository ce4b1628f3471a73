import type { DraftSummary, PublishConflict } from "@foyer/contract/office/catalogue/catalogue.ts";
import { mergeChapter, type MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import {
  chapterDiffers,
  chapterOf,
  replaceChapters,
  type CatalogueDocument,
} from "../../catalogue/revisions/chapters.ts";
import type { StoredRevision } from "../../catalogue/revisions/revisions.sql.ts";
import type { DraftRow } from "./drafts.sql.ts";

/** Whether the published chapter differs from the one that the draft began with. */
export const isBehind = ({ chapter, base_number, base }: DraftRow, newest: StoredRevision): boolean =>
  base_number !== newest.number && chapterDiffers(chapter, base ?? undefined, chapterOf(newest.document, chapter));

/** Merges a draft with what was published since it began. */
export const mergeDraft = (
  draft: DraftRow,
  base: StoredRevision,
  choices: MergeChoices = {},
): { readonly document: unknown; readonly conflicts: readonly PublishConflict[] } => {
  if (!isBehind(draft, base)) return { document: draft.document, conflicts: [] };
  const { chapter } = draft;
  const sides = {
    base: draft.base ?? undefined,
    theirs: chapterOf(base.document, chapter),
    mine: draft.document ?? undefined,
  };
  const { merged, conflicts } = mergeChapter(sides, choices);
  return {
    document: merged ?? null,
    conflicts: conflicts.map(({ path, base: before, theirs, mine }) => ({
      chapter,
      path,
      before: before ?? null,
      theirs: theirs ?? null,
      mine: mine ?? null,
    })),
  };
};

/** The newest document with the drafts applied. */
export const joinDrafts = (
  base: StoredRevision,
  drafts: readonly DraftRow[],
): { readonly document: CatalogueDocument; readonly conflicts: readonly PublishConflict[] } => {
  const merged = drafts.map((draft) => ({ chapter: draft.chapter, ...mergeDraft(draft, base) }));
  return {
    document: replaceChapters(base.document, merged),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
};

export const editedChapters = (drafts: readonly Pick<DraftRow, "chapter">[]): ReadonlySet<string> =>
  new Set(drafts.map(({ chapter }) => chapter));

const nameOf = (chapter: unknown): string | null =>
  typeof chapter === "object" && chapter !== null && "name" in chapter && typeof chapter.name === "string"
    ? chapter.name
    : null;

export const summaryOf = (draft: DraftRow, base: StoredRevision): DraftSummary => {
  const { chapter, version, base_number, changed_by, changed_at, document } = draft;
  return {
    chapter,
    name: nameOf(document ?? draft.base),
    version,
    base_number,
    changed_by,
    changed_at,
    is_removal: document === null,
    is_behind: isBehind(draft, base),
  };
};
