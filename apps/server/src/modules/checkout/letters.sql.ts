import type { Shop } from "./completeCart.ts";

export const buyerOf = ({ db, seller }: Pick<Shop, "db" | "seller">, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();
