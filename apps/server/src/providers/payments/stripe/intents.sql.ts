import type { Database } from "../../../db/connections.ts";

/** The intent of a payment. Stored before the intent is confirmed, so that a lost response loses no money. */
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

/** Stores the intent unless the payment has one already; returns the stored one. */
export const insertIntent = async (db: Database, sellerId: string, intent: StoredIntent): Promise<StoredIntent> => {
  await db
    .insertInto("stripe_intent")
    .values({ seller_id: sellerId, ...intent })
    // The table has two unique keys, and a concurrent insert may conflict on either.
    .onConflict((oc) => oc.doNothing())
    .execute();
  const stored = await findIntent(db, sellerId, { payment_id: intent.payment_id });
  if (!stored) throw new Error(`the intent of payment ${intent.payment_id} was not stored`);
  return stored;
};
