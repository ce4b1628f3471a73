import { sql } from "kysely";
import type { Ask } from "../../http/ask.ts";

type Db = Pick<Ask, "db" | "seller">;
const shown = ["id", "first_name", "last_name", "email", "additional_info"] as const;

export type Typed = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly additional_info: Readonly<Record<string, unknown>>;
};

export const insertNamed = (
  { db, seller }: Db,
  { id, named_by_id, additional_info, ...typed }: Typed & { readonly id: string; readonly named_by_id: string },
) =>
  db
    .insertInto("identity")
    .values({
      seller_id: seller.id,
      id,
      kind: "guest",
      named_by_id,
      ...typed,
      additional_info: JSON.stringify(additional_info),
    })
    .execute();

export const namedRow = ({ db, seller }: Db, id: string, named_by_id: string) =>
  db
    .selectFrom("identity")
    .select(shown)
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("named_by_id", "=", named_by_id)
    .where("kind", "=", "guest")
    .executeTakeFirst();

export const takeNamedRow = ({ db, seller }: Db, id: string, named_by_id: string) =>
  db
    .updateTable("identity")
    .set({ taken_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("named_by_id", "=", named_by_id)
    .where("kind", "=", "guest")
    .where("taken_at", "is", null)
    .returning(shown)
    .executeTakeFirst();
