import type { Database } from "../../../db/connections.ts";

/** Which intent is which payment's. Written before an intent is confirmed, so that a lost answer loses no money. */
export type StoredIntent = {
  readonly payment_id: string;
  readonly ref: string;
  readonly amount: number;
  readonly currency: string;
};

type IntentKey = { readonly payment_id: string } | { readonly ref: string };

export const findIntent = (db: Database, sellerId: string, key: IntentKey): Promise<StoredIntent | undefined> =>
  db
    .selectFrom("stripe_intent")
    .select(["payment_id", "ref", "amount", "currency"])
    .where("seller_id", "=", sellerId)
    .where((eb) => eb.and(key))
    .executeTakeFirst();

/** The same payment again keeps the intent that was there first. */
export const insertIntent = async (db: Database, sellerId: string, intent: StoredIntent): Promise<StoredIntent> => {
  await db
    .insertInto("stripe_intent")
    .values({ seller_id: sellerId, ...intent })
    // By whichever of its two keys the other of two at once is met: a conflict with one named alone would let the other fail.
    .onConflict((oc) => oc.doNothing())
    .execute();
  const stored = await findIntent(db, sellerId, { payment_id: intent.payment_id });
  if (!stored) throw new Error(`the intent of payment ${intent.payment_id} was not written down`);
  return stored;
};
