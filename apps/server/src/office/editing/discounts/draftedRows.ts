import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { desiredCatalogue, type DesiredCatalogue } from "../../../catalogue/diff/desiredCatalogue.ts";
import { inTurns } from "../../../db/turns/inTurns.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { baseCatalogue } from "../baseCatalogue.ts";
import { prepareDraft } from "../checkDocument.ts";
import { draftRows } from "../drafts.sql.ts";
import { joinDrafts } from "../joinDrafts.ts";

type DraftedRows = {
  readonly errors: readonly CatalogueProblem[];
  /** Chapters of the wrong shape, whose rows say nothing. */
  readonly unread: ReadonlySet<string>;
  /** Rows with newly generated ids; absent if the drafts cannot be parsed. */
  readonly rows?: DesiredCatalogue;
};

/** The catalogue with all drafts applied, as rows. */
export const readDraftedRows = async (ctx: Pick<StaffContext, "db" | "seller" | "now">): Promise<DraftedRows> => {
  const { document } = joinDrafts(await baseCatalogue(ctx), await draftRows(ctx));
  const { prepared, errors, unread } = await prepareDraft(ctx, document);
  return prepared ? { errors, unread, rows: await inTurns(desiredCatalogue(prepared, undefined)) } : { errors, unread };
};

/**
 * The seller with the drafted settings: its own texts, its time zone, and references to events by the ids of these rows.
 */
export const draftedSeller = (seller: Seller, { seller: row }: Pick<DesiredCatalogue, "seller">): Seller => {
  const { currency, strings, web, configuration, timezone, locale } = row;
  const drafted = { default_currency_code: currency, strings, web, configuration, timezone, locale };
  return { ...seller, ...(drafted as Partial<Seller>) };
};
