import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { backfillJournal } from "../../src/modules/journal/backfillJournal.ts";
import type { TestApp } from "../app/testApp.ts";

type Shop = { readonly seller_id: string; readonly slug: string };
export const journalSteps = ["order", "capture", "refund", "change", "cancelled", "dispute", "card"] as const;

/** Puts a seller into the state before the journal existed. */
export const forgetJournal = (server: TestApp, { seller_id }: Pick<Shop, "seller_id">): Promise<void> =>
  server.runAsOwner(`set app.seller = '*';
    alter table journal_entry disable trigger refuse_change;
    delete from journal_entry where seller_id = '${seller_id}';
    alter table journal_entry enable trigger refuse_change;
    insert into journal_backfill (seller_id, step) select '${seller_id}', unnest(array['${journalSteps.join("','")}'])`);

/** Writes the journal entries that are due for the past. Returns the number of batches. */
export const backfillOf = async (app: TestApp, { seller_id, slug }: Shop): Promise<number> => {
  const seller = await sellerFinder(app.db, 0)(slug);
  if (!seller) throw new Error(`There is no seller ${slug}.`);
  let batches = 0;
  while (await backfillJournal({ db: app.connections.forSeller(seller_id), seller })) batches += 1;
  return batches;
};

/** Writes the journal again after rows about money were changed by hand. */
export const rewriteJournal = async (app: TestApp, shop: Shop): Promise<void> => {
  await forgetJournal(app, shop);
  await backfillOf(app, shop);
};
