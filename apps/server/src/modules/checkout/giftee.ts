import { sql } from "kysely";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { LockedCart } from "./till.sql.ts";

/**
 * Whom a locked cart is for. An id is good only for the visitor who named that person (T70): to everybody else they are
 * not there.
 */
export const keepGiftee = async (ask: Ask, cart: LockedCart, giftee_id: string): Promise<void> => {
  const { db, seller, visitor } = ask;
  const giftee = await db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", giftee_id)
    .where("kind", "=", "guest")
    .where("named_by_id", "=", visitor?.identity_id ?? null)
    .executeTakeFirst();
  if (!giftee && guardStands("giftee_of_session")) throw new Refused({ code: "not_found", context: "identity" });
  await db
    .updateTable("cart")
    .set({ giftee_identity_id: giftee_id })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart.id)
    .execute();
};

/** Nobody gives to themselves, however they write their address. `email`: of whoever is about to be kept as the giver. */
export const refuseGiftToOneself = async ({ db, seller }: Ask, cart_id: string, email?: string): Promise<void> => {
  const one = await db
    .selectFrom("cart as c")
    .innerJoin("identity as giftee", (join) =>
      join.onRef("giftee.seller_id", "=", "c.seller_id").onRef("giftee.id", "=", "c.giftee_identity_id"),
    )
    .leftJoin("identity as giver", (join) =>
      join.onRef("giver.seller_id", "=", "c.seller_id").onRef("giver.id", "=", "c.purchaser_identity_id"),
    )
    .select("c.id")
    .where("c.seller_id", "=", seller.id)
    .where("c.id", "=", cart_id)
    .where(sql<boolean>`person_of(coalesce(${email ?? null}, giver.email)) = person_of(giftee.email)`)
    .executeTakeFirst();
  if (one) throw new Refused({ code: "gift_to_oneself", context: "membership" });
};
