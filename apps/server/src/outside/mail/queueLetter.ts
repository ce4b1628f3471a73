import type { Database } from "../../db/connect.ts";
import { newId } from "../../db/newId.ts";
import type { Letter } from "./mail.ts";

/**
 * Puts a letter into the outbox, in the transaction of what it tells. Of one `kind` about one thing there is one;
 * `occasion` tells apart those that there may be several of.
 */
export const queueLetter = async (
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  {
    kind,
    ref_id,
    occasion = "",
    to_address,
    letter,
  }: { kind: string; ref_id: string; occasion?: string; to_address: string; letter: Letter },
): Promise<void> => {
  await db
    .insertInto("outbox")
    .values({ seller_id: seller.id, id: newId(), kind, ref_id, occasion, to_address, message: JSON.stringify(letter) })
    .onConflict((oc) => oc.columns(["seller_id", "kind", "ref_id", "occasion"]).doNothing())
    .execute();
};
