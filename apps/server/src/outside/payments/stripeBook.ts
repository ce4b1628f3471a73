import type { Database } from "../../db/connect.ts";

/** Which intent is which payment's. Written before an intent is confirmed, so that a lost answer loses no money. */
export type Booked = {
  readonly payment_id: string;
  readonly ref: string;
  readonly amount: number;
  readonly currency: string;
};

type Where = { readonly payment_id: string } | { readonly ref: string };

export const bookedIntent = (db: Database, sellerId: string, where: Where): Promise<Booked | undefined> =>
  db
    .selectFrom("stripe_intent")
    .select(["payment_id", "ref", "amount", "currency"])
    .where("seller_id", "=", sellerId)
    .where((eb) => eb.and(where))
    .executeTakeFirst();

/** The same payment again keeps the intent that was there first. */
export const bookIntent = async (db: Database, sellerId: string, intent: Booked): Promise<Booked> => {
  await db
    .insertInto("stripe_intent")
    .values({ seller_id: sellerId, ...intent })
    // By whichever of its two keys the other of two at once is met: a conflict with one named alone would let the other fail.
    .onConflict((oc) => oc.doNothing())
    .execute();
  const booked = await bookedIntent(db, sellerId, { payment_id: intent.payment_id });
  if (!booked) throw new Error(`the intent of payment ${intent.payment_id} was not written down`);
  return booked;
};
