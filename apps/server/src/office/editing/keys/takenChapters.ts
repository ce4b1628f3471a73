import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { chaptersOf, type CatalogueDocument } from "../../../catalogue/revisions/chapters.ts";
import { storedChapters } from "./storedChapters.sql.ts";

/** Chapters with a key that there are or were, also in drafts. */
export const takenChapters = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  documents: readonly CatalogueDocument[],
): Promise<string[]> => {
  const written = documents.flatMap(chaptersOf).filter((chapter) => chapter.includes("/"));
  return [...new Set([...written, ...(await storedChapters(db, seller.id))])];
};
