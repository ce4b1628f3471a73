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

/** Our payments by the ids of their intents; intents that are not ours are left out. */
export const findIntentsByRef = async (
  db: Database,
  sellerId: string,
  refs: readonly string[],
): Promise<readonly Pick<StoredIntent, "payment_id" | "ref">[]> =>
  refs.length === 0
    ? []
    : db
        .selectFrom("stripe_intent")
        .select(["payment_id", "ref"])
        .where("seller_id", "=", sellerId)
        .where("ref", "in", refs)
        .execute();

/** Stores the intent unless the payment has one already; returns the stored one. */
export const insertIntent = async (
  db: Database,
  sellerId: string,
  intent: StoredIntent & { readonly is_live: boolean },
): Promise<StoredIntent> => {
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

/** The newest intent of a seller, by Stripe's id. */
export const newestIntentRef = async (db: Database, seller_id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("stripe_intent")
      .select("ref")
      .where("seller_id", "=", seller_id)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst()
  )?.ref;
