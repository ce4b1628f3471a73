import { sql } from "kysely";
import type { Shop } from "./completeCart.ts";

export const buyerOf = ({ db, seller }: Pick<Shop, "db" | "seller">, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();

/** Where events take place, by their ids, as one writes it: 'The Lens, 1 Opal Lane'. */
export const venuesOf = async (
  { db, seller }: Pick<Shop, "db" | "seller">,
  event_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom("event_template as e")
    .innerJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    .select(["e.id", "v.name", "v.address"])
    .where("e.seller_id", "=", seller.id)
    .where("e.id", "=", sql<string>`any(${event_ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name, address }) => [id, address ? `${name}, ${address}` : name]));
};
