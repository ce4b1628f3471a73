import { sql } from "kysely";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import type { Gone } from "../cart/gone.ts";
import type { Shop } from "./checkout.sql.ts";
import { returnedLetter, type HowReturned } from "./returnedLetter.ts";

type Told = {
  readonly how: HowReturned;
  /** Minor units, where it is not the whole payment. */
  readonly amount?: number;
  /** Tells apart several letters about one payment. */
  readonly occasion?: string;
};

/**
 * Tells the buyer that their money comes back, once for each occasion. A promise that was given back is told of
 * only where it leaves them with nothing: whoever has an order, or can still pay for their cart, is not written to.
 */
export const queueReturned = async (
  { db, seller, outside }: Shop,
  payment_id: string,
  { how, occasion = "", ...told }: Told,
): Promise<void> => {
  const known = await db
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["p.amount", "p.currency", "i.email", "i.first_name"])
    .select(sql<Gone | null>`c.lost ->> 'gone'`.as("gone"))
    .select(
      sql<boolean>`c.state = 'expired' or c.state = 'pending' and c.expires_at <= app_now() and coalesce(c.paying_until <= app_now(), true)`.as(
        "lost",
      ),
    )
    .where("p.seller_id", "=", seller.id)
    .where("p.id", "=", payment_id)
    .executeTakeFirst();
  if (!known?.email || (how === "voided" && !known.lost)) return;
  const { currency, email, first_name, gone } = known;
  const amount = told.amount ?? known.amount;
  await queueLetter(
    { db, seller },
    {
      kind: "payment_returned",
      ref_id: payment_id,
      occasion,
      to_address: email,
      letter: returnedLetter(seller, outside.origin, { firstName: first_name ?? "", amount, currency, how, gone }),
    },
  );
};
