import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { readStoredSeller } from "../../catalogue/diff/storedSeller.sql.ts";
import type { CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { newestRevision, type StoredRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { hasCatalogueRows } from "./drafts.sql.ts";

type Place = Pick<StaffContext, "db" | "seller">;

/**
 * The newest revision. A seller created in the back office has none yet: its document is then its own settings, as number
 * 0. Refused for a catalogue that was imported before revisions were kept, since its document is unknown.
 */
export const baseCatalogue = async (ctx: Place): Promise<StoredRevision> => {
  const base = await findBase(ctx);
  if (!base) throw new Refused({ code: "no_revision", context: "staff" });
  return base;
};

/** The same; undefined instead of a refusal. */
export const findBase = async ({ db, seller }: Place): Promise<StoredRevision | undefined> => {
  const newest = await newestRevision(db, seller.id);
  if (newest) return newest;
  if (await hasCatalogueRows(db, seller.id)) return undefined;
  const row = await readStoredSeller(db, seller.slug);
  if (!row) return undefined;
  const { id: _, meta, theme, strings, web, configuration, ...named } = row;
  const settings = Object.entries({ meta, theme, strings, web, configuration });
  const document: CatalogueDocument = {
    seller: { ...named, ...Object.fromEntries(settings.filter(([, value]) => Object.keys(value).length > 0)) },
  };
  return { number: 0, document };
};
